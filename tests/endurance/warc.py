"""Reads WARC files (ISO 28500) with gzip members, by the standard library alone: a second opinion on an archive.

Record has `type`, `url`, `date`, `fields`, `block`, `file`, `offset`; read(file) yields the records of a file, and raises
Damage at the first byte that is none.
"""
import base64
import hashlib
import pathlib
import zlib


class Damage(Exception):
    """What is wrong, with file and offset."""


class Record:
    def __init__(self, file, offset, data):
        head, _, rest = data.partition(b"\r\n\r\n")
        lines = head.split(b"\r\n")
        if not lines[0].startswith(b"WARC/"):
            raise Damage(f"{file}: no WARC record at byte {offset}")
        self.file, self.offset = file, offset
        pairs = (line.partition(b":") for line in lines[1:])
        self.fields = {name.strip().lower().decode(): value.strip().decode("utf-8", "replace") for name, _, value in pairs}
        length = int(self.fields["content-length"])
        self.block = rest[:length]
        if len(self.block) != length or rest[length:] != b"\r\n\r\n":
            raise Damage(f"{file}: the record at byte {offset} has another length than it says")
        self.type = self.fields.get("warc-type", "")
        self.url = self.fields.get("warc-target-uri", "")
        self.date = self.fields.get("warc-date", "")

    def payload(self):
        return self.block.partition(b"\r\n\r\n")[2]

    def status(self):
        return int(self.block.split(b" ", 2)[1]) if self.block.startswith(b"HTTP/") else 0

    def check_digests(self):
        for field, content in (("warc-block-digest", self.block), ("warc-payload-digest", self.payload())):
            stated = self.fields.get(field, "")
            if stated.startswith("sha1:") and stated[5:] != base64.b32encode(hashlib.sha1(content).digest()).decode():
                raise Damage(f"{self.file}: the record at byte {self.offset} has another {field} than it says")


def members(file):
    """(offset, bytes) of each gzip member."""
    data = pathlib.Path(file).read_bytes()
    offset = 0
    while offset < len(data):
        member = zlib.decompressobj(wbits=31)
        try:
            text = member.decompress(data[offset:]) + member.flush()
        except zlib.error as error:
            raise Damage(f"{file}: no gzip member at byte {offset}: {error}") from error
        if not member.eof:
            raise Damage(f"{file}: the member at byte {offset} is cut")
        yield offset, text
        offset = len(data) - len(member.unused_data)


def read(file, end=None):
    """The records of `file`, as far as byte `end`."""
    for offset, text in members(file):
        if end is not None and offset >= end:
            return
        yield Record(str(file), offset, text)


def files(folder):
    return sorted(pathlib.Path(folder).glob("*.warc.gz"))
