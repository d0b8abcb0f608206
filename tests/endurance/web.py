#!/usr/bin/env python3
"""A generated web on loopback, for crawlers: web.py [--hosts N] [--pages N] [--log FILE]

Every host of hN.test is served on one port, to requests that name it in Host (a gateway) or in an absolute URL (a proxy).
Pages form a tree from http://h0.test/1, with links across, redirects (/old), missing pages (/gone), a robots.txt that closes
/private and names a sitemap. Content depends on the URL alone. The log has one line for each answer: "NUMBER STATUS URL".
"""
import argparse
import http.server
import socketserver
import sys
import threading
import zlib

WORDS = "telescope star galaxy planet photometry spectrum orbit nebula survey lens mirror comet dust cloud soup".split()


class Web:
    def __init__(self, hosts=4, pages=100, log=None, size=1200):
        self.hosts, self.pages, self.size = hosts, pages, size
        self.lock, self.answers, self.lines, self.busy = threading.Condition(), 0, [], 0
        self.log = open(log, "a", encoding="utf-8") if log else None
        handler = type("Handler", (Handler,), {"web": self})
        self.server = Server(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    @property
    def gateway(self):
        return f"http://127.0.0.1:{self.server.server_address[1]}/"

    def page_urls(self):
        return {f"http://h{host}.test/{page}" for host in range(self.hosts) for page in range(1, self.pages + 1)} | {
            f"http://h{host}.test/only-in-sitemap" for host in range(self.hosts)}

    def note(self, status, url):
        with self.lock:
            self.answers += 1
            self.lines.append((status, url))
            if self.log:
                self.log.write(f"{self.answers} {status} {url}\n")
                self.log.flush()

    def position(self):
        """How many answers were given so far, when none is under way any more."""
        with self.lock:
            self.lock.wait_for(lambda: self.busy == 0, timeout=10)
            return self.answers

    def count_busy(self, change):
        with self.lock:
            self.busy += change
            self.lock.notify_all()

    def answer(self, host, path):
        """(status, content type, location, body)"""
        if path == "/robots.txt":
            return 200, "text/plain", "", f"User-agent: *\nDisallow: /private\nSitemap: http://{host}/sitemap.txt\n"
        if path == "/sitemap.txt":
            return 200, "text/plain", "", f"http://{host}/only-in-sitemap\n"
        if path == "/old":
            return 301, "text/plain", f"http://{host}/{self.pages}", ""
        if path == "/only-in-sitemap":
            return 200, "text/html", "", f"<title>hidden page of {host}</title><p>{WORDS[len(host) % len(WORDS)]}"
        page = int(path[1:]) if path[1:].isdigit() else 0
        if not 1 <= page <= self.pages or not host.endswith(".test"):
            return 404, "text/plain", "", "not here"
        return 200, "text/html", "", self.page(int(host[1:-5]), page)

    def page(self, host, page):
        words = [WORDS[(page * step + host) % len(WORDS)] for step in range(1, 12)]
        targets = [f"/{page * 2}", f"/{page * 2 + 1}", "/old", "/private/1", f"/gone{page % 5}",
                   f"http://h{(host + page) % self.hosts}.test/{page * 7 % self.pages + 1}"]
        links = "".join(f"<p><a href='{target}'>{words[at % len(words)]} {target}</a>" for at, target in enumerate(targets))
        text = " ".join(words[at % len(words)] + str(page * at % 97) for at in range(self.size // 9))
        return f"<!DOCTYPE html><html lang=en><title>{words[0]} {page} of h{host}</title><h1>{words[1]}</h1>{links}<p>{text}"


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request, client_address):
        """A client that was killed closes its connection: that is no error here."""
        if not isinstance(sys.exc_info()[1], (ConnectionError, BrokenPipeError)):
            socketserver.BaseServer.handle_error(self, request, client_address)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    web = None

    def do_GET(self):
        self.web.count_busy(1)
        try:
            self.serve()
        finally:
            self.web.count_busy(-1)

    def serve(self):
        host, path = self.headers["Host"] or "", self.path
        if path.startswith("http://"):
            host, _, path = path[7:].partition("/")
            path = "/" + path
        status, kind, location, body = self.web.answer(host, path)
        data = body.encode()
        etag = f'"{zlib.crc32(data):x}"'
        if status == 200 and self.headers["If-None-Match"] == etag:
            status, data = 304, b""
        self.send_response(status)
        self.send_header("ETag", etag)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        if location:
            self.send_header("Location", location)
        self.end_headers()
        self.wfile.write(data)
        self.web.note(status, f"http://{host}{path}")

    def log_message(self, *_):
        pass


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--hosts", type=int, default=4)
    options.add_argument("--pages", type=int, default=100, help="of each host")
    options.add_argument("--log", help="append a line for each answer to this file")
    chosen = options.parse_args()
    web = Web(chosen.hosts, chosen.pages, chosen.log)
    print(web.gateway, flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main()
