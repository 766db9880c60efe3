"""Turns results into Markdown: blocks by name, which stand in pages between
`<!-- begin: NAME -->` and `<!-- end: NAME -->`."""

import re
from pathlib import Path

import figures
from words import count, memory, ratio, reasons, seconds, short_failure, table

LIMIT = re.compile(r"stopped after ([\d.]+) s")


def labelled(cases, label):
    return [{**case, "label": label(case)} for case in cases]


def tools(cases):
    """All tools of the cases, in order."""
    return list(dict.fromkeys(result["tool"] for case in cases for result in case["results"]))


def result_of(case, tool):
    return next((result for result in case["results"] if result["tool"] == tool), None)


def figure(result, tell):
    """A cell: what `tell` says of a result, or in short why there is none."""
    if result is None:
        return ""
    return short_failure(result["failure"]) if result["failure"] else tell(result)


# The exact basis


def computing(result, start_up):
    """CPU seconds without start-up; ours includes reading and writing."""
    if "computing" in result:
        # Some tools can only tell the wall time, which others on the machine add to.
        return min(result["computing"], result["cpu"])
    return max(result["cpu"] - start_up, 1e-4)


def basis_cell(case, tool, start_up):
    result, ours = result_of(case, tool), case["results"][0]
    if tool == ours["tool"]:
        return figure(result, lambda r: seconds(computing(r, start_up)))
    if tool.startswith("hornbook"):
        return figure(result, lambda r: f"{seconds(r['wall'])} wall")
    if ours["failure"]:
        return figure(result, lambda r: seconds(computing(r, start_up)))
    base = computing(ours, start_up)
    if LIMIT.match(result["failure"]):
        # What it had of the processor until then; others may have had the rest.
        least = min(result["cpu"], float(LIMIT.match(result["failure"])[1]))
        return f"over {seconds(least)}" + (f" (over {ratio(least / base)})" if least > base else "")
    other = "" if result.get("rules") == ours["rules"] else f", {count(result.get('rules', 0))} rules"
    return figure(result, lambda r: f"{seconds(computing(r, start_up))} ({ratio(computing(r, start_up) / base)}{other})")


def basis_block(section, cases):
    cases = labelled(cases, lambda case: case["input"])
    names = tools(cases)
    rows = []
    for case in cases:
        rules = case["results"][0].get("rules")
        rows.append([case["input"], count(rules) if rules else "?",
                     *(basis_cell(case, tool, section["start_up"]) for tool in names)])
    return table(["table", "rules", *names], rows) + reasons(cases)


def memory_block(cases, label, head):
    cases = labelled(cases, label)
    names = tools(cases)
    rows = [[case["label"], *(figure(result_of(case, tool), lambda r: memory(r["memory"])) for tool in names)]
            for case in cases]
    return table([head, *names], rows)


# Rules, guarantee, reading, growth


def long_rows(case, first):
    """A row a tool: rules, CPU, wall, memory."""
    rows = []
    for result in case["results"]:
        if result["failure"]:
            rows.append([*first, result["tool"], short_failure(result["failure"]), "", "", ""])
        else:
            rows.append([*first, result["tool"], count(result["rules"]), seconds(result["cpu"]),
                         seconds(result["wall"]), memory(result["memory"])])
    return rows


def rules_block(section):
    zoo, *series = labelled(section["cases"], lambda case: case["input"])
    block = table(["Zoo", "rules", "CPU", "wall", "peak memory"], long_rows(zoo, [])) + reasons([zoo])
    if series:
        names = tools(series)
        rows = [[case["input"], *(figure(result_of(case, tool), lambda r: f"{seconds(r['wall'])}, {count(r['rules'])}")
                                  for tool in names)] for case in series]
        block += "\nWall time and number of rules:\n\n" + table(["table", *names], rows) + reasons(series)
    return block


def pac_block(section):
    cases = labelled(section["cases"], lambda case: f"{case['input']}, ε = {case['epsilon']:g}")
    rows = []
    for case in cases:
        shown = set()
        for result in case["results"]:
            method = result.get("method", result["tool"])
            if method in shown:
                continue
            shown.add(method)
            name = f"{method} (usual)" if result["tool"] == "the usual method" else method
            if result["failure"]:
                rows.append([case["label"], name, short_failure(result["failure"]), "", "", "", ""])
            else:
                rows.append([case["label"], name, count(result["questions"]), count(result["rules"]),
                             seconds(result["cpu"]), seconds(result["wall"]), memory(result["memory"])])
    head = ["table", "method", "questions", "rules", "CPU", "wall", "peak memory"]
    return table(head, rows) + reasons(cases)


