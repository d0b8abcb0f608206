"""robots.txt by RFC 9309, and names: H93 to H117. Each host has the pages /page, /open and /closed unless it says otherwise."""

from web import absent, at_most, canary_alive, case, html, left_within, link, never, reached

DISALLOW = "User-agent: *\nDisallow: /closed\n"
PAGES = ("/page", "/open", "/closed")


def robots(name, title, *rules, starts=PAGES):
    """A case whose coroutine answers robots.txt; pages are answered here."""

    def register(answer):
        async def both(exchange):
            if exchange.path.startswith("/robots"):
                await answer(exchange)
            else:
                await exchange.page(html("Page", f"<p>the page {exchange.path}</p>" + link("/page")))

        case(name, title, *rules, starts=starts)(both)
        return answer

    return register


async def text(exchange, body, status="200 OK"):
    await exchange.page(body, status=status, content_type="text/plain")


NOTHING = (never("/page"), never("/open"), never("/closed"))


@robots("H93", "robots.txt: 404", reached("/page"))
async def missing(exchange):
    await text(exchange, "", "404 Not Found")


@robots("H94", "robots.txt: 403", reached("/page"))
async def forbidden(exchange):
    await text(exchange, "", "403 Forbidden")


@robots("H95", "robots.txt: 500", *NOTHING)
async def broken(exchange):
    await text(exchange, "", "500 Internal Server Error")


@robots("H96", "robots.txt: 503 with a page", *NOTHING)
async def unavailable(exchange):
    await exchange.page(html("Maintenance", "<p>back soon</p>"), status="503 Service Unavailable")


@robots("H97", "robots.txt: 429", *NOTHING)
async def too_many(exchange):
    await text(exchange, "", "429 Too Many Requests")


@robots("H98", "robots.txt: silence", *NOTHING, left_within(90))
async def hangs(exchange):
    await exchange.silence()


@robots("H99", "robots.txt: cut off", *NOTHING)
async def cut(exchange):
    await exchange.head("200 OK", "text/plain", length=5000)
    await exchange.send("User-agent: *\nAllow: /\n")


@robots("H100", "robots.txt: five redirects", never("/closed"), reached("/open"))
async def five_redirects(exchange):
    step = int("0" + "".join(filter(str.isdigit, exchange.path)))
    if step < 5:
        await exchange.redirect(f"/robots{step + 1}")
    else:
        await text(exchange, DISALLOW)


@robots("H101", "robots.txt: redirects to itself", at_most(12, "/robots"))
async def loop(exchange):
    await exchange.redirect("/robots.txt")


@robots("H102", "robots.txt: redirects to an internal host", canary_alive())
async def inside(exchange):
    await exchange.redirect(exchange.web.canary_spellings()[0] + "robots.txt")


@robots("H103", "robots.txt: 1.6 MB with a rule at 400 KB", never("/closed"), reached("/open"))
async def large(exchange):
    comment = "# a comment of forty bytes, which is long\n"
    await text(exchange, comment * 9_500 + DISALLOW + comment * 28_000)


@robots("H104", "robots.txt: endless", left_within(90), never("/closed"))
async def endless(exchange):
    await exchange.head("200 OK", "text/plain")
    await exchange.send(DISALLOW)
    await exchange.for_ever("# and more\n" * 1000)


@robots("H105", "robots.txt: a byte order mark", never("/closed"), reached("/open"))
async def mark(exchange):
    await text(exchange, "\ufeff" + DISALLOW)


@robots("H106", "robots.txt: CR alone ends lines", never("/closed"), reached("/open"))
async def returns(exchange):
    await text(exchange, DISALLOW.replace("\n", "\r"))


@robots("H107", "robots.txt: a page with status 200", *NOTHING)
async def a_page(exchange):
    await exchange.page(html("Welcome", "<p>There is no robots.txt here.</p>"))


@robots("H108", "robots.txt: NULs and bytes that are not UTF-8", never("/closed"), reached("/open"))
async def bytes_in_it(exchange):
    await exchange.page(b"\xff\xfe# \0\0\n\0\xc0\xaf\n" + DISALLOW.encode(), content_type="text/plain")


@robots("H109", "robots.txt: longest match, * and $", never("/closed"), never("/open"), never("/open.gif"), reached("/page"), reached("/closed-but-open"),
        starts=("/page", "/open", "/closed", "/closed-but-open", "/open.gif"))
async def longest(exchange):
    await text(exchange, "User-agent: *\nDisallow: /closed\nAllow: /closed-but\nDisallow: /open$\nDisallow: /*.gif$\n")


@robots("H110", "robots.txt: groups that are merged", never("/closed"), never("/open"), reached("/page"))
async def groups(exchange):
    await text(exchange, "User-agent: *\nDisallow: /closed\n\nUser-agent: someone-else\nDisallow: /\n\nUser-agent: *\nDisallow: /open\n")


@robots("H111", "robots.txt: 2,000 stars", left_within(90), reached("/page"))
async def stars(exchange):
    await text(exchange, "User-agent: *\nDisallow: /" + "*a" * 2000 + "$\n")


@robots("H112", "robots.txt: percent-encoded forms", never("/closed"), never("/%63losed"), reached("/open"), starts=("/open", "/closed", "/%63losed"))
async def percent(exchange):
    await text(exchange, "User-agent: *\nDisallow: /%63losed\n")


@robots("H113", "robots.txt: delays that are none", at_most(60))
async def delays(exchange):
    await text(exchange, "User-agent: *\nCrawl-delay: 999999999\nCrawl-delay: -1\nCrawl-delay: nan\n")


@robots("H114", "robots.txt: sitemaps inside and in files", canary_alive(), absent("xsecretfilex"))
async def sitemaps(exchange):
    await text(exchange, f"Sitemap: {exchange.web.canary_spellings()[0]}sitemap.xml\nSitemap: file://{exchange.web.secret}\nSitemap: \n")


@robots("H115", "robots.txt: a line of 1 MiB", never("/closed"), reached("/open"))
async def long_line(exchange):
    await text(exchange, DISALLOW + "Disallow: /" + "a" * (1 << 20) + "\n")


@robots("H116", "robots.txt is fetched once", at_most(1, "/robots.txt"), reached("/page12"), starts=tuple(f"/page{i}" for i in range(13)))
async def once(exchange):
    await text(exchange, DISALLOW)


@case("H117", "a name that resolves to an internal address", canary_alive())
async def resolves_inside(exchange):
    await exchange.page(html("Names", link(f"http://localhost:{exchange.web.canary_port}/") + link(f"http://localhost.localdomain:{exchange.web.canary_port}/")))
