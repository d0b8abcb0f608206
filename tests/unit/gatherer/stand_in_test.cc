#include "gatherer/fetch/stand_in.h"

#include <gtest/gtest.h>

#include "parser/parse.h"

namespace porthole::gatherer {
namespace {

using Headers = std::vector<std::pair<std::string, std::string>>;

/// Names what stands in the place of a page that is answered with `status`: "challenge: Anubis";
/// "" for a page.
std::string stand_in(const std::string& html, int status = 200, Headers headers = {}) {
  FetchResponse response;
  response.http_status = status;
  response.headers = std::move(headers);
  response.headers.emplace_back("content-type", "text/html; charset=utf-8");
  response.body = html;
  std::optional<StandIn> found;
  if (status == 200) {
    parser::ParseInput input;
    input.url = "http://a.test/page";
    input.content_type = "text/html; charset=utf-8";
    input.body = html;
    input.max_links = 100;
    found = stand_in_of(response, parser::parse_document(input));
  } else {
    found = stand_in_of(response);
  }
  if (!found) return "";
  return name_of(found->reason) + (found->detail.empty() ? "" : ": " + found->detail);
}

std::string titled(const std::string& title, const std::string& body = "") {
  return "<!doctype html><html><head><title>" + title + "</title></head><body>" + body +
         "</body></html>";
}

std::string words(int count) {
  std::string text = "<p>";
  for (int i = 0; i < count; ++i) text += "word ";
  return text + "</p>";
}

struct Product {
  const char* name;
  std::string html;
};

/// A small page of each kind, as its product sends it.
std::vector<Product> challenges() {
  return {
      {"Anubis", titled("Making sure you&#39;re not a bot!",
                        "<p>Loading...</p><script src=/.within.website/x/cmd/anubis/static/js/"
                        "main.mjs></script>" +
                            words(180))},
      {"Anubis", titled("Making sure you\u2019re not a bot!")},
      {"go-away", titled("Checking",
                         "<link href=/.well-known/.git.gammaspectra.live/git/go-away/"
                         "assets/a.css><p>Wait</p>")},
      {"Cloudflare", titled("Just a moment...", "<script>window._cf_chl_opt={}</script>")},
      {"Cloudflare", titled("Attention Required! | Cloudflare", "<h1>Sorry, you are blocked</h1>")},
      {"Vercel", titled("Vercel Security Checkpoint", "<p>We're verifying your browser</p>")},
      {"DataDome", titled("a.test",
                          "<p>Please enable JS and disable any ad blocker</p><script src="
                          "https://ct.captcha-delivery.com/c.js></script>")},
      {"HUMAN", titled("Robot or human?", "<div id=px-captcha></div>")},
      {"HUMAN", titled("Access to this page has been denied", "<p>Press &amp; Hold</p>")},
      {"Imperva",
       "<html><head><META NAME=robots CONTENT=noindex,nofollow><script src=\""
       "/_Incapsula_Resource?SWJIYLWA=5074,719d\"></script><body></body></html>"},
      {"Imperva", titled("", "<p>Request unsuccessful. Incapsula incident ID: 1-2</p>")},
      {"Imperva", titled("Pardon Our Interruption", words(60))},
      {"Akamai", titled("Challenge Validation", "<div id=sec-if-cpt-container></div>")},
      {"AWS WAF", titled("", "<script>window.gokuProps = {};</script>")},
      {"Kasada", "<html><body><script>window.KPSDK={};</script></body></html>"},
      {"F5", titled("Request Rejected",
                    "<p>The requested URL was rejected. Please consult with "
                    "your administrator. Your support ID is: 1</p>")},
      {"Radware", titled("Radware Bot Manager Captcha", "<p>Please solve this</p>")},
      {"DDoS-Guard", titled("DDoS-Guard",
                            "<script src=/.well-known/ddos-guard/js-challenge/"
                            "index.js></script>")},
      {"Qrator", titled("", "<script src=/__qrator/qauth_utm_v2.js></script>")},
      {"StackPath", titled("Site verification", "<iframe src='/sbbi/?sbbpg=sbbShell'></iframe>")},
      {"Sucuri", titled("You are being redirected...", "<script>sucuri_cloudproxy_js=''</script>")},
      {"Reblaze", titled("", "<script>window.rbzns={};</script>")},
      {"Imunify360", titled("One moment, please...", "<form><input name=wsidchk></form>")},
      {"SiteGround", titled("Robot Challenge Screen", "<p>Checking the site connection</p>")},
      {"Hostinger", titled("Just a moment", "<script src=/hcdn-cgi/jschallenge></script>")},
      {"Distil", titled("", "<script>distil_r_captcha</script>")},
      {"Fastly", titled("Client Challenge", "<link href=/_fs-ch-1T1/styles.css>")},
      {"SafeLine", titled("", "<script src=/.safeline/static/a.js></script>")},
      {"Alibaba", titled("", "<script>var a={url:'/punish?x5secdata=1'}</script>")},
      {"Amazon", titled("Amazon", "<form action=/errors/validateCaptcha><p>Enter</p></form>")},
      {"Google", titled("http://a.test/", "<form id=\"captcha-form\" action=index></form>")},
      {"Yandex", titled("Are you not a robot?", "<form action=/checkcaptcha></form>")},
      {"testcookie", titled("", "<script>toHex(slowAES.decrypt(c,2,a,b))</script>")},
      {"Wordfence", titled("Blocked",
                           "<p>Your access to this site has been limited by the site "
                           "owner</p>")},
      {"CloudFront", titled("ERROR",
                            "<h1>403 ERROR</h1><h2>The request could not be satisfied."
                            "</h2>")},
      {"Weibo", titled("Sina Visitor System")},
      {"hCaptcha", titled("a.test", "<div class=h-captcha data-sitekey=k></div>")},
      {"Friendly Captcha", titled("a.test", "<div class=frc-captcha></div>")},
      {"Cloudflare Turnstile", titled("a.test", "<div class=cf-turnstile></div>")},
      {"Tencent", titled("a.test", "<div id=TencentCaptcha></div>")},
  };
}

TEST(StandInTest, AChallengeOfEachProductIsTold) {
  for (const Product& product : challenges())
    EXPECT_EQ(stand_in(product.html), std::string("challenge: ") + product.name) << product.html;
}

TEST(StandInTest, AChallengeWithAnotherStatusIsTold) {
  const std::string page = titled("Just a moment...", "<script>window._cf_chl_opt={}</script>");
  for (const int status : {202, 403, 418, 429, 503})
    EXPECT_EQ(stand_in(page, status), "challenge: Cloudflare") << status;
  EXPECT_EQ(stand_in("", 202, {{"x-amzn-waf-action", "challenge"}}), "challenge: AWS WAF");
  EXPECT_EQ(stand_in("no", 403, {{"set-cookie", "datadome=1; Path=/"}}), "challenge: DataDome");
}

TEST(StandInTest, AHeaderThatComesWithAChallengeAloneTellsIt) {
  const std::string page = titled("A page", words(500));
  EXPECT_EQ(stand_in(page, 200, {{"cf-mitigated", "challenge"}}), "challenge: Cloudflare");
  EXPECT_EQ(stand_in(page, 200, {{"x-vercel-mitigated", "challenge"}}), "challenge: Vercel");
  EXPECT_EQ(stand_in(page, 200, {{"x-amzn-waf-action", "captcha"}}), "challenge: AWS WAF");
}

TEST(StandInTest, APageOfSubstanceMayNameAProductAndHaveACaptcha) {
  const std::string about =
      titled("Making sure you're not a bot: Anubis explained",
             words(300) + "<script src=/.within.website/x/cmd/anubis/static/main.mjs></script>");
  EXPECT_EQ(stand_in(about), "");
  EXPECT_EQ(stand_in(titled("Comments", words(80) + "<form><p>Verify you are human</p>"
                                                    "<div class=g-recaptcha></div></form>")),
            "");
  EXPECT_EQ(stand_in(titled("Contact",
                            "<p>Write to us, we answer soon</p><form>"
                            "<div class=h-captcha></div></form>")),
            "");
}

TEST(StandInTest, AThinPageThatShowsAMarkMentionsIt) {
  EXPECT_EQ(stand_in(titled("How to let a crawler in",
                            "<p>Write _cf_chl_opt and "
                            "captcha-delivery.com into the rule</p>")),
            "");
}

// Scripts that products put into the pages that they let through.
TEST(StandInTest, AThinPageWithTheScriptOfAProductIsAPage) {
  for (const char* script :
       {"/cdn-cgi/challenge-platform/scripts/jsd/main.js", "https://js.datadome.co/tags.js",
        "/_Incapsula_Resource?SWJIYLWA=719d", "/_fs-ch-1T1/script.js",
        "https://a.edge.sdk.awswaf.com/a/challenge.js", "//obs.cheqzone.com/a.js",
        "https://challenges.cloudflare.com/turnstile/v0/api.js"}) {
    EXPECT_EQ(stand_in(titled("Pivot tables",
                              "<h1>Pivot tables</h1><p>They can hide errors.</p>"
                              "<script src=\"" +
                                  std::string(script) + "\"></script>")),
              "")
        << script;
  }
}

TEST(StandInTest, AnEmptyApplicationIsAPage) {
  EXPECT_EQ(stand_in(titled("Shop", "<div id=root></div><script src=/main.js></script>")), "");
}

TEST(StandInTest, AnErrorThatWasSentAsAPageHasItsStatusAsReason) {
  EXPECT_EQ(stand_in(titled("503 Service Unavailable", "<h1>503</h1>")),
            "http 503: its title says so, with status 200");
  EXPECT_EQ(stand_in(titled("404 Not Found", "<h1>Not Found</h1><hr>nginx")),
            "http 404: its title says so, with status 200");
  EXPECT_EQ(stand_in(titled("Error establishing a database connection")),
            "http 500: its title says so, with status 200");
  EXPECT_EQ(stand_in(titled("Not found: the lost songs of Sappho", words(20))), "");
  EXPECT_EQ(stand_in(titled("Service unavailable on Sundays", words(60))), "");
}

TEST(StandInTest, ARefusalWithoutAProductKeepsItsStatus) {
  EXPECT_EQ(stand_in(titled("403 Forbidden", "<h1>Forbidden</h1>"), 403), "");
  EXPECT_EQ(stand_in(titled("Access denied"), 403), "");
  EXPECT_EQ(stand_in(titled("Just a moment..."), 404), "");
}

TEST(StandInTest, ARedirectToALoginOrAChallengeIsTold) {
  const auto reason = [](const char* url) {
    const std::optional<StandIn> found = stand_in_at(Url::parse(url).value());
    return found ? name_of(found->reason) : "";
  };
  EXPECT_EQ(reason("https://a.test/accounts/login/?next=/page"), "login page");
  EXPECT_EQ(reason("https://a.test/wp-login.php?redirect_to=x"), "login page");
  EXPECT_EQ(reason("https://validate.perfdrive.com/?ssa=1"), "challenge");
  EXPECT_EQ(reason("https://a.test/blogging-in-the-nineties"), "");
}

TEST(StandInTest, TextsThatDifferInNumbersAndAddressesAloneHaveOnePrint) {
  EXPECT_EQ(print_of("Closed. Request 4a5f for /page/1"), print_of("Closed. Request 9c1 for /b"));
  EXPECT_NE(print_of("one text"), print_of("another text"));
}

}  // namespace
}  // namespace porthole::gatherer
