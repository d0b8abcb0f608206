#!/usr/bin/env python3
"""Makes file operations fail, bytes flip and the power go, and checks that nothing is lost.

    faults.py calls --count N    read, write, sync, rename, open, truncate fail in gather, summarize, index, check repository, and
                                 repair of a damaged repository: each k-th one, spread evenly; ENOSPC and EIO; once, and from then on
    faults.py bytes --count N    a bit of the repository, the archive or the index is flipped: a check must find it, or texts and
                                 searches must read as before; no verb crashes; repair mends it
    faults.py power --count N    gather is killed, and what it had written and not synced is lost, as when the power goes

After each failure the verb must have ended with a message and an exit code, not by a signal; run again, it must come to what an
undisturbed collection has. --program and --library name what is tested; counts are added up in --ledger.
"""
import argparse
import collections
import pathlib
import random
import shutil
import struct
import sys
import time

import bench
import ledger

# The errors that each operation may have.
CALLS = {"read": ("EIO",), **dict.fromkeys(("write", "sync", "rename", "open", "truncate"), ("ENOSPC", "EIO"))}
LASTS = ("once", "on")
STEPS = ("gather", "summarize", "index")
VERBS = (*STEPS, "check", "repair")
PAGE = 4096  # SQLite's.


def arguments_of(verb, folder):
    if verb == "check":
        return ["check", "repository", folder, "--quiet"]
    return [verb, folder, "--quiet", *(["--all"] if verb == "index" else []),
            *(["--keep-free", "0"] if verb == "gather" else [])]


