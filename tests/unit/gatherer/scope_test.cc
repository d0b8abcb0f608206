#include "gatherer/frontier/scope.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "gatherer/frontier/scope_rules.h"

namespace porthole::gatherer {
namespace {

using collection::ScopeRule;
using collection::Specification;

Url url(const std::string& text) {
  const Result<Url> parsed = Url::parse(text);
  EXPECT_TRUE(parsed.has_value()) << text;
  return *parsed;
}

Scope make(const Specification& specification) {
  Result<Scope> scope = Scope::make(specification);
  EXPECT_TRUE(scope.has_value());
  return std::move(*scope);
}

/// A scope of these rules, on lines 1, 2, ...
Scope scope_of(std::vector<ScopeRule> rules) {
  Specification specification;
  int line = 0;
  for (ScopeRule& rule : rules) rule.line = ++line;
  specification.scope = std::move(rules);
  return make(specification);
}

ScopeRule rule(bool accept) {
  ScopeRule made;
  made.accept = accept;
  return made;
}

ScopeRule accept_web() {
  ScopeRule made = rule(true);
  made.schemes = {"http", "https"};
  return made;
}

ScopeRule with_path(bool accept, const std::string& path) {
  ScopeRule made = rule(accept);
  made.path = path;
  return made;
}

ScopeRule with_hosts(bool accept, std::vector<std::string> hosts) {
  ScopeRule made = rule(accept);
  made.hosts = std::move(hosts);
  return made;
}

ScopeRule with_prefix(bool accept, const std::string& prefix) {
  ScopeRule made = rule(accept);
  made.prefix = prefix;
  return made;
}

std::string reason(const Scope& scope, const std::string& text) {
  return name_of(scope.decide(url(text)).reason);
}

bool accepts(const Scope& scope, const std::string& text) {
  return scope.decide(url(text)).accepted;
}

TEST(ScopeTest, TheLastRuleThatMatchesDecides) {
  const Scope scope = scope_of({accept_web(), with_path(false, R"((?i)\.(iso|exe)$)"),
                                with_prefix(true, "https://www.example.com/astronomy/")});
  EXPECT_TRUE(accepts(scope, "https://a.org/x"));
  EXPECT_FALSE(accepts(scope, "https://a.org/x.ISO"));
  EXPECT_TRUE(accepts(scope, "https://www.example.com/astronomy/sky.iso"));
  EXPECT_FALSE(accepts(scope, "https://www.example.com/other/sky.iso"));
}

TEST(ScopeTest, NoRuleMatchingMeansOutOfScope) {
  const Scope scope = scope_of({with_hosts(true, {"a.org"})});
  const Decision decision = scope.decide(url("http://b.org/"));
  EXPECT_FALSE(decision.accepted);
  EXPECT_EQ(decision.reason, DropReason::kOutOfScope);
  EXPECT_EQ(decision.line, 0);
}

TEST(ScopeTest, NamesTheRuleThatDecided) {
  const Scope scope = scope_of({accept_web(), with_hosts(false, {"*.ads.example.com", "b.org"})});
  const Decision no = scope.decide(url("http://x.ads.example.com/"));
  EXPECT_EQ(no.reason, DropReason::kRejected);
  EXPECT_EQ(no.detail, "reject host=\"*.ads.example.com b.org\"");
  EXPECT_EQ(no.line, 2);
  const Decision yes = scope.decide(url("http://a.org/"));
  EXPECT_TRUE(yes.accepted);
  EXPECT_EQ(yes.reason, DropReason::kNone);
  EXPECT_EQ(yes.detail, "accept scheme=\"http https\"");
  EXPECT_EQ(yes.line, 1);
}

TEST(ScopeTest, AllConditionsOfARuleMustHold) {
  ScopeRule both = with_hosts(true, {"a.org"});
  both.path = "^/x/";
  both.schemes = {"https"};
  const Scope scope = scope_of({both});
  EXPECT_TRUE(accepts(scope, "https://a.org/x/1"));
  EXPECT_FALSE(accepts(scope, "http://a.org/x/1"));
  EXPECT_FALSE(accepts(scope, "https://b.org/x/1"));
  EXPECT_FALSE(accepts(scope, "https://a.org/y/x/1"));
}

TEST(ScopeTest, ARuleWithoutConditionsMatchesEverything) {
  EXPECT_TRUE(accepts(scope_of({rule(true)}), "http://a.org/"));
  EXPECT_FALSE(accepts(scope_of({rule(true), rule(false)}), "http://a.org/"));
}

TEST(ScopeTest, WithoutAnyRuleTheBuiltInRefusalsAreAllThereIs) {
  const Scope scope = scope_of({});
  EXPECT_TRUE(accepts(scope, "http://a.org/"));
  EXPECT_FALSE(accepts(scope, "ftp://a.org/"));
}

TEST(ScopeTest, AStarAndADotMeanTheHostItselfAndAllBelowIt) {
  const Scope scope = scope_of({with_hosts(true, {"*.Example.com"})});
  EXPECT_TRUE(accepts(scope, "http://example.com/"));
  EXPECT_TRUE(accepts(scope, "http://a.b.example.com:8080/"));
  EXPECT_TRUE(accepts(scope, "http://example.com./"));
  EXPECT_FALSE(accepts(scope, "http://badexample.com/"));
  EXPECT_FALSE(accepts(scope, "http://example.com.evil.org/"));
}

TEST(ScopeTest, GlobsCoverTheWholeHost) {
  const Scope scope = scope_of({with_hosts(true, {"w?w.*.org", "exact.net", "*.b\u00FCcher.de"})});
  EXPECT_TRUE(accepts(scope, "http://www.a.b.org/"));
  EXPECT_FALSE(accepts(scope, "http://ww.a.org/"));
  EXPECT_FALSE(accepts(scope, "http://www.a.org.net/"));
  EXPECT_TRUE(accepts(scope, "http://exact.net/"));
  EXPECT_FALSE(accepts(scope, "http://www.exact.net/"));
  EXPECT_TRUE(accepts(scope, "http://xn--bcher-kva.de/"));
  EXPECT_TRUE(accepts(scope, "http://www.B\u00DCCHER.de/"));
}

TEST(ScopeTest, ThePatternIsSearchedInPathAndQuery) {
  const Scope scope = scope_of({accept_web(), with_path(false, "[?&]action=edit")});
  EXPECT_FALSE(accepts(scope, "http://a.org/w?title=x&action=edit"));
  EXPECT_TRUE(accepts(scope, "http://a.org/action=edit"));
  EXPECT_TRUE(accepts(scope, "http://a.org/w#?action=edit")) << "the fragment is not searched";
}

TEST(ScopeTest, APrefixEndsNoHostEarly) {
  const Scope scope = scope_of({with_prefix(true, "https://example.com")});
  EXPECT_TRUE(accepts(scope, "https://example.com/x"));
  EXPECT_FALSE(accepts(scope, "https://example.com.evil.org/"));
  EXPECT_FALSE(accepts(scope, "http://example.com/")) << "a scheme is part of the prefix";
}

TEST(ScopeTest, NamesThePatternThatIsNone) {
  Specification specification;
  specification.file = "porthole.xml";
  specification.scope = {with_path(true, "(unclosed")};
  specification.scope[0].line = 7;
  const Result<Scope> scope = Scope::make(specification);
  ASSERT_FALSE(scope.has_value());
  EXPECT_EQ(scope.error().code, ErrorCode::kInvalid);
  EXPECT_EQ(scope.error().file, "porthole.xml");
  EXPECT_EQ(scope.error().line, 7);
  EXPECT_NE(scope.error().message.find("(unclosed"), std::string::npos);
  EXPECT_FALSE(scope.error().hint.empty());
}

TEST(ScopeTest, ARuleThatCannotDecideRejects) {
  const CompiledRule fine{1, "accept", [](const Url&) { return Verdict::kAccept; }};
  const CompiledRule broken{2, "accept by plugin",
                            [](const Url&) -> Verdict { throw std::runtime_error("no idea"); }};
  const CompiledRule rude{3, "accept by plugin", [](const Url&) -> Verdict { throw 1; }};
  const Decision decision = decide_by_last_match({fine, broken, fine}, url("http://a.org/"));
  EXPECT_FALSE(decision.accepted);
  EXPECT_EQ(decision.reason, DropReason::kRuleFailed);
  EXPECT_EQ(decision.detail, "accept by plugin: no idea");
  EXPECT_EQ(decision.line, 2);
  EXPECT_EQ(decide_by_last_match({rude}, url("http://a.org/")).reason, DropReason::kRuleFailed);
  EXPECT_EQ(scope_of({rule(true)}).undecided(), 0);
}

// Built-in refusals, each at the limit and one beyond.

TEST(ScopeTest, RefusesLongUrls) {
  const Scope scope = scope_of({rule(true)});
  const std::string head = "http://a.org/?";
  EXPECT_TRUE(accepts(scope, head + std::string(kMaxUrlBytes - head.size(), 'x')));
  EXPECT_EQ(reason(scope, head + std::string(kMaxUrlBytes - head.size() + 1, 'x')), "URL too long");
}

TEST(ScopeTest, RefusesDeepPaths) {
  const Scope scope = scope_of({rule(true)});
  std::string path = "http://a.org";
  for (int i = 0; i < kMaxPathSegments; ++i) path += "/" + std::to_string(i);
  EXPECT_TRUE(accepts(scope, path));
  EXPECT_TRUE(accepts(scope, path + "/")) << "a final slash begins no segment";
  EXPECT_EQ(reason(scope, path + "/x"), "path too deep");
}

// H82: the path loop.
TEST(ScopeTest, RefusesPathsThatGoInCircles) {
  const Scope scope = scope_of({rule(true)});
  EXPECT_TRUE(accepts(scope, "http://a.org/a/a/b"));
  EXPECT_EQ(reason(scope, "http://a.org/a/a/a/b"), "path repeats itself");
  EXPECT_TRUE(accepts(scope, "http://a.org/x/a/b/a/b/a/"));
  EXPECT_EQ(reason(scope, "http://a.org/x/a/b/a/b/a/b"), "path repeats itself");
  EXPECT_EQ(reason(scope, "http://a.org/b/c/d/b/c/d/b/c/d/"), "path repeats itself");
  EXPECT_EQ(scope.decide(url("http://a.org/x/a/b/a/b/a/b")).detail,
            "/a/b more than 2 times in a row");
  EXPECT_TRUE(accepts(scope, "http://a.org/a/b/a/c/a/d")) << "not in a row";
}

// Two relative links, a/ and b/, that each folder has: every path of a and b leads on, in any
// order.
TEST(ScopeTest, RefusesPathsOfLinksThatLeadIntoEachOther) {
  const Scope scope = scope_of({rule(true)});
  EXPECT_EQ(reason(scope, "http://a.org/a/b/b/a/a/b"), "path repeats itself");
  EXPECT_EQ(reason(scope, "http://a.org/docs/a/x/b/b/a/y/a/b/"), "path repeats itself");
  EXPECT_EQ(scope.decide(url("http://a.org/a/b/b/a/a/b")).detail, "a and b more than 2 times each");
  EXPECT_TRUE(accepts(scope, "http://a.org/a/b/b/a/a")) << "one of them alone stands so often";
  EXPECT_TRUE(accepts(scope, "http://a.org/0/1/0/2/0/3/0")) << "numbers of which one is frequent";
  EXPECT_TRUE(accepts(scope, "http://a.org/com/example/shop/com/example/cart"));
}

TEST(ScopeTest, RefusesSchemesThatNothingSpeaks) {
  Specification specification;
  specification.scope = {rule(true)};
  EXPECT_EQ(reason(make(specification), "ftp://a.org/x"), "unknown scheme");
  EXPECT_EQ(reason(make(specification), "javascript:alert(1)"), "unknown scheme");
  EXPECT_EQ(reason(make(specification), "file:///etc/passwd"), "unknown scheme");
  collection::Plugin file;
  file.handles = {"file"};
  specification.protocols.push_back(file);
  EXPECT_EQ(reason(make(specification), "file:///srv/x"), "");
}

TEST(ScopeTest, RefusesUserNamesAndPasswords) {
  const Scope scope = scope_of({rule(true)});
  EXPECT_EQ(reason(scope, "http://user@a.org/"), "user name in URL");
  EXPECT_EQ(reason(scope, "http://:secret@a.org/"), "user name in URL");
  EXPECT_TRUE(accepts(scope, "http://a.org/@user"));
}

TEST(ScopeTest, NoRuleLiftsABuiltInRefusal) {
  EXPECT_FALSE(accepts(scope_of({with_prefix(true, "http://user@a.org/")}), "http://user@a.org/"));
}

TEST(ScopeTest, ARunMayBeLimitedFurther) {
  Specification specification;
  specification.scope = {accept_web(), with_hosts(false, {"ads.a.org"})};
  specification.confines = {with_hosts(true, {"*.a.org"}), with_prefix(true, "https://b.org/m/")};
  const Scope scope = make(specification);
  EXPECT_TRUE(accepts(scope, "https://www.a.org/"));
  EXPECT_TRUE(accepts(scope, "https://b.org/m/1"));
  EXPECT_FALSE(accepts(scope, "https://ads.a.org/")) << "the rules hold as ever";
  const Decision outside = scope.decide(url("https://b.org/"));
  EXPECT_EQ(outside.reason, DropReason::kOutOfScope);
  EXPECT_EQ(outside.detail,
            "this run is limited to: accept host=\"*.a.org\", accept prefix=\"https://b.org/m/\"");
  EXPECT_FALSE(scope.is_in_run(url("https://b.org/")));
  EXPECT_TRUE(scope.is_in_run(url("https://ads.a.org/")));
}

TEST(ScopeTest, PagesInAnUnknownLanguageAreKept) {
  Specification specification;
  EXPECT_TRUE(make(specification).accepts_language("fr"));
  specification.languages = {"en", "de"};
  const Scope scope = make(specification);
  EXPECT_TRUE(scope.accepts_language("en"));
  EXPECT_TRUE(scope.accepts_language("de"));
  EXPECT_TRUE(scope.accepts_language(""));
  EXPECT_FALSE(scope.accepts_language("fr"));
}

// Sites.

TEST(ScopeTest, ASiteIsTheLongestPrefixNamedElseTheRegistrableDomain) {
  Specification specification;
  specification.sites = {{"https://www.debian.org/doc/", std::nullopt},
                         {"https://www.debian.org/doc/debian-policy/", 60},
                         {"https://packages.debian.org/", 0}};
  specification.limits.pages_per_site = 10;
  const Scope scope = make(specification);
  EXPECT_EQ(scope.site_of(url("https://www.debian.org/doc/debian-policy/ch1.html")),
            "https://www.debian.org/doc/debian-policy/");
  EXPECT_EQ(scope.site_of(url("http://www.debian.org/doc/debian-policy/")),
            "https://www.debian.org/doc/debian-policy/")
      << "http and https alike";
  EXPECT_EQ(scope.site_of(url("https://www.debian.org/doc/x")), "https://www.debian.org/doc/");
  EXPECT_EQ(scope.site_of(url("https://www.debian.org/")), "debian.org");
  EXPECT_EQ(scope.site_of(url("https://www.debian.org:444/doc/")), "debian.org") << "another port";
  EXPECT_EQ(scope.site_of(url("https://docs.example.co.uk/x")), "example.co.uk");
  EXPECT_EQ(scope.site_of(url("http://127.0.0.1:81/x")), "127.0.0.1");
  EXPECT_EQ(scope.site_of(url("file:///srv/x")), "file:");

  EXPECT_EQ(scope.pages_cap("https://www.debian.org/doc/debian-policy/"), 60);
  EXPECT_EQ(scope.pages_cap("https://packages.debian.org/"), 0) << "lifted";
  EXPECT_EQ(scope.pages_cap("https://www.debian.org/doc/"), 10) << "none of its own";
  EXPECT_EQ(scope.pages_cap("example.co.uk"), 10);
}

TEST(ScopeTest, NamesThePrefixOfASiteThatIsNoUrl) {
  Specification specification;
  specification.sites = {{"www.example.com/manual/", std::nullopt}};
  const Result<Scope> scope = Scope::make(specification);
  ASSERT_FALSE(scope.has_value());
  EXPECT_NE(scope.error().message.find("www.example.com/manual/"), std::string::npos);
}

bool shares(const char* url) { return is_share_address(Url::parse(url).value()); }

TEST(ShareAddressesTest, FormsThatShareAPageAreKnown) {
  EXPECT_TRUE(shares("https://www.facebook.com/sharer/sharer.php?u=http%3A%2F%2Fa.test%2F"));
  EXPECT_TRUE(shares("https://www.facebook.com/sharer.php?u=http%3A%2F%2Fa.test%2F"));
  EXPECT_TRUE(shares("https://x.com/intent/tweet?url=http%3A%2F%2Fa.test%2F"));
  EXPECT_TRUE(shares("https://twitter.com/share?url=http%3A%2F%2Fa.test%2F"));
  EXPECT_TRUE(shares("https://www.linkedin.com/shareArticle?mini=true&url=http%3A%2F%2Fa.test%2F"));
  EXPECT_TRUE(shares("https://api.whatsapp.com/send?text=a"));
  EXPECT_TRUE(shares("https://wa.me/?text=a"));
}

TEST(ShareAddressesTest, PagesOfTheSameSitesAreNot) {
  EXPECT_FALSE(shares("https://www.facebook.com/beekeepers"));
  EXPECT_FALSE(shares("https://x.com/shareholders"));
  EXPECT_FALSE(shares("https://netflix.com/intent/tweet"));
  EXPECT_FALSE(shares("https://a.test/share"));
}

}  // namespace
}  // namespace porthole::gatherer
