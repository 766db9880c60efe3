"""Rules as a notebook shows them."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._rules import Rules

#: So many rules are shown.
MOST = 20

_STYLE = """
<style>
.hornbook table { border-collapse: collapse; }
.hornbook td, .hornbook th { padding: .25em .6em; text-align: left !important; vertical-align: middle; }
.hornbook .chip { display: inline-block; border: 1px solid #8886; border-radius: 1em; padding: 0 .6em; margin: .1em; }
.hornbook .then .chip { background: #2a7f6222; border-color: #2a7f62; }
.hornbook .never { color: #b3261e; font-weight: 600; }
.hornbook .bar { display: inline-block; width: 6em; height: .6em; background: #8883; border-radius: .3em; }
.hornbook .bar i { display: block; height: 100%; background: #2a7f62; border-radius: .3em; }
</style>
"""


def _chips(names: tuple[str, ...]) -> str:
    return " ".join(f'<span class="chip">{escape(name)}</span>' for name in names) or "<i>everything</i>"


def rules(book: Rules) -> str:
    """The first rules, with chips for attributes and bars for how many rows bear them out."""
    rows = book.rows or 0
    lines = []
    for rule in book[:MOST]:
        premise, conclusion = rule.sides
        then = '<span class="never">never</span>' if conclusion is None else _chips(conclusion)
        count = "" if rule.support is None else f"{rule.support:,}"
        share = 100 * rule.support / rows if rule.support and rows else 0
        bar = f'<span class="bar" role="img" aria-label="{share:.0f}% of rows"><i style="width:{share:.1f}%"></i></span>'
        lift = "" if rule.lift is None else f"{rule.lift:.2f}"
        lines.append(
            f'<tr><td>{_chips(premise)}</td><td>→</td><td class="then">{then}</td>'
            f"<td>{bar if rows else ''} {count}</td><td>{lift}</td></tr>"
        )
    count = "1 rule" if len(book) == 1 else f"{len(book):,} rules"
    more = f"<p>… and {len(book) - MOST:,} more</p>" if len(book) > MOST else ""
    return (
        f'{_STYLE}<div class="hornbook"><p><b>{count}.</b> {escape(book.guarantee)}</p>'
        "<table><thead><tr><th>whatever has</th><th></th><th>also has</th><th>support</th><th>lift</th></tr></thead>"
        f"<tbody>{''.join(lines)}</tbody></table>{more}</div>"
    )
