"""Theories: rules, and all that follows from them."""

from __future__ import annotations

from collections.abc import Iterable

from ._implication import Attributes, Implication
from ._rules import Rules


class Theory(Rules):
    """Rules of one's own, and all that follows from them.

    >>> from hornbook import Implication, Theory
    >>> theory = Theory([Implication({"milk"}, {"hair"}), Implication({"hair", "feathers"}, None)])
    >>> theory.close({"milk", "feathers"}).impossible
    True
    >>> theory.is_model({"milk"}), theory.is_model({"milk", "hair"})
    (False, True)
    >>> theory == Theory.from_json(theory.to_json())
    True
    """

    def __init__(self, rules: Iterable[Implication], attributes: Iterable[str] | None = None) -> None:
        super().__init__(Rules.of(rules, attributes)._book)

    @classmethod
    def from_json(cls, text: str | bytes) -> Theory:
        rules = Rules.from_json(text)
        return cls(rules, rules.attributes)

    def is_model(self, attributes: Attributes) -> bool:
        """Whether something that has just these attributes keeps all rules."""
        from ._implication import names_of

        has = frozenset(names_of(attributes))
        return self.close(has).attributes == has

    def is_equivalent(self, other: Rules) -> bool:
        """Whether the same follows from both."""
        return all(self.entails(rule) for rule in other) and all(other.entails(rule) for rule in self)
