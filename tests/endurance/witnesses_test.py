#!/usr/bin/env python3
"""The witnesses find each kind of loss: tests of witnesses.py, warc.py and of the undoing of writes in faults.py."""
import gzip
import pathlib
import random
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import faults  # noqa: E402
import witnesses  # noqa: E402

A, B = "http://h0.test/a", "http://h0.test/b"


def record(url, body=b"<p>page", status=200, digest=None):
    block = f"HTTP/1.1 {status} OK\r\nContent-Type: text/html\r\n\r\n".encode() + body
    extra = f"WARC-Block-Digest: {digest}\r\n" if digest else ""
    head = (f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n{extra}"
            f"Content-Length: {len(block)}\r\n\r\n").encode()
    return gzip.compress(head + block + b"\r\n\r\n")


class WitnessesTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)
        self.answers = [(200, A), (200, B)]

    def archive(self, *records, cut=0):
        data = b"".join(records)
        (self.path / "1.warc.gz").write_bytes(data[:len(data) - cut])
        return witnesses.read_archive(self.path)

    def faults(self, archive, done=(A, B), settled=None):
        return witnesses.compare(list(done), self.answers, archive, settled or {})

    def test_a_sound_crawl_has_no_fault(self):
        self.assertEqual(self.faults(self.archive(record(A), record(B)), settled={A: 2, B: 2}), [])

    def test_a_page_without_a_record_is_lost(self):
        self.assertEqual(self.faults(self.archive(record(A))), [f"lost: {B} is reported and has no record"])

    def test_a_page_that_was_never_answered_is_lost(self):
        self.answers = [(200, A), (404, B)]
        self.assertEqual(self.faults(self.archive(record(A), record(B))), [f"lost: {B} is reported and was never answered"])

    def test_two_records_of_a_page_are_told(self):
        self.assertEqual(self.faults(self.archive(record(A), record(B), record(A))), [f"twice: {A} has 2 records"])

    def test_a_page_that_is_reported_twice_is_told(self):
        self.assertEqual(self.faults(self.archive(record(A), record(B)), (A, B, B)), [f"twice: {B} is reported 2 times"])

    def test_a_settled_page_that_is_asked_for_again_is_told(self):
        self.answers.append((200, A))
        self.assertIn("asked again: " + A, self.faults(self.archive(record(A), record(B)), settled={A: 2})[0])

    def test_a_cut_file_is_damaged(self):
        self.assertTrue(self.faults(self.archive(record(A), record(B), cut=5))[0].startswith("damaged: "))

    def test_another_digest_is_damage(self):
        self.assertIn("digest", self.faults(self.archive(record(A), record(B, digest="sha1:" + "A" * 32)))[0])

    def test_logs_of_other_servers_are_read(self):
        log = self.path / "log"
        log.write_text('::1 - - [23/Nov/2026:17:00:00 +0000] "GET /a HTTP/1.1" 200 7 "-" "-"\n', encoding="utf-8")
        self.assertEqual(witnesses.read_log(log, "http://h0.test"), [(200, A)])


class UndoTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = pathlib.Path(self.folder.name) / "file"
        self.log = pathlib.Path(self.folder.name) / "log"

    def test_what_was_not_synced_is_taken_back(self):
        self.file.write_bytes(b"aaXXaaYY")
        name = str(self.file)
        self.log.write_bytes(f"write {name}\n0 0 0 6\naaaaaa".encode() + f"sync {name}\n0 0 0 0\n".encode()
                             + f"write {name}\n2 6 2 2\naaXX".encode() + f"write {name}\n6 6 0 2\nYY".encode())
        changes = faults.unsynced(self.log)
        self.assertEqual(len(changes[name]), 2)
        never = random.Random()
        never.random = lambda: 0.0
        faults.undo(changes[name], never)
        self.assertEqual(self.file.read_bytes(), b"aaaaaa")

    def test_some_of_it_may_have_reached_the_disk(self):
        self.file.write_bytes(b"aaXXaaYY")
        name = str(self.file)
        self.log.write_bytes(f"write {name}\n2 6 2 2\naaXX".encode() + f"write {name}\n6 6 0 2\nYY".encode())
        chances = iter([0.9, 0.9, 0.1])
        some = random.Random()
        some.random = lambda: next(chances)
        faults.undo(faults.unsynced(self.log)[name], some)
        self.assertEqual(self.file.read_bytes(), b"aaXXaa")


if __name__ == "__main__":
    unittest.main()
