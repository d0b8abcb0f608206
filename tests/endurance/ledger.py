#!/usr/bin/env python3
"""The counts of endurance: ledger.py show | keep | add KIND NAME=COUNT... [--seconds S] [--loss TEXT]

Two ledgers have one form, kind -> runs, seconds, counts, losses, dates, and details and figures of the last run: build/endurance.json, to which every run
adds, and labs/results/endurance.json, which is part of the tree and has what README.md claims.

    show   prints both together: a table of what was tried, with dates and commands, and the details of the last runs
    keep   adds the first to the second and removes it
    add    adds counts of a program that is not in Python (tools/fuzz)
"""
import argparse
import datetime
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
NEW, KEPT = ROOT / "build/endurance.json", ROOT / "labs/results/endurance.json"
WHAT = {
    "kills": ("SIGKILL at random moments of gather, its workers, summarize, index, serve", "kills --count {tries}"),
    "calls": ("file operations that fail (ENOSPC, EIO; once, for ever)", "faults --count {tries}"),
    "bytes": ("flipped bits of repository, archive and index", "bytes --count {tries}"),
    "power": ("power losses: what was not synced is taken back", "power --count {tries}"),
    "crowds": ("requests of ordinary users beside crowds", "crowds"),
    "requests": ("requests to one server, its memory watched", "requests --count {tries}"),
    "views": ("views of a page that 2,600 pages link to, memory watched", "views"),
    "queries": ("the costliest queries that the search page accepts, one at a time", "queries"),
    "diary": ("rounds of update over sites that change", "diary --count {tries}"),
    "fuzz": ("inputs of the fuzzers", None),
}


def read(path):
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def write(path, ledger):
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".new")
    beside.write_text(json.dumps(ledger, indent=1) + "\n", encoding="utf-8")
    beside.rename(path)


def merge(entry, other):
    """Adds `other`, an entry of the same kind, to `entry`; the details are those of the later run."""
    entry["runs"] = entry.get("runs", 0) + other["runs"]
    entry["seconds"] = round(entry.get("seconds", 0) + other["seconds"], 1)
    for name, count in other["counts"].items():
        entry.setdefault("counts", {})[name] = entry.get("counts", {}).get(name, 0) + count
    entry["losses"] = entry.get("losses", []) + other["losses"]
    entry["first"] = min(entry.get("first", other["first"]), other["first"])
    is_later = other["last"] >= entry.get("last", "")
    entry["last"] = max(entry.get("last", other["last"]), other["last"])
    for name in ("details", "figures"):
        if is_later and other.get(name):
            entry[name] = other[name]
    return entry


def together(*ledgers):
    whole = {}
    for ledger in ledgers:
        for kind, entry in ledger.items():
            merge(whole.setdefault(kind, {}), entry)
    return whole


