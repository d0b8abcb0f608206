"""Servers that break HTTP, or wait: H1 to H56."""

import asyncio
import random
import zlib

from web import absent, at_most, canary_alive, case, html, left_within, link, never, no_header, present, reached, takes_at_most

MEBIBYTE = 1 << 20
# A transfer may last 60 s and be tried three times; each try is a request of its own.
PATIENCE = 90


async def not_found(exchange):
    await exchange.page(html("Not found", "<p>Nothing is here.</p>"), status="404 Not Found")


@case("H1", "a header that comes a byte at a time", left_within(PATIENCE), at_most(6))
async def slow_header(exchange):
    await exchange.send("HTTP/1.1 200 OK\r\nX-Slow: ")
    await exchange.for_ever("a", pause=1)


@case("H2", "a body that comes a byte at a time", left_within(PATIENCE), at_most(6))
async def slow_body(exchange):
    await exchange.head(length=1_000_000)
    await exchange.for_ever("a", pause=1)


@case("H3", "silence", left_within(PATIENCE), at_most(6))
async def silent(exchange):
    await exchange.silence()


@case("H4", "an endless body", left_within(PATIENCE), takes_at_most(64 * MEBIBYTE))
async def endless_body(exchange):
    await exchange.head()
    await exchange.for_ever("<p>more</p>" * 1000)


@case("H5", "endless chunks", left_within(PATIENCE), takes_at_most(64 * MEBIBYTE))
async def endless_chunks(exchange):
    await exchange.head("200 OK", "text/html", "Transfer-Encoding: chunked")
    await exchange.for_ever("1000\r\n" + "<p>a</p>" * 512 + "\r\n")


@case("H6", "endless headers", left_within(PATIENCE), takes_at_most(64 * MEBIBYTE))
async def endless_headers(exchange):
    await exchange.send("HTTP/1.1 200 OK\r\n")
    await exchange.for_ever("X-More: and more\r\n" * 100)


@case("H7", "a header of 32 MiB in one line", left_within(PATIENCE), takes_at_most(64 * MEBIBYTE))
async def long_header(exchange):
    await exchange.send("HTTP/1.1 200 OK\r\nX-Long: ")
    for _ in range(32):
        await exchange.send("a" * MEBIBYTE)
    await exchange.send("\r\nContent-Length: 0\r\n\r\n")


@case("H8", "endless interim answers", left_within(PATIENCE), takes_at_most(64 * MEBIBYTE))
async def endless_interim(exchange):
    await exchange.for_ever("HTTP/1.1 100 Continue\r\n\r\n" * 50)


@case("H9", "a body shorter than announced", at_most(4), absent("xbadhninex"))
async def short_body(exchange):
    await exchange.head(length=100_000)
    await exchange.send(html("Short", "<p>xbadhninex</p>"))


