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


# Frequent rules, and what comes without options


def circumstances(results, section):
    """When and where a section was measured, as it may be measured by itself."""
    machine, others = results["machine"], section.get("others")
    load = "" if others is None else f" Others had {others:g} of the cores meanwhile, on average."
    scale = "" if results["scale"] == "full" else " This was a quick run: small tables."
    return (f"Measured {machine['date']} on {machine['cores']} cores of {machine['processor']}, Python "
            f"{machine['python']}, at commit {machine['commit']}.{load}{scale}")


def of_rules(tool):
    """Whether a tool gives rules, and not only sets."""
    return "closed sets" not in tool


def frequent_cell(case, tool):
    """Seconds of computing, the ratio, and how many rules; in bold who is ahead of us."""
    result, mine = result_of(case, tool), case["results"][0]
    start_up = case.get("start_up", 0.0)
    if result is None:
        return ""
    if tool.startswith("hornbook"):
        return figure(result, lambda r: f"{seconds(computing(r, start_up) if tool == mine['tool'] else r['wall'])}"
                      + ("" if tool == mine["tool"] else " wall"))
    base = None if mine["failure"] else computing(mine, start_up)
    if result["failure"]:
        stopped = LIMIT.match(result["failure"])
        if stopped and base:
            least = min(result["cpu"], float(stopped[1]))
            return f"over {seconds(least)}" + (f" (over {ratio(least / base)})" if least > base else "")
        return short_failure(result["failure"])
    took, what = computing(result, start_up), "rules" if of_rules(tool) else "closed sets"
    times = f"{ratio(took / base)}, " if base else ""
    cell = f"{seconds(took)} ({times}{count(result['rules'])} {what})"
    return f"**{cell}**" if base is None or took < base else cell


def stops(cases):
    """At which support each tool was stopped; below that it was not tried."""
    said = {}
    for case in cases:
        for result in case["results"]:
            if result["failure"] and not result["failure"].startswith("not "):
                said.setdefault((case["label"], result["failure"]), []).append(result["tool"])
    lines = [f"- At {label}, {failure}: {'; '.join(names)}." for (label, failure), names in said.items()]
    return "\n" + "\n".join(lines) + "\n" if lines else ""


def tried(case):
    """Whether anybody was still tried at a support."""
    return any(not result["failure"].startswith("not ") for result in case["results"])


def frequent_tables(cases, peaks=True):
    """A table of times and one of memory for each input."""
    parts = []
    for name in dict.fromkeys(case["input"] for case in cases):
        mine = labelled([case for case in cases if case["input"] == name and tried(case)], lambda case: case["called"])
        names = [tool for tool in tools(mine) if any(not result_of(case, tool)["failure"].startswith("not at hand")
                                                     for case in mine if result_of(case, tool))]
        rows = []
        for each in mine:
            rules = each["results"][0].get("rules")
            rows.append([each["called"], "" if rules is None else count(rules),
                         *(frequent_cell(each, tool) for tool in names)])
        parts.append(f"{name}, {count(mine[0]['rows'])} rows:\n\n" + table(["support", "our rules", *names], rows) + stops(mine))
        if not peaks:
            continue
        rows = [[each["called"], *(figure(result_of(each, tool), lambda r: memory(r["memory"])) for tool in names)]
                for each in mine]
        parts.append(f"{name}, peak memory:\n\n" + table(["support", *names], rows))
    return "\n".join(parts)


def least(results, measure_of):
    """The least figure and its tool, among those that ended."""
    ended = [(measure_of(result), result["tool"]) for result in results if not result["failure"]]
    return min(ended, default=None)


def who_is_ahead(cases, measure_of):
    """At how many supports ours is ahead of all rules of others, and where not."""
    ahead, behind = 0, {}
    for case in cases:
        mine = least([r for r in case["results"] if r["tool"] == case["results"][0]["tool"]], lambda r: measure_of(case, r))
        best = least([r for r in case["results"] if not r["tool"].startswith("hornbook") and of_rules(r["tool"])],
                     lambda r: measure_of(case, r))
        if mine and (not best or mine[0] < best[0]):
            ahead += 1
        elif best:
            behind.setdefault(best[1].partition(",")[0], []).append(case["called"])
    tried = ahead + sum(map(len, behind.values()))
    said = [f"behind {peer} at {', '.join(where) if len(where) < tried else 'all'}" for peer, where in behind.items()]
    return "; ".join([f"{ahead} of {tried}", *said])


