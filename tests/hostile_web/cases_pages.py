"""Pages and documents that break parsers and stores, and traps for URLs: H57 to H92."""

import random

from web import absent, at_most, canary_alive, case, html, left_within, link, never, only_methods, present, reached

TRAP = 500  # requests that a trap host may cost: the tester sets the crawler's budget of a host below this


@case("H57", "100,000 nested div elements", present("xgoodhfiftysevenx"))
async def deep_div(exchange):
    await exchange.page("<html><body><p>xgoodhfiftysevenx</p>" + "<div>" * 100_000 + "<p>the deepest</p>")


@case("H58", "280,000 nested tables and lists", present("xgoodhfiftyeightx"))
async def deep_tables(exchange):
    await exchange.page("<html><body><p>xgoodhfiftyeightx</p>" + "<table><tr><td><ul><li>" * 56_000)


@case("H59", "a tag of 50 MB")
async def vast_tag(exchange):
    await exchange.page('<html><body><a href="' + "a" * 50_000_000 + '">x</a>')


@case("H60", "font and p, quadratic in a parser")
async def font_and_p(exchange):
    await exchange.page("<html><body>" + "<font><p>" * 8_000)


@case("H61", "100,000 attributes")
async def attributes(exchange):
    await exchange.page("<html><body><p " + " ".join(f"a{i}=b" for i in range(100_000)) + ">text</p>")


@case("H62", "100,000 forms")
async def forms(exchange):
    await exchange.page("<html><body>" + "<form>" * 100_000)


@case("H63", "NULs in text", present("xgoodhsixtythreex"))
async def nuls(exchange):
    await exchange.page("<html><body><p>before\0</p><p>\0\0xgoodhsixtythreex</p></body></html>")


@case("H64", "bytes that are not UTF-8, and control codes", present("xgoodhsixtyfourx"))
async def not_utf8(exchange):
    bad = b"\xff\xfe\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80\xef\xbf\xbf\x01\x02\x0b\x1b[31m\x7f\xc2\x85"
    await exchange.page(b"<html><head><title>Bytes " + bad + b"</title></head><body><p>" + bad + b" xgoodhsixtyfourx " + bad + b"</p></body></html>")


@case("H65", "charsets that lie, UTF-7 among them", absent("<script>xbadhsixtyfivex"), starts=("/", "/long"))
async def charsets(exchange):
    if exchange.path == "/long":
        await exchange.page(html("Charset", "<p>text</p>"), content_type="text/html; charset=" + "x" * 5000)
    else:
        await exchange.page(html("UTF-7", "+ADw-script+AD4-xbadhsixtyfivex+ADw-/script+AD4-"), content_type="text/html; charset=utf-7")


@case("H66", "a page with 200,000 links", at_most(6000))
async def many_links(exchange):
    if exchange.path == "/":
        await exchange.page("<html><body>" + "".join(f"<a href=/l{i}>x</a>" for i in range(200_000)))
    else:
        await exchange.page(html("Leaf", "<p>a leaf</p>"))


@case("H67", "base elements that lead inside", canary_alive(), starts=("/", "/script", "/file"))
async def bases(exchange):
    base = {"/script": "javascript:alert(1)//", "/file": "file:///etc/"}.get(exchange.path, exchange.web.canary_spellings()[0])
    await exchange.page(f'<html><head><base href="{base}"><base href="{exchange.origin}"></head><body>{link("x")}{link("../y")}</body></html>')


@case("H68", "meta refresh, in a loop and inside", canary_alive(), at_most(20), starts=("/", "/inside"))
async def meta_refresh(exchange):
    target = exchange.web.canary_spellings()[0] if exchange.path == "/inside" else "/"
    await exchange.page(f'<html><head><meta http-equiv="refresh" content="0;url={target}"><title>Refresh</title></head><body>text</body></html>')


@case("H69", "javascript: in many spellings", at_most(8), absent('href="javascript:'))
async def scripts(exchange):
    spellings = ("javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "java\nscript:alert(1)", " javascript:alert(1)", "&#106;avascript:alert(1)",
                 "\x01javascript:alert(1)", "vbscript:x", "data:text/html,<script>alert(1)</script>", "a" * 70_000 + ":x")
    await exchange.page(html("Schemes", "".join(link(s) for s in spellings)))


