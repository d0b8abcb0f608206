#!/usr/bin/env python3
"""Runs the commands of README.md and docs/*.md: run_commands.py PROGRAM [DOCUMENT...]

A command is a line of a code block that begins with `porthole`, with a program of OTHERS, or with the path of a program
of this tree. Each document has a folder of its own with collections called as in the manual (cycling, sky, DIR, ...),
where its commands run one after the other and must end with 0, or with the exit code that stands below them ("exit 2").
They crawl a made-up web on loopback, and nothing else.

Not run:
  - what PARSED lists is parsed by the program (porthole --parse-only), which finds unknown verbs and options, missing
    arguments and values out of range;
  - commands of docs/errors.md that end with another code than 2 need the fault they tell of: they are parsed, and
    tests/cli/newcomer_test.cc runs them;
  - other programs are run where they are installed and RUN names them; for the others NOT_RUN gives the reason. Programs
    of this tree must exist.
In running text, the verb and the options of `porthole VERB --option` must exist.

Prints each fault as file:line, then exits with 1 if there is one.
"""
import http.server
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONTACT = "crawler@bicycle.club"
# Commands that are parsed and not run, by their beginning, and why.
PARSED = {
    "porthole webbox": "downloads packages; tests/cli/sample_box_test.cc runs one",
    **{f"porthole {verb} box": "crawls the web in a box, whose packages are downloaded; tests/cli/sample_box_test.cc crawls one"
       for verb in ("new", "budget", "train", "gather", "distill", "mine classify", "sample")},
    "porthole expand sky --accept": "takes terms that a crawl of the live web proposes; tests/cli/expand_test.cc accepts some",
    "porthole expand sky --reject": "the same",
    "porthole gather /data/": "needs a server of PostgreSQL; tests/gatherers has one",
    "porthole status cycling --json --webhook": "tells a server and a mailbox; tests/cli/stagnation_test.cc tells its own",
    "porthole console cycling --link": "needs a console that runs; tests/cli/console_test.cc has one",
    "porthole migrate cycling": "needs a server of PostgreSQL; tests/pipeline/postgres_test.cc has one",
    "porthole query DIR --ready spam-filter --set by=": "no page here is of its topic; tests/cli/query_test.cc has one",
    "porthole standing add cycling spam": "the same",
}
# What happens before a command, by its document and beginning.
BEFORE = {
    # The collection has grown, index and all, since it was copied.
    ("docs/backup.md", "rm -rf cycling/repository.db"):
        "porthole seeds add cycling https://later.example/ && porthole update cycling --more 10",
}
RUN = {"rm", "rsync", "sed", "sqlite3", "ls", "cp", "mkdir", "echo"}
NOT_RUN = {
    "./demo": "builds the program and downloads packages",
    "./test": "builds the program and runs all tests",
    "apt": "installs packages", "apt-get": "installs packages", "sudo": "changes the system",
    "cmake": "builds the program", "ninja": "builds the program", "g++": "tests/install/example_test.sh runs it",
    "tools/build": "builds the program", "tools/install_packages": "installs packages",
    "python3": "a check that is a test of its own",
    "rdfproc": "tests/pipeline/questions_test.cc runs it", "roqet": "tests/pipeline/questions_test.cc runs it",
    "chmod": "needs root", "mount": "needs root", "chroot": "needs root", "tar": "unpacks what is not there",
    "setpriv": "needs root", "useradd": "needs root", "systemctl": "needs systemd", "journalctl": "needs systemd",
    "systemd-run": "needs systemd", "install": "needs root", "nginx": "needs nginx",
    "curl": "asks a server at a port of the manual; tests/unit/search asks the same of one",
}
COLLECTIONS = ("cycling", "sky", "databases", "DIR", "papers", ".cache/porthole/demo/databases", "srv/cycling")