def frequent_block(results, section):
    rows = []
    for name in dict.fromkeys(case["input"] for case in section["cases"]):
        mine = [case for case in section["cases"] if case["input"] == name]
        rows.append([name, who_is_ahead(mine, lambda case, r: computing(r, case["start_up"])),
                     who_is_ahead(mine, lambda case, r: r["wall"]), who_is_ahead(mine, lambda case, r: r["memory"])])
    absent = {f"{r['tool']}: {r['failure']}" for case in section["cases"] for r in case["results"]
              if r["failure"].startswith("not at hand")} | set(section["absent"])
    return (f"{circumstances(results, section)} Every run, ours too, was stopped after {section['limit']:g} s or at "
            f"{memory(section['memory'])}.\n\nAt how many of the supports that somebody reached one thread of ours is "
            "ahead of all that list rules:\n\n" + table(["table", "computing", "wall, whole process", "peak memory"], rows) +
            "".join(f"\n- {reason}.\n" for reason in sorted(absent)) + "\n" +
            frequent_tables(section["cases"]))


def exceptions_block(section):
    return frequent_tables(section["exceptions"], peaks=False)


def agreement_block(section):
    rows, failed = [], []
    for told in section["agreement"]:
        for peer in told["peers"]:
            label = f"{told['input']}, {count(told['support'])} rows"
            if peer["failure"]:
                failed.append(f"- {label}, {peer['tool']}: {peer['failure']}.")
                continue
            rows.append([label, f"{count(told['hold'])} of {count(told['ours'])}", peer["tool"], count(peer["rules"]),
                         f"{count(peer['follow'])} of {count(peer['premises'])}",
                         f"{count(peer['entailed'])} of {count(peer['asked'])}",
                         f"{count(peer['among'])} of {count(peer['ours_with_premise'])}"])
    head = ["table, support", "ours that hold", "miner", "its rules", "its premises all of whose conclusions follow",
            "of these by `entails`", "ours among its rules"]
    return table(head, rows) + ("\n" + "\n".join(failed) + "\n" if failed else "")


def default_block(results, section):
    rows = []
    for case in section["cases"]:
        result = case["results"][0]
        size = f"{count(case['rows'])} × {count(case['columns'])}"
        if result["failure"]:
            rows.append([case["input"], size, short_failure(result["failure"]), "", "", ""])
        else:
            rows.append([case["input"], size, seconds(result["wall"]), memory(result["memory"]), count(result["rules"]),
                         result.get("certified", "")])
    bar = f"{section['seconds']:g} s and {memory(section['memory'])}"
    verdict = (f"**Over the bar of {bar}**: {'; '.join(section['missed'])}." if section["missed"]
               else f"All are within {bar}.")
    return (f"{circumstances(results, section)}\n\n" +
            table(["table", "rows × columns", "wall", "peak memory", "rules", "what is certified"], rows) +
            f"\n{verdict}\n" + "".join(f"\n- {reason}.\n" for reason in section["absent"]))


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
    if "frequent" in sections:
        section = sections["frequent"]
        found["frequent"] = frequent_block(results, section)
        found["frequent-agreement"] = agreement_block(section)
        found["frequent-exceptions"] = exceptions_block(section)
    if "default" in sections:
        found["default"] = default_block(results, sections["default"])
    return found


def every_run(results):
    """Every figure that was measured, for who wants to look closer."""
    rows = []
    for name, section in results["sections"].items():
        for case in section["cases"] + section.get("series", []) + section.get("exceptions", []):
            label = " ".join(filter(None, [case["input"], f"ε={case['epsilon']:g}" if "epsilon" in case else "",
                                           f"{case['at']:,g}" if "at" in case else "", case.get("called", "")]))
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
              "frequent": "Frequent rules without exceptions", "frequent-agreement": "Frequent rules: do all agree",
              "frequent-exceptions": "Frequent rules with exceptions", "default": "Without options",
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


def into_page(results, page, folder, whole=True):
    """Fills the page; what it says of the machine stays unless all was measured."""
    found = {name: block for name, block in blocks(results).items() if whole or name != "machine"}
    page.write_text(fill(page.read_text(), found))
    draw(results, folder)