class Faults:
    def __init__(self, options):
        self.bench = bench.Bench(options.program, options.hosts, options.pages)
        self.library = pathlib.Path(options.library).resolve()
        self.seed = options.seed if options.seed is not None else random.SystemRandom().randrange(2**32)
        self.random = random.Random(self.seed)
        self.count, self.counts = options.count, collections.Counter()
        self.stages, self.notes = {}, collections.Counter()

    def prepare(self):
        """A copy of the collection as it is before each verb."""
        whole = self.bench.make_reference()
        for verb in STEPS:
            folder = self.bench.collection()
            for earlier in STEPS[:STEPS.index(verb)]:
                self.bench.run(*arguments_of(earlier, folder))
            self.stages[verb] = folder
        self.stages["whole"] = self.stages["check"] = whole
        self.stages["repair"] = self.copy("whole")
        self.bench.rows_written(self.stages["repair"])
        with open(self.stages["repair"] / "repository.db", "r+b") as file:
            file.seek(PAGE)
            file.write(bytes(PAGE))

    def copy(self, stage):
        self.bench.made += 1
        folder = self.bench.work / f"c{self.bench.made}"
        shutil.copytree(self.stages[stage], folder)
        return folder

    def environment(self, folder, **settings):
        names = {"LD_PRELOAD": str(self.library), "PORTHOLE_FAULT_BELOW": str(folder),
                 # The library comes before the sanitizers' own: they are content with that if told so.
                 "ASAN_OPTIONS": "verify_asan_link_order=0:detect_leaks=0:new_delete_type_mismatch=0"}
        return {**names, **{f"PORTHOLE_FAULT_{name.upper()}": str(value) for name, value in settings.items()}}

    def forget_requests(self):
        self.bench.web.lines.clear()
        self.bench.web.answers = 0

    # --- calls -------------------------------------------------------------------------------------------------

    def number_of_calls(self, verb, call):
        """How many operations of this kind the verb makes."""
        folder = self.copy(verb)
        counter = self.bench.work / "counter"
        counter.unlink(missing_ok=True)
        self.bench.run(*arguments_of(verb, folder), environment=self.environment(folder, calls=call, at=0, counter=counter))
        shutil.rmtree(folder)
        return struct.unpack("q", counter.read_bytes())[0] if counter.exists() else 0

    def calls(self):
        plans = []
        for verb in VERBS:
            for call, errors in CALLS.items():
                number = self.number_of_calls(verb, call)
                plans += [(verb, call, error, lasts, number) for error in errors for lasts in LASTS if number > 0]
        self.random.shuffle(plans)
        for trial in range(self.count):
            verb, call, error, lasts, number = plans[trial % len(plans)]
            self.fail_once(verb, call, error, lasts, self.random.randint(1, number))

    def fail_once(self, verb, call, error, lasts, at):
        name = f"{verb}, {call} {at} {error} {lasts}"
        folder = self.copy(verb)
        self.forget_requests()
        code, out, err = self.bench.run(*arguments_of(verb, folder),
                                        environment=self.environment(folder, calls=call, at=at, error=error, lasts=lasts))
        self.counts[f"{verb} {call}"] += 1
        self.notes[f"exit code {code}"] += 1
        if not bench.ended_well(code):
            self.bench.fault(f"{name}: ended by signal {-code}: {err}")
        if code != 0 and not (err + (out if verb == "check" else "")).strip():
            self.bench.fault(f"{name}: exit code {code} without a message")
        if verb == "repair":
            self.repair(folder, name)
        self.finish(folder, STEPS[STEPS.index(verb):] if verb in STEPS else (), name)

    def repair(self, folder, name):
        """Runs a repair that failed again: nothing of the crawl may be lost."""
        code, out, err = self.bench.run("repair", folder)
        if code != 0:
            self.bench.fault(f"{name}: the next repair ended with {code}: {out}{err}")
        pages, reference = ({href: digest for href, (digest, *_) in pages.items()}
                            for pages in (self.bench.pages(folder), self.bench.reference["pages"]))
        if pages != reference:
            self.bench.fault(f"{name}: pages were lost by the repair")

    def finish(self, folder, verbs, name):
        """Runs the rest undisturbed, and compares."""
        kept = self.bench.pages(folder)
        for verb in verbs:
            code, _, err = self.bench.run(*arguments_of(verb, folder))
            if code != 0:
                self.bench.fault(f"{name}: the next {verb} ended with {code}: {err}")
        now = self.bench.pages(folder)
        for href, page in kept.items():
            if now.get(href) != page:
                self.bench.fault(f"{name}: {href} was committed as {page} and is {now.get(href)}")
        if "gather" in verbs:
            self.bench.check_crawl(folder, {}, name)
        self.bench.check_stores(folder, name)
        shutil.rmtree(folder)

    # --- bytes -------------------------------------------------------------------------------------------------

    def bytes(self):
        # What the log holds is written into the file first, so that the byte is one that counts.
        for _ in range(self.count):
            store = self.random.choice(("repository", "archive", "index"))
            self.flip(store)

    def files_of(self, store, folder):
        if store == "repository":
            return [folder / "repository.db"]
        return sorted((folder / store).glob("*.warc.gz" if store == "archive" else "*.glass"))

    def flip(self, store):
        folder = self.copy("whole")
        self.bench.rows_written(folder)
        file = self.random.choice(self.files_of(store, folder))
        data = bytearray(file.read_bytes())
        at = self.random.randrange(len(data))
        data[at] ^= 1 << self.random.randrange(8)
        file.write_bytes(data)
        name = f"{file.name}, byte {at}"
        code, out, err = self.bench.run("check", "repository", folder)
        if code not in (0, 3, 4):
            self.bench.fault(f"{name}: check repository ended with {code}: {out}{err}")
        self.counts[f"{store} {'found' if code else 'not found'}"] += 1
        if code == 0:
            self.compare_unfound(store, folder, name)
        else:
            self.mend(store, folder, name)
        shutil.rmtree(folder)

    def compare_unfound(self, store, folder, name):
        """A bit that no check finds: no reader may see a difference."""
        same = (self.bench.texts(folder) == self.bench.texts(self.stages["whole"])
                and self.bench.searches(folder) == self.bench.reference["searches"])
        if not same:
            self.bench.fault(f"{name}: not found by check repository, and read otherwise")

    def mend(self, store, folder, name):
        code, out, err = self.bench.run("repair", folder)
        # A damaged record of the archive stays; what was there is in the repository, or waits.
        if code not in ((0, 1) if store == "archive" else (0,)):
            self.bench.fault(f"{name}: repair ended with {code}: {out}{err}")
        if set(self.bench.pages(folder)) != set(self.bench.reference["pages"]):
            self.bench.fault(f"{name}: pages were lost by the repair")
        if store != "archive":
            self.bench.check_stores(folder, name)

    # --- power -------------------------------------------------------------------------------------------------

    def power(self):
        for _ in range(self.count):
            folder = self.copy("gather")
            self.forget_requests()
            for _ in range(self.random.randint(1, 3)):
                self.lose_power(folder)
            if not self.bench.is_sound(folder):
                self.bench.fault("power: the repository is damaged")
            self.finish(folder, STEPS, "power")
            self.counts["power"] += 1

    def lose_power(self, folder):
        log = self.bench.work / "log"
        log.unlink(missing_ok=True)
        process = self.bench.start(*arguments_of("gather", folder), environment=self.environment(folder, log=log))
        time.sleep(self.random.uniform(0, 1.5 * self.bench.seconds["gather"]))
        process.kill()
        process.communicate()
        for entries in unsynced(log).values():
            self.notes["writes that were not synced"] += len(entries)
            undo(entries, self.random)


