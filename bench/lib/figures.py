"""Which plots there are, and the points in them."""

import plot


def points(cases, tool, x, y):
    """What a tool took, by what grows; no point where it has no figure."""
    found = []
    for case in cases:
        for result in case["results"]:
            if result["tool"] == tool and not result["failure"] and y in result:
                found.append((case[x], result[y]))
    return found


def lines(cases, x, y, scale=1.0):
    tools = dict.fromkeys(result["tool"] for case in cases for result in case["results"])
    found = {tool: [(at, value / scale) for at, value in points(cases, tool, x, y)] for tool in tools}
    return {tool: line for tool, line in found.items() if line}


def growth(cases, series, y, scale=1.0):
    """Lines of several series of growth, named by series where there are two."""
    found = {}
    for name in series:
        mine = [case for case in cases if case["input"] == name]
        for tool, line in lines(mine, "at", y, scale).items():
            label = tool if len(series) == 1 else f"{tool}: {name.partition(', ')[2]}"
            found[label] = line
    return found


def all_of(results):
    """All plots for which there are results, as SVG by name."""
    sections, found = results["sections"], {}
    if "basis" in sections:
        found["basis"] = plot.draw("Exact basis of 500 rows, density 0.1", "attributes", "seconds, wall",
                                   lines(sections["basis"]["series"], "attributes", "wall"))
    if "rules" in sections:
        series = [case for case in sections["rules"]["cases"] if "attributes" in case]
        found["rules"] = plot.draw("Rules without exceptions, 1000 rows, density 0.2", "attributes", "seconds, wall",
                                   lines(series, "attributes", "wall"))
        found["rules-count"] = plot.draw("How many rules, 1000 rows, density 0.2", "attributes", "rules",
                                         lines(series, "attributes", "rules"))
    for name in dict.fromkeys(case["input"] for case in sections.get("frequent", {}).get("cases", [])):
        mine = [case for case in sections["frequent"]["cases"] if case["input"] == name]
        found[f"frequent-{name.lower()}"] = plot.draw(f"{name}: rules without exceptions, by support", "rows that bear a rule out",
                                                      "seconds, wall", lines(mine, "support", "wall"))
    if "reading" in sections:
        found["reading"] = plot.draw("Reading 100 columns", "rows", "seconds, wall",
                                     lines(sections["reading"]["cases"], "rows", "wall"))
    if "growth" in sections:
        cases = sections["growth"]["cases"]
        rows = [name for name in dict.fromkeys(case["input"] for case in cases) if name.startswith("rows")]
        found["growth-rows"] = plot.draw("Time by rows, 100 attributes", "rows", "seconds, wall",
                                         growth(cases, rows, "wall"))
        found["growth-memory"] = plot.draw("Memory by rows, 100 attributes", "rows", "megabytes, peak",
                                           growth(cases, rows, "memory", 1e6))
        found["growth-attributes"] = plot.draw("Time by attributes, 1000 rows, density 0.1", "attributes",
                                               "seconds, wall", growth(cases, ["attributes"], "wall"))
        found["growth-density"] = plot.draw("Time by density, 1000 rows, 100 attributes", "density", "seconds, wall",
                                            growth(cases, ["density"], "wall"))
    return {name: picture for name, picture in found.items() if picture}
