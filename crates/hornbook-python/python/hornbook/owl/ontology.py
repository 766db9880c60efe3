"""An ontology in a file: read, looked into, and written to another file."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any
from collections.abc import Iterable

from .errors import OwlError
from .java import implemented, java_class, java_set, message_of
from .names import Names

#: The formats that an ontology can be written in, by the file's extension.
_FORMATS = {
    ".owl": "RDFXMLDocumentFormat",
    ".rdf": "RDFXMLDocumentFormat",
    ".ttl": "TurtleDocumentFormat",
    ".ofn": "FunctionalSyntaxDocumentFormat",
    ".omn": "ManchesterSyntaxDocumentFormat",
    ".owx": "OWLXMLDocumentFormat",
}
#: Where imports that are nowhere near are looked for: nowhere.
_NOWHERE = "file:///import-that-is-not-here"


class Ontology:
    """An ontology with what it imports."""

    def __init__(self, manager: Any, ontology: Any, path: Path | None) -> None:
        self.manager = manager
        self.java = ontology
        self.path = path
        self.factory = manager.getOWLDataFactory()
        self.names = Names(manager, ontology)
        self._renderer = self._make_renderer()

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, fetch_imports: bool = False) -> Ontology:
        """Reads an ontology. What it imports is looked for in the same folder, and
        elsewhere only if it may be fetched."""
        file = Path(path)
        if not file.exists():
            raise OwlError(f"{file}: there is no such file")
        if not file.is_file():
            raise OwlError(f"{file} is no file")
        manager = java_class("org.semanticweb.owlapi.apibinding.OWLManager").createOWLOntologyManager()
        _find_imports(manager, file, fetch_imports)
        source = java_class("org.semanticweb.owlapi.io.FileDocumentSource")(java_class("java.io.File")(str(file.absolute())))
        ontology = _read(manager, source, str(file))
        if ontology.getAxiomCount() == 0 and ontology.getImportsDeclarations().isEmpty():
            raise OwlError(f"{file} is no ontology: there are no axioms in it")
        return cls(manager, ontology, file)

    @classmethod
    def parse(cls, text: str) -> Ontology:
        """An ontology from text, in any format."""
        manager = java_class("org.semanticweb.owlapi.apibinding.OWLManager").createOWLOntologyManager()
        source = java_class("org.semanticweb.owlapi.io.StringDocumentSource")(text)
        return cls(manager, _read(manager, source, "the text"), None)

    def axioms(self) -> list[Any]:
        """All axioms that mean something, those of imports too, in the order of their
        text, so that the same file gives the same answers."""
        imports = java_class("org.semanticweb.owlapi.model.parameters.Imports").INCLUDED
        return sorted(self.java.getLogicalAxioms(imports), key=str)

    def classes(self) -> list[Any]:
        """All named classes but the two that every ontology has, by name."""
        imports = java_class("org.semanticweb.owlapi.model.parameters.Imports").INCLUDED
        named = [entity for entity in self.java.getClassesInSignature(imports) if not entity.isBuiltIn()]
        return sorted(named, key=self.names.name)

    def individuals(self) -> list[Any]:
        """All named individuals, by name."""
        imports = java_class("org.semanticweb.owlapi.model.parameters.Imports").INCLUDED
        return sorted(self.java.getIndividualsInSignature(imports), key=self.names.name)

    def show(self, thing: Any) -> str:
        """An axiom or a class expression in Manchester syntax, on one line."""
        return " ".join(str(self._renderer.render(thing)).split())

    def address(self) -> str:
        """The address that names of new things begin with."""
        found = self.java.getOntologyID().getOntologyIRI()
        start = str(found.get()) if found.isPresent() else "urn:hornbook:ontology"
        return start if start.endswith(("#", "/")) else f"{start}#"

    def with_axioms(self, axioms: Iterable[Any]) -> Ontology:
        """The same ontology with further axioms; this one stays as it is."""
        manager = java_class("org.semanticweb.owlapi.apibinding.OWLManager").createOWLOntologyManager()
        copy = java_class("org.semanticweb.owlapi.model.parameters.OntologyCopy").DEEP
        for ontology in self.manager.getOntologies():
            manager.copyOntology(ontology, copy)
        ontology = manager.getOntology(self.java.getOntologyID())
        ontology.addAxioms(java_set(axioms))
        return Ontology(manager, ontology, self.path)

    def save(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Writes the ontology to a new file: all of it, or nothing."""
        file = Path(path)
        if self.path is not None and _is_same(file, self.path):
            raise OwlError(f"{file} is the ontology itself, which is never written over: name another file")
        if file.exists() and not overwrite:
            raise OwlError(f"{file} is there already: name another file, or say --overwrite")
        form = self._form_for(file)
        # Java has a working folder of its own.
        folder = file.absolute().parent
        if not folder.is_dir():
            raise OwlError(f"{file}: there is no folder {file.parent}")
        handle, name = tempfile.mkstemp(prefix=f".{file.name}.new-", dir=folder)
        os.close(handle)
        try:
            self._store(form, name)
            _put(name, file, overwrite)
        finally:
            if os.path.exists(name):
                os.unlink(name)

    def _store(self, form: Any, name: str) -> None:
        stream = java_class("java.io.FileOutputStream")(name)
        try:
            self.manager.saveOntology(self.java, form, stream)
            stream.getFD().sync()
        except java_class("org.semanticweb.owlapi.model.OWLOntologyStorageException") as error:
            raise OwlError(f"the ontology cannot be written: {message_of(error)}") from None
        finally:
            stream.close()

    def _form_for(self, file: Path) -> Any:
        """The format that a file's extension names; else that of the ontology's file.
        Prefixes are kept."""
        own = self.manager.getOntologyFormat(self.java)
        named = _FORMATS.get(file.suffix.lower())
        if self.path is not None and file.suffix.lower() == self.path.suffix.lower() or named is None:
            if own is not None:
                return own
        form = java_class(f"org.semanticweb.owlapi.formats.{named or 'RDFXMLDocumentFormat'}")()
        if own is not None and own.isPrefixOWLDocumentFormat():
            form.copyPrefixesFrom(own.asPrefixOWLDocumentFormat())
        return form

    def _make_renderer(self) -> Any:
        renderer = java_class(
            "org.semanticweb.owlapi.manchestersyntax.renderer.ManchesterOWLSyntaxOWLObjectRendererImpl"
        )()
        methods = {"getShortForm": lambda entity: _quoted(self.names.name(entity)), "dispose": lambda: None}
        renderer.setShortFormProvider(implemented("org.semanticweb.owlapi.util.ShortFormProvider", methods))
        return renderer