@case("H70", "noindex and nofollow, in meta and header", absent("xbadhseventyx"), never("/not-followed"), never("/not-followed-by-rel"), starts=("/meta", "/header", "/nofollow", "/rel"))
async def noindex(exchange):
    bad = "<p>xbadhseventyx</p>"
    if exchange.path == "/meta":
        await exchange.page(f'<html><head><meta name="robots" content="noindex, nofollow"><title>Meta</title></head><body>{bad}{link("/not-followed")}</body></html>')
    elif exchange.path == "/header":
        await exchange.page(html("Header", bad + link("/not-followed")), "X-Robots-Tag: noindex, nofollow")
    elif exchange.path == "/nofollow":
        await exchange.page(f'<html><head><meta name="ROBOTS" content="NONE"><title>None</title></head><body>{bad}{link("/not-followed")}</body></html>')
    else:
        await exchange.page(html("Rel", '<a rel="nofollow" href="/not-followed-by-rel">x</a>'))


MARKUP = ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "'); DROP TABLE page; --", "]]></rdf:li><x>", "{{7*7}}", "${7*7}", "=cmd|' /C calc'!A0",
          "@SUM(1)", "\u202egnp.exe", "\u2028alert(1)", "&lt;b&gt;", "%3Cscript%3E", "\x1b[2J")


@case("H71", "markup, SQL, RDF and templates in every text", present("xgoodhseventyonex"))
async def markup(exchange):
    words = " ".join(MARKUP)
    escaped = words.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    await exchange.page(f'<html><head><title>{escaped}</title><meta name="description" content="{escaped}"></head>'
                        f'<body><p>xgoodhseventyonex {escaped}</p><a href="/x?q={escaped}" title="{escaped}">{escaped}</a><img alt="{escaped}" src="/i"></body></html>')


@case("H72", "elements that never end", starts=("/comment", "/script", "/title", "/plaintext", "/cdata", "/textarea"))
async def never_ends(exchange):
    opening = {"/comment": "<!-- ", "/script": "<script>", "/title": "<title>", "/plaintext": "<plaintext>", "/cdata": "<![CDATA[", "/textarea": "<textarea>"}
    await exchange.page("<html><body><p>text</p>" + opening.get(exchange.path, "") + "<p>more</p>" * 50_000)


@case("H73", "frames and embeds of itself", at_most(20))
async def frames(exchange):
    await exchange.page('<html><body><iframe src="/"></iframe><frame src="#a"><embed src="/"><object data="/"></object></body></html>')


@case("H74", "a canonical link to a page of others", present("xgoodpageonex"))
async def foreign_canonical(exchange):
    await exchange.page(f'<html><head><link rel="canonical" href="{exchange.web.good_page(1)}"><title>Mine</title></head><body><p>xforeigncanonicalx</p></body></html>')


XML = "application/xml"


@case("H75", "a billion laughs", left_within(90))
async def laughs(exchange):
    entities = '<!ENTITY a "ha">' + "".join(f'<!ENTITY {chr(98 + i)} "{("&" + chr(97 + i) + ";") * 10}">' for i in range(9))
    await exchange.page(f'<?xml version="1.0"?><!DOCTYPE x [{entities}]><x>&j;</x>', content_type=XML)


@case("H76", "an entity of quadratic size")
async def quadratic(exchange):
    await exchange.page('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "' + "a" * 100_000 + '">]><x>' + "&a;" * 40_000 + "</x>", content_type=XML)