@case("H10", "a body longer than announced, with an answer in it", absent("xbadhtenx"), present("xgoodhtenx"))
async def long_body(exchange):
    body = html("Long", "<p>xgoodhtenx</p>")
    await exchange.send(f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n{body}")
    smuggled = html("Smuggled", "<p>xbadhtenx</p>")
    await exchange.send(f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(smuggled)}\r\n\r\n{smuggled}")


@case("H11", "a length that is no number", at_most(4))
async def no_number(exchange):
    await exchange.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: many\r\n\r\n" + html("Length", "<p>text</p>"))


@case("H12", "two lengths", at_most(4))
async def two_lengths(exchange):
    await exchange.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 10\r\nContent-Length: 5000\r\n\r\n" + html("Two", "<p>text</p>"))


@case("H13", "a length and chunks", at_most(4), absent("xbadhthirteenx"))
async def length_and_chunks(exchange):
    body = html("Chunks", "<p>chunks frame the body</p>")
    await exchange.send(f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2000\r\nTransfer-Encoding: chunked\r\n\r\n{len(body):x}\r\n{body}\r\n0\r\n\r\n")
    await exchange.send("<p>xbadhthirteenx</p>")


@case("H14", "the size of a chunk is no number", at_most(4), absent("xbadhfourteenx"))
async def bad_chunk(exchange):
    await exchange.head("200 OK", "text/html", "Transfer-Encoding: chunked")
    await exchange.send("zz\r\n<p>xbadhfourteenx</p>\r\n0\r\n\r\n")


@case("H15", "the size of a chunk overflows", at_most(4), absent("xbadhfifteenx"))
async def vast_chunk(exchange):
    await exchange.head("200 OK", "text/html", "Transfer-Encoding: chunked")
    await exchange.send("FFFFFFFFFFFFFFFFF\r\n<p>xbadhfifteenx</p>\r\n0\r\n\r\n")


@case("H16", "chunks that are cut off", at_most(4), absent("xbadhsixteenx"))
async def cut_chunks(exchange):
    await exchange.head("200 OK", "text/html", "Transfer-Encoding: chunked")
    await exchange.send("100\r\n<p>xbadhsixteenx</p>")


@case("H17", "endless trailers", left_within(PATIENCE), takes_at_most(64 * MEBIBYTE))
async def endless_trailers(exchange):
    await exchange.head("200 OK", "text/html", "Transfer-Encoding: chunked")
    await exchange.send("3\r\nabc\r\n0\r\n")
    await exchange.for_ever("X-Trailer: and more\r\n" * 100)


def bomb(size):
    """gzip data of `size` bytes: after a full flush the same compressed block can be repeated."""
    coder = zlib.compressobj(9, zlib.DEFLATED, 31)
    first = coder.compress(b" " * MEBIBYTE) + coder.flush(zlib.Z_FULL_FLUSH)
    block = coder.compress(b" " * MEBIBYTE) + coder.flush(zlib.Z_FULL_FLUSH)
    yield first
    for _ in range(size // MEBIBYTE - 1):
        yield block


@case("H18", "a gzip bomb of 10 GiB", left_within(PATIENCE), takes_at_most(64 * MEBIBYTE))
async def gzip_bomb(exchange):
    await exchange.head("200 OK", "text/html", "Content-Encoding: gzip")
    for block in bomb(10 * 1024 * MEBIBYTE):
        await exchange.send(block)


def gzipped(data):
    coder = zlib.compressobj(9, zlib.DEFLATED, 31)
    return coder.compress(data) + coder.flush()


@case("H19", "gzip three times over", left_within(PATIENCE), at_most(4))
async def triple_gzip(exchange):
    data = gzipped(gzipped(gzipped(b" " * 200 * MEBIBYTE)))
    await exchange.page(data, "Content-Encoding: gzip, gzip, gzip")


@case("H20", "a hundred codings", at_most(4))
async def hundred_codings(exchange):
    await exchange.page(gzipped(b"<p>text</p>"), "Content-Encoding: " + ", ".join(["gzip"] * 100))


@case("H21", "corrupt gzip", at_most(4), absent("xbadhtwentyonex"))
async def corrupt_gzip(exchange):
    data = bytearray(gzipped(html("Corrupt", "<p>xbadhtwentyonex</p>" + "words of a page " * 500).encode()))
    data[20:40] = bytes(20)
    await exchange.page(bytes(data), "Content-Encoding: gzip")


@case("H22", "plain text that is labelled gzip", at_most(4), present("xbadhtwentytwox"))
async def mislabelled(exchange):
    await exchange.page(html("Label", "<p>xbadhtwentytwox</p>"), "Content-Encoding: gzip")


@case("H23", "an unknown name in place of a coding", at_most(4), present("xbadhtwentythreex"))
async def unknown_coding(exchange):
    await exchange.page(html("Coding", "<p>xbadhtwentythreex</p>"), "Content-Encoding: x-of-our-own")


@case("H24", "an answer of HTTP/0.9", at_most(4), absent("xbadhtwentyfourx"))
async def http_09(exchange):
    await exchange.send(html("Old", "<p>xbadhtwentyfourx</p>"))


@case("H25", "a status that is no number", at_most(4), absent("xbadhtwentyfivex"))
async def bad_status(exchange):
    await exchange.send("HTTP/1.1 fine OK\r\nContent-Type: text/html\r\n\r\n" + html("Fine", "<p>xbadhtwentyfivex</p>"))


@case("H26", "status 999", at_most(4), absent("xbadhtwentysixx"))
async def status_999(exchange):
    await exchange.page(html("Denied", "<p>xbadhtwentysixx</p>"), status="999 Request denied")


@case("H27", "NUL in a header", at_most(4))
async def nul_header(exchange):
    await exchange.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\0; charset=utf-8\r\nX-\0: \0\r\n\r\n" + html("NUL", "<p>text</p>"))


@case("H28", "headers that are none", at_most(4))
async def broken_headers(exchange):
    await exchange.send("HTTP/1.1 200 OK\r\n: no name\r\nno colon\r\n\tfolded\r\nContent-Type : text/html\r\n\r\n" + html("Broken", "<p>text</p>"))


@case("H29", "a reset in the middle", at_most(4), absent("xbadhtwentyninex"))
async def reset(exchange):
    await exchange.head(length=100_000)
    await exchange.send(html("Reset", "<p>xbadhtwentyninex</p>"))
    await asyncio.sleep(0.1)
    exchange.reset()


@case("H30", "an empty answer", at_most(4))
async def empty(exchange):
    exchange.writer.close()


@case("H31", "a redirect to itself", at_most(12))
async def redirect_to_self(exchange):
    await exchange.redirect(exchange.path)


@case("H32", "endless redirects", at_most(25))
async def endless_redirects(exchange):
    number = int("0" + "".join(filter(str.isdigit, exchange.path))) + 1
    await exchange.redirect(f"/step{number}")


@case("H33", "a loop of redirects over two hosts", at_most(25))
async def two_host_loop(exchange):
    await exchange.redirect(exchange.web.url_of("H33b"))


@case("H33b", "the other host of that loop", at_most(25), starts=())
async def two_host_loop_back(exchange):
    await exchange.redirect(exchange.web.url_of("H33"))


@case("H34", "a redirect to a local file", absent("xsecretfilex"))
async def redirect_to_file(exchange):
    await exchange.redirect("file://" + exchange.web.secret)


@case("H35", "a link to a local file", absent("xsecretfilex"))
async def link_to_file(exchange):
    await exchange.page(html("Files", link("file://" + exchange.web.secret) + link("FILE:" + exchange.web.secret)))


@case("H36", "links and redirects to other protocols", canary_alive(), starts=("/", "/gopher", "/dict", "/ftp", "/ldap", "/smb"))
async def other_protocols(exchange):
    scheme = exchange.path.strip("/")
    host = f"{exchange.web.canary_host}:{exchange.web.canary_port}"
    if scheme:
        await exchange.redirect(f"{scheme}://{host}/x")
    else:
        await exchange.page(html("Protocols", "".join(link(f"{s}://{host}/x") for s in ("gopher", "dict", "ldap", "smb", "telnet", "tftp", "rtsp"))))


@case("H37", "redirects to an internal host, in many spellings", canary_alive(), starts=tuple(f"/to{i}" for i in range(14)))
async def redirect_inside(exchange):
    await exchange.redirect(exchange.web.canary_spellings()[int(exchange.path[3:] or 0)])


@case("H38", "links to an internal host, in many spellings", canary_alive())
async def links_inside(exchange):
    await exchange.page(html("Inside", "".join(link(url) for url in exchange.web.canary_spellings())))


@case("H39", "pictures, frames and feeds on an internal host", canary_alive())
async def parts_inside(exchange):
    url = exchange.web.canary_spellings()[0]
    await exchange.page(f'<html><head><link rel="alternate" type="application/rss+xml" href="{url}feed"><link rel="stylesheet" href="{url}style">'
                        f'<title>Parts</title></head><body><img src="{url}img"><iframe src="{url}frame"></iframe><form action="{url}form"></form></body></html>')


LOCATIONS = ("", "/" + "a" * MEBIBYTE, "/a\rSet-Cookie: a=b", "data:text/html,xbadhfortyx", "javascript:alert(1)", "http://", "//", "?", "http://[::1")


@case("H40", "odd targets of redirects", at_most(40), absent("xbadhfortyx"), starts=tuple(f"/at{i}" for i in range(len(LOCATIONS))))
async def odd_locations(exchange):
    number = exchange.path[3:]
    if exchange.path.startswith("/at") and number.isdigit() and int(number) < len(LOCATIONS):
        await exchange.redirect(LOCATIONS[int(number)])
    else:
        await not_found(exchange)


@case("H41", "a loop by the field Refresh", at_most(12))
async def refresh_loop(exchange):
    await exchange.page(html("Refresh", "<p>text</p>"), "Refresh: 0; url=/")


@case("H42", "a thousand cookies, and one for all hosts", no_header("cookie"), reached("/second"))
async def cookies(exchange):
    fields = [f"Set-Cookie: c{i}={'v' * 20}" for i in range(150)] + ["Set-Cookie: super=1; Domain=0.1; Path=/"]
    await exchange.page(html("Cookies", link("/second")), *fields)


@case("H43", "a server that asks for credentials", no_header("authorization"), no_header("proxy-authorization"), at_most(8), starts=("/", "/proxy"))
async def credentials(exchange):
    if exchange.path == "/proxy":
        await exchange.page("", "Proxy-Authenticate: Basic realm=a", status="407 Proxy Authentication Required")
    else:
        await exchange.page("", "WWW-Authenticate: Negotiate", "WWW-Authenticate: NTLM", 'WWW-Authenticate: Basic realm="a"', status="401 Unauthorized")


@case("H44", "Retry-After: one year", at_most(2, "/page"))
async def retry_in_a_year(exchange):
    await exchange.page("", "Retry-After: 31536000", status="503 Service Unavailable")


@case("H45", "503 to everything", at_most(8))
async def always_503(exchange):
    await exchange.page("", status="503 Service Unavailable")


STATUSES = ("203 Other", "204 No Content", "205 Reset", "206 Partial Content", "226 IM Used", "300 Multiple Choices", "304 Not Modified", "305 Use Proxy", "399 Odd")


@case("H46", "odd statuses", at_most(40), absent("xbadhfortysixx"), starts=tuple(f"/{s[:3]}" for s in STATUSES[5:]))
async def odd_statuses(exchange):
    status = next((s for s in STATUSES if exchange.path == "/" + s[:3]), "")
    if status:
        await exchange.page(html("Odd", "<p>xbadhfortysixx</p>"), status=status)
    else:
        await not_found(exchange)


@case("H47", "random bytes that are labelled HTML", at_most(4))
async def binary(exchange):
    await exchange.page(random.Random(47).randbytes(300_000))


@case("H48", "a page without a type", at_most(4))
async def no_type(exchange):
    await exchange.page(html("No type", "<p>text</p>"), content_type="")


@case("H49", "a file name by the server", at_most(4))
async def named_file(exchange):
    await exchange.page(html("Name", "<p>text</p>"), 'Content-Disposition: attachment; filename="../../../../../tmp/porthole-was-here"')


@case("H50", "traversal in URLs", absent("root:x:0:0"))
async def traversal(exchange):
    if exchange.path == "/":
        await exchange.page(html("Traversal", "".join(link(t) for t in ("/../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd", "/..\\..\\etc\\passwd", "/%00/etc"))))
    else:
        await not_found(exchange)


@case("H52", "a server that promises to keep a connection and closes it", reached("/second"), present("xgoodhfiftytwox"))
async def no_keep_alive(exchange):
    body = html("Second", "<p>xgoodhfiftytwox is the second page</p>") if exchange.path == "/second" else html("First", link("/second"))
    await exchange.send(f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: keep-alive\r\nKeep-Alive: timeout=60\r\nContent-Length: {len(body)}\r\n\r\n{body}")


async def banner(reader, writer):
    while True:
        writer.write(b"SSH-2.0-OpenSSH_9.2 and more\r\n" * 10)
        await writer.drain()
        await asyncio.sleep(1)


@case("H51", "another protocol's greeting, for ever", left_within(PATIENCE), raw=banner)
async def ssh(exchange):
    del exchange


async def tls_page(exchange):
    await exchange.page(html("Certificate", "<p>xbadcertificatex</p>"))


for certificate, words in (("expired", "an expired certificate"), ("self", "a certificate of its own"), ("wrong", "a certificate for another host")):
    case(f"H53-{certificate}", words, absent("xbadcertificatex"), never("/"), tls=certificate)(tls_page)


async def stalled(reader, writer):
    while await reader.read(4096):
        pass


async def plain_text(reader, writer):
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>xbadplaintextx</p>")
    await writer.drain()


async def garbage(reader, writer):
    writer.write(random.Random(56).randbytes(100_000))
    await writer.drain()


case("H54", "a TLS handshake that never ends", left_within(PATIENCE), raw=stalled, tls="none")(tls_page)
case("H55", "plain text at the port of TLS", absent("xbadplaintextx"), raw=plain_text, tls="none")(tls_page)
case("H56", "random bytes at the port of TLS", left_within(PATIENCE), raw=garbage, tls="none")(tls_page)