def _quoted(name: str) -> str:
    """A name as it stands in an expression."""
    return f"'{name}'" if any(char.isspace() or char in "(),{}[]\"" for char in name) else name


def _read(manager: Any, source: Any, called: str) -> Any:
    model = "org.semanticweb.owlapi.model."
    try:
        return manager.loadOntologyFromOntologyDocument(source)
    except java_class(f"{model}UnloadableImportException") as error:
        missing = error.getImportsDeclaration().getIRI()
        raise OwlError(
            f"{called} imports {missing}, which is not in the same folder: "
            "put its file there, or let it be fetched with --fetch-imports"
        ) from None
    except java_class("org.semanticweb.owlapi.io.UnparsableOntologyException"):
        raise OwlError(
            f"{called} is no ontology that can be read: it is neither RDF/XML nor Turtle, OWL/XML, "
            "functional or Manchester syntax, OBO"
        ) from None
    except java_class(f"{model}OWLOntologyCreationException") as error:
        raise OwlError(f"{called} cannot be read: {message_of(error)}") from None
    except java_class(f"{model}OWLRuntimeException") as error:
        raise OwlError(f"{called} cannot be read: {message_of(error)}") from None


def _find_imports(manager: Any, file: Path, fetch: bool) -> None:
    """Lets imports be found beside the file, and elsewhere if they may be fetched."""
    mappers = java_class("java.util.LinkedHashSet")()
    iri = java_class("org.semanticweb.owlapi.model.IRI")
    folder = java_class("java.io.File")(str(file.resolve().parent))
    beside = java_class("org.semanticweb.owlapi.util.AutoIRIMapper")(folder, False)

    def find(address: Any) -> Any:
        found = beside.getDocumentIRI(address)
        if found is not None or fetch:
            return found
        return iri.create(_NOWHERE) if str(address.getScheme()) != "file" else None

    mappers.add(implemented("org.semanticweb.owlapi.model.OWLOntologyIRIMapper", {"getDocumentIRI": find}))
    manager.setIRIMappers(mappers)


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.exists() and other.exists() and os.path.samefile(one, other)
    except OSError:
        return one.absolute() == other.absolute()


def _put(name: str, file: Path, overwrite: bool) -> None:
    """Gives a finished file its name."""
    os.chmod(name, 0o666 & ~_umask())
    try:
        if overwrite:
            os.replace(name, file)
        else:
            os.link(name, file)
    except FileExistsError:
        raise OwlError(f"{file} is there already: name another file, or say --overwrite") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
