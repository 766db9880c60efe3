"""A log-log plot as SVG, without a library.

Grey text and lines and no background, so that it can be read on light and on
dark pages; each line has a colour and a mark of its own, and its name at its
end.
"""

import math
from html import escape

WIDTH, HEIGHT = 760, 420
LEFT, RIGHT, TOP, BOTTOM = 70, 210, 40, 52
COLOURS = ("#2a7fd4", "#e07b28", "#3a9d55", "#c8508c", "#8a6fd1", "#a58a2a", "#2aa5a5", "#c04b3f")
STYLE = """text { font: 13px system-ui, sans-serif; fill: #808080; }
.title { font-size: 15px; font-weight: 600; }
.name { font-size: 12px; }
.grid { stroke: #808080; stroke-opacity: 0.25; }
.axis { stroke: #808080; }
.line { fill: none; stroke-width: 2; }"""


class Axis:
    """A logarithmic axis from one end of the picture to the other."""

    def __init__(self, values, start, end):
        self.low, self.high = min(values), max(values)
        if self.high < self.low * 1.001:
            self.low, self.high = self.low / 2, self.high * 2
        room = (self.high / self.low) ** 0.04
        self.low, self.high = self.low / room, self.high * room
        self.start, self.end = start, end

    def at(self, value):
        share = math.log(value / self.low) / math.log(self.high / self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self):
        """Powers of ten; if those are few, also some or all of their multiples."""
        powers = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        for multiples in ((1,), (1, 3), (1, 2, 5), tuple(range(1, 10))):
            found = [m * 10.0**p for p in powers for m in multiples if self.low <= m * 10.0**p <= self.high]
            if len(found) >= 3:
                break
        return found

    def ticks_at(self, values):
        """Ticks where the points are, if those are few and far enough apart."""
        kept = []
        for value in sorted(set(values)):
            if not kept or abs(self.at(value) - self.at(kept[-1])) >= 36:
                kept.append(value)
        return kept if len(kept) <= 8 else self.ticks()

    def name(self, value):
        """A tick's number: with powers of ten where the axis goes far."""
        if self.high < 1e5 or value < 1000:
            return f"{value:,g}"
        power = math.floor(math.log10(value) + 1e-9)
        lead = round(value / 10**power)
        digits = "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(power))
        return ("" if lead == 1 else f"{lead}·") + f"10{digits}"


def mark(kind, x, y, colour):
    """A small shape around a point: kinds differ where colours do not tell."""
    shapes = (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4"',
        f'<rect x="{x - 3.6:.1f}" y="{y - 3.6:.1f}" width="7.2" height="7.2"',
        f'<path d="M{x:.1f} {y - 5:.1f}l4.6 8.2h-9.2z"',
        f'<path d="M{x:.1f} {y - 5:.1f}l5 5l-5 5l-5 -5z"',
    )
    return f'{shapes[kind % len(shapes)]} fill="{colour}"/>'


def spread(places, least):
    """Moves names apart that would lie on each other, as little as can be."""
    order = sorted(range(len(places)), key=lambda at: places[at])
    moved = [places[at] for at in order]
    for _ in range(200):
        for at in range(1, len(moved)):
            lack = least - (moved[at] - moved[at - 1])
            if lack > 0.01:
                moved[at - 1] -= lack / 2
                moved[at] += lack / 2
    over = max(0.0, max(moved, default=0) - (HEIGHT - BOTTOM))
    found = [0.0] * len(places)
    for at, place in zip(order, moved):
        found[at] = place - over
    return found


def frame(title, across, up, x, y, values):
    """Title, axes, grid and their names."""
    parts = [f'<text class="title" x="{LEFT}" y="22">{escape(title)}</text>']
    for value in x.ticks_at(values):
        at = x.at(value)
        parts.append(f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>')
        parts.append(f'<text x="{at:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{x.name(value)}</text>')
    for value in y.ticks():
        at = y.at(value)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{y.name(value)}</text>')
    parts.append(f'<path class="axis" fill="none" d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}"/>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<text x="{middle:.0f}" y="{HEIGHT - 12}" text-anchor="middle">{escape(across)}</text>')
    centre = (TOP + HEIGHT - BOTTOM) / 2
    parts.append(f'<text transform="translate(16 {centre:.0f}) rotate(-90)" text-anchor="middle">{escape(up)}</text>')
    return parts


def draw(title, across, up, lines):
    """The plot of named lines of points; nothing if there are none."""
    all_points = [point for line in lines.values() for point in line]
    if not all_points:
        return ""
    x = Axis([point[0] for point in all_points], LEFT, WIDTH - RIGHT)
    y = Axis([point[1] for point in all_points], HEIGHT - BOTTOM, TOP)
    parts = frame(title, across, up, x, y, [point[0] for point in all_points])
    ends = spread([y.at(line[-1][1]) for line in lines.values()], 16)
    for at, (name, line) in enumerate(lines.items()):
        colour = COLOURS[at % len(COLOURS)]
        places = [(x.at(a), y.at(b)) for a, b in line]
        path = "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in places)
        parts.append(f'<path class="line" stroke="{colour}" d="{path}"/>')
        parts += [mark(at, a, b, colour) for a, b in places]
        edge = WIDTH - RIGHT + 14
        parts.append(f'<path stroke="{colour}" stroke-opacity="0.5" stroke-dasharray="2 3" fill="none" '
                     f'd="M{places[-1][0] + 6:.1f} {places[-1][1]:.1f}L{edge - 4} {ends[at]:.1f}"/>')
        parts.append(f'<text class="name" x="{edge}" y="{ends[at] + 4:.1f}" style="fill: {colour}">{escape(name)}</text>')
    body = "\n".join(parts)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
            f'height="{HEIGHT}" role="img" aria-label="{escape(title)}">\n<style>{STYLE}</style>\n{body}\n</svg>\n')