TOPICS = {
    "cycling": "bicycle wheel chain gear derailleur spoke hub sprocket cycling freewheel brake saddle pedal rider".split(),
    "astronomy": "telescope star galaxy planet light curve photometry spectrum orbit nebula survey astronomy".split(),
    "databases": "database sql table foreign key transaction index query join row column write-ahead log".split(),
}
HOSTS = {"www.sheldonbrown.com": "cycling", "www.bicyclinglife.com": "cycling", "wheels.example": "cycling",
         "docs.astropy.org": "astronomy", "www.eso.org": "astronomy", "www.stsci.edu": "astronomy",
         "sqlite.org": "databases", "www.postgresql.org": "databases"}
PATHS = ("/", "/gears/", "/foreignkeys.html", "/a", "/b", "/c")


def page_of(host, path):
    topic = HOSTS.get(host, sorted(TOPICS)[sum(host.encode()) % len(TOPICS)])
    words = TOPICS[topic]
    begin = sum((host + path).encode()) % len(words)
    order = words[begin:] + words[:begin]
    text = ". ".join(" ".join(order[i:] + order[:i]).capitalize() for i in range(6))
    links = "".join(f'<li><a href="https://{other}{PATHS[(begin + i) % len(PATHS)]}">{HOSTS[other]}: {words[i % len(words)]}</a>'
                    for i, other in enumerate(HOSTS))
    links += "".join(f'<li><a href="{other}">{topic} {order[0]} {other}</a>' for other in PATHS)
    return f"<!DOCTYPE html><html lang=en><title>{order[0]} {order[1]} at {host}{path}</title><h1>{topic}</h1><p>{text}.<ul>{links}</ul>"


