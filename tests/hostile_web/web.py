"""The parts that cases of the hostile web are written with: a case, a request, and rules for grading.

A case is a host of its own with an address of its own (127.1.0.0/16), and a coroutine that answers its requests. Its rules are judged
afterwards from the log of requests, and from the text that the crawler stored, if that is given.
"""

import asyncio
import socket
import struct
from dataclasses import dataclass, field


@dataclass
class Case:
    name: str  # "H4"
    title: str
    answer: object  # async (Exchange) -> None
    rules: list = field(default_factory=list)
    tls: str = ""  # "" or the name of a certificate: "expired", "self", "wrong"
    raw: object = None  # async (reader, writer) -> None: answers before any request was read
    starts: tuple = ("/",)  # paths that the start page links to
    number: int = 0  # its place, from 1: the address is 127.1.(number / 250).(number % 250 + 1)

    @property
    def address(self):
        return f"127.1.{self.number // 250}.{self.number % 250 + 1}"


CASES = []


def case(name, title, *rules, **more):
    """Registers the coroutine that it decorates as the answer of a case."""

    def register(answer):
        CASES.append(Case(name, title, answer, list(rules), number=len(CASES) + 1, **more))
        return answer

    return register


@dataclass
class Exchange:
    """One request, and the means to answer it."""

    case: Case
    method: str
    path: str  # with the query
    headers: dict
    reader: object
    writer: object
    web: object  # the HostileWeb: ports, the canary's URL, the secret file
    sent: int = 0

    @property
    def origin(self):
        return self.web.origin(self.case)

    async def send(self, data):
        """Sends bytes. Raises ConnectionError once the client has gone."""
        if isinstance(data, str):
            data = data.encode("utf-8", "surrogateescape")
        self.writer.write(data)
        self.sent += len(data)
        await self.writer.drain()

    async def head(self, status="200 OK", content_type="text/html; charset=utf-8", *fields, length=None):
        lines = [f"HTTP/1.1 {status}"]
        if content_type:
            lines.append(f"Content-Type: {content_type}")
        lines += fields
        if length is not None:
            lines.append(f"Content-Length: {length}")
        lines.append("Connection: close")
        await self.send("\r\n".join(lines) + "\r\n\r\n")

    async def page(self, body, *fields, status="200 OK", content_type="text/html; charset=utf-8"):
        """Sends a whole answer."""
        data = body if isinstance(body, bytes) else body.encode("utf-8", "surrogateescape")
        await self.head(status, content_type, *fields, length=len(data))
        if self.method != "HEAD":
            await self.send(data)

    async def redirect(self, target, status="302 Found"):
        await self.page("", f"Location: {target}", status=status)

    async def for_ever(self, data, pause=0.0):
        """Sends the same bytes until the client goes away, or the web ends."""
        while True:
            await self.send(data)
            if pause:
                await asyncio.sleep(pause)

    async def silence(self):
        """Waits until the client goes away."""
        while await self.reader.read(4096):
            pass

    def reset(self):
        """Ends the connection by RST."""
        connection = self.writer.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.writer.transport.abort()


def html(title, body):
    return f"<!DOCTYPE html><html><head><title>{title}</title></head><body><h1>{title}</h1>{body}</body></html>"


def link(url, words="a link"):
    return f'<a href="{url}">{words}</a> '


# --- Rules. Each is called with the evidence of its case, and returns a sentence about a failure, or None.


@dataclass
class Evidence:
    requests: list  # of the case: {"method", "path", "headers", "began", "ended", "sent"}
    store: str | None  # all text that the crawler stored; None = not given
    canary: list  # connections to addresses that no link of the web may lead to


class Rule:
    def __init__(self, text, judge, needs_store=False):
        self.text, self.judge, self.needs_store = text, judge, needs_store


def paths(evidence, prefix):
    return [r for r in evidence.requests if r["path"].startswith(prefix)]


def reached(path):
    return Rule(f"{path} is asked for", lambda e: None if paths(e, path) else f"{path} was never asked for")


def never(path):
    def judge(evidence):
        found = [r for r in evidence.requests if r["path"] == path]
        return f"{path} was asked for {len(found)} times" if found else None

    return Rule(f"{path} is never asked for", judge)


def at_most(count, path="/"):
    def judge(evidence):
        found = len(paths(evidence, path))
        return f"{found} requests for {path}" if found > count else None

    return Rule(f"at most {count} requests for {path}", judge)


def left_within(seconds):
    """The client ends each connection within a time. One that the end of the web cut short counts if it was older."""

    def judge(evidence):
        longest = max((r["ended"] - r["began"] for r in evidence.requests), default=0)
        return f"a request lasted {longest:.0f} s" if longest > seconds else None

    return Rule(f"each request ends within {seconds} s", judge)


def takes_at_most(size):
    def judge(evidence):
        most = max((r["sent"] for r in evidence.requests), default=0)
        return f"{most} bytes were taken" if most > size else None

    return Rule(f"at most {size} bytes are taken", judge)


def only_methods(*methods):
    def judge(evidence):
        others = {r["method"] for r in evidence.requests} - set(methods)
        return f"methods: {sorted(others)}" if others else None

    return Rule(f"no method but {', '.join(methods)}", judge)


def no_header(name):
    def judge(evidence):
        return f"a request has {name}" if any(name in r["headers"] for r in evidence.requests) else None

    return Rule(f"no request has the field {name}", judge)


def absent(text):
    return Rule(f"{text!r} is not stored", lambda e: f"{text!r} is stored" if text in e.store else None, needs_store=True)


def present(text):
    return Rule(f"{text!r} is stored", lambda e: None if text in e.store else f"{text!r} is not stored", needs_store=True)


def canary_alive():
    return Rule("nothing connects to the canary", lambda e: f"{len(e.canary)} connections to the canary" if e.canary else None)