def entries_of(log):
    """(what, path, offset, old size, old bytes, new bytes), in order."""
    data = log.read_bytes() if log.exists() else b""
    at = 0
    while at < len(data):
        end = data.index(b"\n", at)
        what, _, path = data[at:end].decode("utf-8", "surrogateescape").partition(" ")
        line = data.index(b"\n", end + 1)
        offset, old_size, old, new = map(int, data[end + 1:line].split())
        body = line + 1
        if body + old + new > len(data):
            return  # The kill cut it.
        yield what, path, offset, old_size, data[body:body + old], data[body + old:body + old + new]
        at = body + old + new


def unsynced(log):
    """path -> the changes since its last sync. What is in shared memory (-shm) is made anew."""
    changes = collections.defaultdict(list)
    for what, path, *rest in entries_of(log):
        if path.endswith("-shm"):
            continue
        if what == "sync":
            changes[path] = []
        else:
            changes[path].append((what, path, *rest))
    return changes


def undo(entries, chance):
    """Takes the changes back, the last first; then makes some of them again, as a disk that got some of them on its own."""
    if not entries or not pathlib.Path(entries[0][1]).exists():
        return
    with open(entries[0][1], "r+b") as file:
        for what, _, offset, old_size, old, _ in reversed(entries):
            file.seek(offset)
            file.write(old)
            file.truncate(old_size)
        if chance.random() < 0.5:
            return
        for what, _, offset, _, _, new in entries:
            if chance.random() < 0.5:
                continue
            if what == "truncate":
                file.truncate(offset)
            else:
                file.seek(offset)
                file.write(new)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("kind", choices=("calls", "bytes", "power"))
    options.add_argument("--count", type=int, default=100, help="faults of this run")
    options.add_argument("--program", default=bench.ROOT / "build/release/bin/porthole")
    options.add_argument("--library", default=bench.ROOT / "build/release/lib/libporthole_faults.so")
    options.add_argument("--ledger", default=ledger.NEW, help="where counts are added up")
    options.add_argument("--hosts", type=int, default=1)
    options.add_argument("--pages", type=int, default=60, help="of each host")
    options.add_argument("--seed", type=int, help="of the random choices")
    chosen = options.parse_args()
    began = time.monotonic()
    faults = Faults(chosen)
    print(f"seed: {faults.seed}", flush=True)
    try:
        faults.prepare()
        getattr(faults, chosen.kind)()
    finally:
        faults.bench.close()
    print(", ".join(f"{note}: {count}" for note, count in sorted(faults.notes.items())))
    return ledger.add(chosen.ledger, chosen.kind, faults.counts, faults.bench.faults, time.monotonic() - began)


if __name__ == "__main__":
    sys.exit(main())
