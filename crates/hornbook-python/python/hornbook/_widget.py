"""A form that puts the questions of an exploration, by ipywidgets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._exploration import Exploration


def form(exploration: Exploration) -> Any:
    """The form: the question at hand, yes, no with an object, not known, and undo."""
    try:
        import ipywidgets as widgets  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        raise ImportError("a form in a notebook needs ipywidgets: pip install ipywidgets") from None

    said = widgets.HTML()
    trouble = widgets.HTML()
    name = widgets.Text(placeholder="name of something that breaks it", description="object")
    boxes = {
        each: widgets.Checkbox(description=each, indent=False, layout=widgets.Layout(width="auto"))
        for each in exploration.attributes
    }
    has = widgets.Box(list(boxes.values()), layout=widgets.Layout(flex_flow="row wrap"))
    yes = widgets.Button(description="yes, it holds", button_style="success")
    no = widgets.Button(description="no: this object", button_style="danger")
    unknown = widgets.Button(description="not known")
    undo = widgets.Button(description="take back")

    def refresh() -> None:
        from html import escape

        question = exploration.next(objects_first=False)
        for each, box in boxes.items():
            box.value = bool(question.rules) and each in question.rule.premise
        for button in (yes, no, unknown):
            button.disabled = question.kind != "ask"
        name.value = ""
        said.value = f"<p><b>{escape(question.words)}</b></p>"

    def after(act: Any) -> Any:
        def run(_: Any) -> None:
            from html import escape

            trouble.value = ""
            try:
                act()
            except ValueError as error:
                trouble.value = f'<p style="color:#b3261e">{escape(str(error))}</p>'
            refresh()

        return run

    yes.on_click(after(lambda: exploration.answer(True)))
    unknown.on_click(after(lambda: exploration.answer(None)))
    no.on_click(
        after(
            lambda: exploration.answer(
                False, object=name.value, has=[each for each, box in boxes.items() if box.value]
            )
        )
    )
    undo.on_click(after(exploration.undo))
    refresh()
    return widgets.VBox([said, widgets.HBox([yes, unknown, undo]), name, has, no, trouble])