def add(file, kind, counts, losses, seconds, details=(), figures=None):
    """Adds the counts of a run to those of earlier ones in `file`, and prints both. Returns the exit code of the program."""
    path = pathlib.Path(file)
    ledger = read(path)
    today = datetime.date.today().isoformat()
    run = {"runs": 1, "seconds": seconds, "counts": dict(counts), "losses": list(losses), "first": today, "last": today,
           "details": list(details), "figures": figures or {}}
    entry = merge(ledger.setdefault(kind, {}), run)
    write(path, ledger)
    print(f"{kind}: {sum(counts.values()):,} tries, {len(losses)} losses, {seconds:.0f} s: "
          + ", ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    print(f"in all {entry['runs']} runs: {tries_of(entry):,} tries, {len(entry['losses'])} losses, {entry['seconds']:.0f} s ({path})")
    return 1 if losses else 0


def tries_of(entry):
    return sum(entry["counts"].values())


def command_of(kind, entry):
    arguments = WHAT[kind][1] if kind in WHAT else kind
    return f"tools/figures {arguments.format(tries=tries_of(entry))}" if arguments else "tools/fuzz"


def dates_of(entry):
    return entry["last"] if entry["first"] == entry["last"] else f"{entry['first']} to {entry['last']}"


def table(ledger):
    """Rows of Markdown, a kind each."""
    lines = ["| disturbance | tries | losses | took | date | command |", "|---|---|---|---|---|---|"]
    for kind in sorted(ledger, key=lambda kind: list(WHAT).index(kind) if kind in WHAT else len(WHAT)):
        entry = ledger[kind]
        what = WHAT[kind][0] if kind in WHAT else kind
        lines.append(f"| {what} | {tries_of(entry):,} | {len(entry['losses'])} | {entry['seconds'] / 60:.0f} min | {dates_of(entry)} "
                     f"| `{command_of(kind, entry)}` |")
    return lines


def show(_):
    ledger = together(read(KEPT), read(NEW))
    if not ledger:
        print("there are no counts yet: tools/figures kills --count 100", file=sys.stderr)
        return 1
    print("\n".join(table(ledger)))
    for kind, entry in ledger.items():
        if entry.get("details"):
            print(f"\n{WHAT[kind][0]}, the last run ({entry['last']}, {command_of(kind, entry)}):")
            print("\n".join(f"    {line}" for line in entry["details"]))
    return 0


def tried(ledger, kind):
    """Tries and losses of a kind."""
    return tries_of(ledger[kind]), len(ledger[kind]["losses"])


def readme_rows(ledger):
    """The figures of docs/claims.md: name, what was measured, dates, command. That of costly queries is left out until it was kept."""
    crowds, requests = ledger["crowds"]["figures"], ledger["requests"]["figures"]
    faults = [(*tried(ledger, kind), words) for kind, words in
              (("kills", "kills"), ("calls", "failing file operations"), ("bytes", "flipped bits"), ("power", "power losses"))]
    disturbed = ", ".join(f"{tries:,} {words}" for tries, _, words in faults)
    inputs, found = tried(ledger, "fuzz")
    kills, lost = tried(ledger, "kills")
    dates = {name: dates_of(merged([ledger[kind] for kind in kinds])) for name, kinds in (
        ("load", ("crowds", "requests")), ("faults", ("kills", "calls", "bytes", "power")), ("fuzz", ("fuzz",)), ("kills", ("kills",)))}
    rows = [
        f"| Load held | p99 of ordinary requests: {crowds['p99 alone']} ms alone, {crowds['p99 crowd']} ms beside {crowds['idle']:,} idle and "
        f"{crowds['slow']:,} slow connections, {crowds['p99 readers']} ms beside {crowds['readers']} slow readers; {crowds['not answered']} not answered. "
        f"Resident memory after {requests['count'] // 10:,} requests: {requests['first']} MiB, after {requests['count']:,}: "
        f"{requests['last']} MiB | {dates['load']} | `tools/figures crowds`, `requests` |",
        f"| Faults survived | {disturbed}: {sum(losses for _, losses, _ in faults)} losses | {dates['faults']} "
        f"| `tools/figures kills`, `faults`, `bytes`, `power` |",
        f"| Bad inputs tried | {inputs:,} inputs of {len(ledger['fuzz']['counts'])} fuzzers: {found} open findings; 120 hosts that misbehave, in the tests "
        f"| {dates['fuzz']} | `tools/fuzz`, `tests/hostile_web/` |",
        f"| Nothing lost, nothing twice | repository, archive and the web server's log agree after {kills:,} kills: {lost} pages lost, doubled or "
        f"fetched again | {dates['kills']} | `tools/figures kills` |",
    ]
    return rows + ([queries_row(ledger["queries"])] if "queries" in ledger else [])


def queries_row(entry):
    figures = entry["figures"]
    tries, beyond = tries_of(entry), len(entry["losses"])
    return (f"| Any query bounded | {tries:,} of the costliest queries over {figures['pages']:,} pages: the longest {figures['longest']} s, "
            f"the most memory of one {figures['memory']} MiB; {beyond} beyond {figures['seconds']} s or {figures['bound']:g} MiB "
            f"| {dates_of(entry)} | `tools/figures queries` |")


def merged(entries):
    whole = {}
    for entry in entries:
        merge(whole, entry)
    return whole


def keep(_):
    write(KEPT, together(read(KEPT), read(NEW)))
    NEW.unlink(missing_ok=True)
    return 0


def add_counts(options):
    counts = {name: int(count) for name, _, count in (pair.partition("=") for pair in options.counts)}
    add(options.ledger, options.kind, counts, options.loss, options.seconds)
    return 0


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = options.add_subparsers(required=True)
    for name, action in (("show", show), ("keep", keep)):
        verbs.add_parser(name).set_defaults(action=action)
    adding = verbs.add_parser("add")
    adding.set_defaults(action=add_counts)
    adding.add_argument("kind")
    adding.add_argument("counts", nargs="+", metavar="NAME=COUNT")
    adding.add_argument("--seconds", type=float, default=0)
    adding.add_argument("--loss", action="append", default=[])
    adding.add_argument("--ledger", default=NEW)
    chosen = options.parse_args()
    return chosen.action(chosen)


if __name__ == "__main__":
    sys.exit(main())