@case("H77", "an entity that is a local file", absent("xsecretfilex"), starts=("/", "/feed", "/rdf", "/svg"))
async def xxe(exchange):
    types = {"/feed": "application/rss+xml", "/rdf": "application/rdf+xml", "/svg": "image/svg+xml"}
    await exchange.page(f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file://{exchange.web.secret}">]><x><title>&a;</title></x>', content_type=types.get(exchange.path, XML))


@case("H78", "DTD, stylesheet, schema and XInclude on an internal host", canary_alive(), starts=("/", "/feed", "/rdf"))
async def remote_parts(exchange):
    url = exchange.web.canary_spellings()[0]
    types = {"/feed": "application/rss+xml", "/rdf": "application/rdf+xml"}
    await exchange.page(f'<?xml version="1.0"?><?xml-stylesheet href="{url}s.xsl" type="text/xsl"?><!DOCTYPE x SYSTEM "{url}x.dtd" [<!ENTITY % p SYSTEM "{url}p">%p;]>'
                        f'<x xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="{url} {url}x.xsd">'
                        f'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{url}i"/></x>', content_type=types.get(exchange.path, XML))


@case("H79", "a million nested elements of XML")
async def deep_xml(exchange):
    await exchange.page("<x>" * 1_000_000, content_type=XML)


@case("H80", "RDF that speaks of pages of others")
async def foreign_rdf(exchange):
    await exchange.page('<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">'
                        f'<rdf:Description rdf:about="{exchange.web.good_page(1)}"><dc:title>xforeignrdfx</dc:title></rdf:Description></rdf:RDF>', content_type="application/rdf+xml")


@case("H81", "a calendar without end", at_most(TRAP))
async def calendar(exchange):
    digits = "".join(filter(str.isdigit, exchange.path)) or "202601"
    month = int(digits[:9]) + 1
    await exchange.page(html(f"Month {month}", link(f"/month/{month}") + link(f"/month/{month + 12}") + f"<p>{random.Random(month).getrandbits(99)}</p>"))


@case("H82", "relative links that grow a path", at_most(TRAP))
async def growing_path(exchange):
    await exchange.page(html("Path", link("a/b/") + link("b/a/") + f"<p>{hash(exchange.path)}</p>"))


@case("H83", "a session in each URL", at_most(TRAP), starts=("/;jsessionid=0", "/?sid=0"))
async def sessions(exchange):
    number = random.getrandbits(60)
    await exchange.page(html("Session", link(f"/page;jsessionid={number:x}") + link(f"/page?sid={number:x}") + "<p>the same page</p>"))


@case("H84", "facets: 2^24 combinations", at_most(TRAP))
async def facets(exchange):
    chosen = set(filter(None, exchange.path.partition("?")[2].split("&")))
    links = [link("/?" + "&".join(sorted(chosen ^ {f"f{i}=1"}))) for i in range(24)]
    await exchange.page(html("Facets", "".join(links) + f"<p>{len(chosen)} facets</p>"))


@case("H85", "URLs that grow to a megabyte", at_most(TRAP))
async def growing_url(exchange):
    await exchange.page(html("Long", link(exchange.path + "a" * min(len(exchange.path), 1 << 20)) + f"<p>{len(exchange.path)}</p>"))


@case("H86", "a maze of pages that were not found, with status 200", at_most(TRAP))
async def soft_404(exchange):
    maze = random.Random(exchange.path)
    await exchange.page(html("Not found", "<p>Sorry, this page was not found.</p>" + "".join(link(f"/{maze.getrandbits(40):x}") for _ in range(20))))


@case("H87", "ten spellings of one page", at_most(1, "/one"))
async def spellings(exchange):
    host = exchange.origin
    if exchange.path == "/":
        await exchange.page(html("Spellings", "".join(link(s) for s in (
            "/one", "/one#a", "/./one", "/x/../one", "/%6Fne", " /one ", "/o\nne", host + "one", host.replace("http", "HTTP") + "one", "/%6f%6ee"))))
    else:
        await exchange.page(html("One", "<p>the one page</p>"))


@case("H88", "percent signs that are encoded twice", never("/a/b"), reached("/a%25"))
async def double_encoding(exchange):
    await exchange.page(html("Double", link("/a%252Fb") + link("/a%2525b") if exchange.path == "/" else "<p>text</p>"))


@case("H89", "homographs, bad punycode, odd ports and hosts", canary_alive())
async def odd_hosts(exchange):
    urls = ("http://\u0430pple.invalid/", "http://xn--a.invalid/", "http://xn--\ud800.invalid/".encode("utf-8", "replace").decode(), "http://h\x01.invalid/", exchange.origin[:-1] + ":0/", "http://127.1.0.1:99999/",
            "http://[fe80::1%25lo]/", "http://[::1", "http://user:password@" + exchange.origin[7:] + "in", "http://", "http:///", "http://.", "http://%31%32%37.0.0.1:1/")
    await exchange.page(html("Hosts", "".join(link(u) for u in urls)))


@case("H90", "links and forms that delete", only_methods("GET", "HEAD"), never("/submitted"))
async def deletes(exchange):
    await exchange.page(html("Delete", '<form method="post" action="/submitted"><input name="a"><input type="submit"></form><form action="/submitted"><input type="submit"></form>'))


@case("H91", "a page that is never the same", at_most(10))
async def ever_changing(exchange):
    await exchange.page(html("Change", f"<p>{random.getrandbits(200)}</p>"), f'ETag: "{random.getrandbits(60)}"')


@case("H92", "dates that lie", at_most(10))
async def lying_dates(exchange):
    await exchange.page(html("Dates", "<p>text</p>"), "Date: Thu, 01 Jan 1970 00:00:00 GMT", "Last-Modified: Fri, 31 Dec 9999 23:59:59 GMT", "Expires: 0", "Age: -1")