class Web(http.server.BaseHTTPRequestHandler):
    """The made-up web: every host has pages, those of HOSTS have links."""

    def do_GET(self):
        body = page_of(self.headers["Host"] or "", self.path).encode()
        self.send_response(404 if self.path == "/robots.txt" else 200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def code_lines(text):
    """Lines of code blocks, indented or fenced, with their numbers; lines that end with \\ are joined."""
    fenced, joined, first = False, "", 0
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("```"):
            fenced = not fenced
        elif fenced or line.startswith("    "):
            first = first or number
            joined += line.strip()
            if joined.endswith("\\"):
                joined = joined[:-1]
                continue
            yield first, joined
        joined, first = "", 0


def first_word(line):
    return line.removeprefix("$ ").split(" ")[0]


def is_left_out(command):
    """Whether it, or a command that && joins to it, is not to be run."""
    words = [first_word(part.strip()) for part in command.split("&&")]
    return words[0] != "porthole" and words[0] not in RUN or any(word in NOT_RUN for word in words)


def is_command(line):
    word = first_word(line)
    return word == "porthole" or word in RUN or word in NOT_RUN or bool(re.match(r"(?:\./|tools/|labs/|build/)\w", word))


def commands(text):
    """(line number, command, documented exit code)"""
    lines = list(code_lines(text))
    for place, (number, line) in enumerate(lines):
        if not is_command(line):
            continue
        code = 0
        at = number
        for later_number, later in lines[place + 1:]:
            if is_command(later) or later_number > at + 1:
                break
            at = later_number
            if found := re.fullmatch(r"exit (\d+)", later):
                code = int(found[1])
        yield number, line.removeprefix("$ "), code


class Manual:
    def __init__(self, program, work):
        self.program, self.work, self.faults, self.counts = program, work, [], {"run": 0, "parsed": 0, "not run": 0}
        self.unused = set(PARSED)
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("PORTHOLE_")}
        self.environment["PATH"] = f"{program.parent}:{os.environ['PATH']}"
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Web)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.gateway = f'<gateway url="http://127.0.0.1:{server.server_port}"/>'
        self.help = json.loads(subprocess.run([program, "help", "--json"], capture_output=True, check=True).stdout)

    def call(self, command, folder, timeout=120):
        return subprocess.run(["bash", "-c", command], cwd=folder, timeout=timeout, capture_output=True, text=True, errors="replace",
                              stdin=subprocess.DEVNULL, env={**self.environment, "HOME": str(folder)})

    def offline(self, collection):
        """Lets a collection crawl the made-up web instead of the live one."""
        file = collection / "porthole.xml"
        text = file.read_text(encoding="utf-8")
        if "<gateway" in text:
            return
        text, places = re.subn(r"<network([^>]*)/>", rf"<network\1>{self.gateway}</network>", text)
        if places != 1:
            sys.exit(f"{file} has no empty <network/>: the live web would be crawled")
        file.write_text(text, encoding="utf-8")

    def prepare(self):
        """The collection that each document finds under all its names."""
        base = self.work / "base"
        base.mkdir()
        self.bookmarks = base / "bookmarks.html"
        lists = "".join(f"<DT><H3>{topic.capitalize()}</H3><DL>" + "".join(
            f'<DT><A HREF="https://{host}{path}">{host}</A>' for host, of in HOSTS.items() if of == topic for path in PATHS) + "</DL>"
            for topic in TOPICS)
        self.bookmarks.write_text(f"<!DOCTYPE NETSCAPE-Bookmark-file-1><TITLE>Bookmarks</TITLE><DL>{lists}</DL>", encoding="utf-8")
        for command in (f"porthole new cycling --bookmarks bookmarks.html --good Cycling --contact {CONTACT}",
                        "porthole train cycling", "porthole update cycling --more 60",
                        "porthole topics make cycling computers/databases", "porthole topics make cycling computers/tutorials"):
            done = self.call(command, base)
            if done.returncode != 0:
                sys.exit(f"{command}: exit {done.returncode}\n{done.stdout}{done.stderr}")
            self.offline(base / "cycling")  # before anything is fetched
        return base / "cycling"

    def folder_for(self, name, base):
        folder = self.work / name.replace("/", "_")
        for collection in COLLECTIONS:
            shutil.copytree(base, folder / collection)
        (folder / "backup/cycling").mkdir(parents=True)
        (folder / "page.html").write_text(page_of("www.sheldonbrown.com", "/"), encoding="utf-8")
        (folder / "robots.txt").write_text("User-agent: *\nAllow: /\n", encoding="utf-8")
        (folder / "other.txt").write_text("https://www.sheldonbrown.com/\nhttps://wheels.example/a\n", encoding="utf-8")
        (folder / "labels.tsv").write_text("https://www.sheldonbrown.com/\tcycling\nhttps://wheels.example/\tcycling\n", encoding="utf-8")
        shutil.copy(self.bookmarks, folder / "bookmarks.html")
        ranks = "".join(f"https://{host}{path}\t{len(host) + len(path)}\n" for host in HOSTS for path in PATHS)
        (folder / "FILE").write_text(ranks, encoding="utf-8")
        papers = folder / "srv/papers"
        papers.mkdir()
        (papers / "index.html").write_text("<title>Papers</title><p>Papers on retrieval.", encoding="utf-8")
        (folder / "examples").symlink_to(ROOT / "examples")
        (folder / "share").symlink_to(ROOT)
        return folder

    def substituted(self, command, folder):
        command = re.sub(r"\bADDRESS\b", CONTACT, command)
        return re.sub(r"(?<![\w.~])/(srv|backup)/", rf"{folder}/\1/", command)

    def fault(self, place, command, done):
        last = "".join("\n    " + line for line in (done.stdout + done.stderr).strip().split("\n")[-4:])
        self.faults.append(f"{place}: {command}: exit {done.returncode}{last}")

    def parse(self, place, command, folder, code=0):
        self.counts["parsed"] += 1
        done = self.call("porthole() { command porthole --parse-only \"$@\"; }; " + command, folder)
        if (done.returncode == 2) != (code == 2):
            self.fault(place, command, done)

    def serve(self, place, command, folder):
        """Starts a server at any free port, and ends it by Ctrl-C."""
        listening = re.sub(r" --listen \S+", "", command.split(" #")[0])
        server = subprocess.Popen(["bash", "-c", f"exec {listening} --listen 127.0.0.1:0"], cwd=folder, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, env={**self.environment, "HOME": str(folder)})
        first = server.stdout.readline()
        server.send_signal(signal.SIGINT)
        rest, _ = server.communicate(timeout=60)
        if not first.startswith(("serving at ", "console ")) or server.returncode != 130:
            self.fault(place, command, subprocess.CompletedProcess(command, server.returncode, first + rest, ""))

    def before(self, place, command, folder):
        for (name, begin), first in BEFORE.items():
            if place.startswith(name + ":") and command.startswith(begin):
                done = self.call(first, folder)
                if done.returncode != 0:
                    self.fault(place, first, done)

    def run(self, place, command, code, folder, settings):
        self.before(place, command, folder)
        command = self.substituted(command, folder)
        word = first_word(command)
        listed = [begin for begin in PARSED if command.startswith(begin)]
        if is_left_out(command):
            self.counts["not run"] += 1
            path = ROOT / word
            if "/" in word and word not in NOT_RUN and not word.startswith("build/") and not path.exists():
                self.faults.append(f"{place}: {word} does not exist")
        elif listed:
            self.unused -= set(listed)
            self.parse(place, command, folder)
        elif "docs/errors.md" in place and code != 2:
            self.parse(place, command, folder, code)
        elif word in RUN and not shutil.which(word):
            self.counts["not run"] += 1
        elif re.match(r"porthole (serve|console)\b", command):
            self.counts["run"] += 1
            self.serve(place, self.expand(settings, command), folder)
        else:
            self.counts["run"] += 1
            new = re.match(r"porthole new (\S+)", command)
            if new and code == 0:
                shutil.rmtree(folder / new[1], ignore_errors=True)
            done = self.call(settings + command, folder)
            if done.returncode != code:
                self.fault(place, command, done)
            elif new and code == 0:
                self.offline(folder / new[1])

    @staticmethod
    def expand(settings, command):
        """`command` with the variables that `settings` assigns."""
        for name, value in re.findall(r"(\w+)=(\S+);", settings):
            command = command.replace("$" + name, value)
        return command

    def options_of(self, words):
        """Options of the command that `words` begin with, and those of all its commands; None if there is no such verb."""
        page = self.help
        for word in words:
            below = [command for command in page["commands"] if command["command"].split(" ")[-1] == word]
            if not below:
                break
            page = below[0]
        if page is self.help and words and re.fullmatch(r"[a-z]+", words[0]):
            return None
        pages = [page, *page["commands"]]
        return {name for one in pages for kind in ("options", "common") for option in one[kind] for name in option["names"]}

    def check_text(self, name, text):
        """`porthole VERB --option` in running text."""
        for number, line in enumerate(text.split("\n"), 1):
            for span in re.findall(r"`porthole ([^`]*)`", line):
                words = span.split()
                options = self.options_of(words)
                if options is None:
                    self.faults.append(f"{name}:{number}: there is no verb {words[0]}")
                    continue
                for option in re.findall(r"(?<!\S)--[a-z][a-z-]*", span):
                    if option not in options:
                        self.faults.append(f"{name}:{number}: porthole {words[0]} has no option {option}")

    def document(self, name, base):
        text = (ROOT / name).read_text(encoding="utf-8")
        self.check_text(name, text)
        found = list(commands(text))
        if not found:
            return
        folder = self.folder_for(name, base)
        settings = "".join(f"{line.split(' #')[0].strip()}; " for _, line in code_lines(text) if re.match(r"[A-Z]=\S+", line))
        for number, command, code in found:
            self.run(f"{name}:{number}", command, code, folder, settings)
        shutil.rmtree(folder)


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    names = sys.argv[2:] or ["README.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]
    with tempfile.TemporaryDirectory() as work:
        manual = Manual(program, pathlib.Path(work))
        base = manual.prepare()
        for name in names:
            manual.document(name, base)
    if not sys.argv[2:]:
        manual.faults += [f"{__file__}: no document has a command that begins with {begin}" for begin in sorted(manual.unused)]
    for fault in manual.faults:
        print(fault)
    print(", ".join(f"{count} commands {kind}" for kind, count in manual.counts.items()))
    return 1 if manual.faults else 0


if __name__ == "__main__":
    sys.exit(main())