def reading_block(section):
    cases = labelled(section["cases"], lambda case: f"{case['input']}, {memory(case['bytes'])}")
    names = tools(cases)
    rows = [[case["label"], *(figure(result_of(case, tool), lambda r: f"{seconds(r['wall'])} ({seconds(r['cpu'])})")
                              for tool in names)] for case in cases]
    return (table(["table", *names], rows) + reasons(cases) + "\nPeak memory:\n\n" +
            memory_block(section["cases"], lambda case: case["input"], "table"))


def growth_block(section):
    parts = []
    for series in dict.fromkeys(case["input"] for case in section["cases"]):
        cases = labelled([case for case in section["cases"] if case["input"] == series],
                         lambda case: f"{case['at']:,g}" if case["at"] < 1 else f"{case['at']:,}")
        names, rows = tools(cases), []
        for case in cases:
            row = [case["label"]]
            for tool in names:
                result = result_of(case, tool)
                row += [figure(result, lambda r: seconds(r["wall"])),
                        "" if result["failure"] else memory(result["memory"]),
                        "" if result["failure"] else count(result["rules"])]
            rows.append(row)
        head = [cases[0]["what"]]
        for tool in names:
            head += [tool, "memory", "rules"]
        parts.append(f"Growing {series}:\n\n" + table(head, rows) + reasons(cases))
    return "\n".join(parts)


def machine_block(results):
    machine = results["machine"]
    scale = "" if results["scale"] == "full" else " This was a quick run: small tables, short limits."
    return (f"Measured {machine['date']} on {machine['cores']} cores of {machine['processor']}, {machine['system']}, "
            f"{machine['rustc']}, Python {machine['python']}, at commit {machine['commit']}. "
            f"A peer's run was stopped after {results['limit']:g} s.{scale}\n")


def blocks(results):
    """All blocks for which there are results, by name."""
    sections = results["sections"]
    found = {"machine": machine_block(results)}
    if "basis" in sections:
        section = sections["basis"]
        found["basis"] = basis_block(section, section["cases"])
        found["basis-memory"] = memory_block(section["cases"], lambda case: case["input"], "table")
        found["basis-series"] = basis_block(section, section["series"])
    for name, block in (("rules", rules_block), ("pac", pac_block), ("reading", reading_block),
                        ("growth", growth_block)):
        if name in sections:
            found[name] = block(sections[name])
    return found


def every_run(results):
    """Every figure that was measured, for who wants to look closer."""
    rows = []
    for name, section in results["sections"].items():
        for case in section["cases"] + section.get("series", []):
            label = " ".join(filter(None, [case["input"], f"ε={case['epsilon']:g}" if "epsilon" in case else "",
                                           f"{case['at']:,g}" if "at" in case else ""]))
            for result in case["results"]:
                measured = [f"{result[key]:.4f}" if key in result else "" for key in ("user", "cpu", "wall", "computing")]
                spread = f"{result['spread']:.0%} of {result['runs']}" if "runs" in result else ""
                peak = memory(result["memory"]) if "memory" in result else ""
                rules = count(result["rules"]) if "rules" in result else ""
                rows.append([name, label, result["tool"], *measured, spread, peak, rules, result["failure"]])
    head = ["section", "table", "tool", "user s", "CPU s", "wall s", "computing s", "spread", "peak memory", "rules",
            "failure"]
    return table(head, rows)


def everything(results):
    titles = {"machine": "Machine", "basis": "Exact basis", "basis-memory": "Exact basis: peak memory",
              "basis-series": "Exact basis: more attributes", "rules": "Rules without exceptions",
              "pac": "With a guarantee", "reading": "Reading", "growth": "Growth"}
    parts = [f"## {titles[name]}\n\n{block}" for name, block in blocks(results).items()]
    return "\n".join([*parts, "## Every run\n", every_run(results)])


def fill(page, found):
    """The page with its blocks replaced; a block without results stays as it was."""
    for name, block in found.items():
        mark = re.compile(rf"(<!-- begin: {name} -->\n).*?(<!-- end: {name} -->)", re.DOTALL)
        page = mark.sub(lambda match: f"{match[1]}\n{block}\n{match[2]}", page)
    return page


def draw(results, folder):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in figures.all_of(results).items():
        (folder / f"{name}.svg").write_text(picture)


def into_page(results, page, folder):
    page.write_text(fill(page.read_text(), blocks(results)))
    draw(results, folder)
