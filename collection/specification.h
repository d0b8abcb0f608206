#pragma once

/// The specification of a collection (porthole.xml) as plain data: topic, seeds, scope, strategy,
/// handlers, politeness, network, storage.
///
/// Source: schemas/specification.xsd; design of the elements in docs/specification.md.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace porthole::collection {

using NamedValues = std::vector<std::pair<std::string, std::string>>;

/// The user agent.
struct Agent {
  std::string name = "porthole";  ///< Product token: letters, `_` and `-`; robots.txt matches this.
  std::string version = "1.0";
  std::string url;
  std::string email;

  /// True if there is a way to reach the operator that is not a placeholder (example.com,
  /// example.org, ...).
  bool has_contact() const;
  /// "porthole/1.0 (+https://example.org/bot.html; crawl@example.org)".
  std::string user_agent() const;
};

struct Topic {
  std::string title;
  std::vector<std::string> terms;
  std::string taxonomy_file;  ///< Relative to the collection; "" = none.
};

struct Seed {
  std::string url;
  std::string file;  ///< Where it is given, for messages.
  int line = 0;
};

/// A class of a plug-in, by name.
struct Plugin {
  std::vector<std::string> handles;  ///< Schemes of a protocol, types of a summarizer.
  std::string library;
  std::string class_name;
  NamedValues options;
  int line = 0;
  std::vector<std::string> suffixes{};  ///< URLs of a summarizer, with the dot.
};

/// A rule of <scope>: it matches when all conditions that are present hold.
struct ScopeRule {
  bool accept = true;
  std::vector<std::string> schemes{};
  std::vector<std::string> hosts{};  ///< Globs; "*.x" also matches x.
  std::string path{};                ///< RE2, searched in path and query; "" = any.
  std::string prefix{};              ///< Prefix of the serialised URL; "" = any.
  int line = 0;
  std::optional<Plugin> plugin{};  ///< Decides in place of all of these.
};

/// When a URL that matches is fetched: before those with a smaller value, after those with a larger
/// one. URLs that no rule matches have the value 0.
struct PriorityRule {
  ScopeRule matches;  ///< Its conditions alone.
  int value = 0;      ///< -kLargestPriority to kLargestPriority.
};
inline constexpr int kLargestPriority = 10;

struct SiteRule {
  std::string prefix;                 ///< Prefix of the serialised URL; http and https are equal.
  std::optional<std::int64_t> pages;  ///< Its own cap; 0 = none.
};

/// Where a crawl learns who links to a relevant page: one of the three.
struct BackwardSource {
  std::filesystem::path file{};        ///< Pairs of URLs, gatherer/frontier/url_sources.h.
  std::filesystem::path collection{};  ///< The folder of another collection. Both absolute.
  std::string service{};  ///< A URL whose {url} is replaced by the page's; its answer is a page.
};

/// 0 means unlimited, unless stated otherwise.
struct Limits {
  std::int64_t pages = 0;
  std::int64_t pages_per_site = 0;
  int hops = 0;
  int links_per_page = 5000;
  std::int64_t body = 4 << 20;  ///< Bytes after decoding.
  int redirects = 8;
  /// URLs that are not pages and get a summary from what links say of them; 0: none.
  std::int64_t described = 1000;
};

/// A place in the specification; 0 = unknown.
struct SourcePlace {
  int line = 0;
  int column = 0;
};

struct Strategy {
  std::string name = "learned";
  NamedValues options;
  std::optional<Plugin> plugin{};  ///< Its name is `name` then; without options, which are above.
  SourcePlace place{};             ///< That of <strategy>.
  /// Those of `options`, as read; none for other options.
  std::vector<SourcePlace> option_places{};
};

struct Politeness {
  std::chrono::milliseconds delay{5000};
  std::chrono::milliseconds min_delay{1000};
  std::chrono::milliseconds max_crawl_delay{30000};
  int connections_per_host = 1;
  std::string queue_mode = "host";  ///< host, domain or ip.
  bool simulated = false;           ///< Wait through a gateway or recorded web, too.
};

/// When a page is fetched again, and when it is declared gone.
struct Refresh {
  /// Age at which `porthole update` fetches a page again; absent = never.
  std::optional<std::chrono::milliseconds> after = std::nullopt;
  std::string order = {};  ///< Columns, gatherer/frontier/refresh_order.h; "" = the usual one.
  int failures = 3;  ///< Consecutive failures when it is fetched again; at least 2, 0 = never.
  std::chrono::days days{7};  ///< Minimum time from the first failure to the last.
  SourcePlace place{};        ///< That of <refresh>.
};

struct AllowedAddresses {
  std::vector<std::string> addresses;      ///< IPs or CIDR ranges; empty = global ones.
  std::vector<std::pair<int, int>> ports;  ///< Inclusive; empty = all.
};

/// A web in a box (labs/webbox/box.h): the gatherer starts it and uses it as the gateway.
struct BoxReference {
  std::filesystem::path sites;  ///< The list of sites. Both absolute after reading.
  std::filesystem::path cache;
  std::size_t hub_packages = 9000;
};

struct Network {
  std::chrono::seconds timeout{60};
  std::chrono::seconds connect_timeout{10};
  std::optional<std::string> gateway;           ///< URL.
  std::vector<std::filesystem::path> recorded;  ///< Absolute after reading.
  std::optional<BoxReference> box;
  std::vector<AllowedAddresses> allow;
  bool is_live() const { return !gateway && recorded.empty() && !box; }
};

/// How the search page presents the collection.
struct SearchPage {
  std::string title;                 ///< "" = the title of the topic.
  std::string description;           ///< One line for readers; "" = none.
  std::filesystem::path logo;        ///< Absolute after reading; "" = Porthole's.
  std::string colour;                ///< "#0d5f7a", of links and buttons; "" = Porthole's.
  std::vector<std::string> queries;  ///< Examples of queries; none = found in the index.
};

struct Specification {
  std::string name;
  std::filesystem::path file;  ///< Where it was read from.
  Agent agent;
  Topic topic;
  std::vector<Seed> seeds;  ///< Those of <seeds file> included.
  std::vector<ScopeRule> scope;
  /// A run may limit the scope further: these rules stand behind those of the scope, and a URL must
  /// match one of `confines`, too, if there are any.
  std::vector<ScopeRule> excludes, confines;
  /// Languages of pages that are kept, as primary tags ("en"); empty = all.
  std::vector<std::string> languages;
  std::vector<PriorityRule> priorities;  ///< The last that matches decides.
  Limits limits;
  std::vector<SiteRule> sites;
  bool sitemaps = true;  ///< Take URLs from sitemaps, too (<scope sitemaps="no">).
  bool images = false;   ///< Also fetch embedded images (<scope images="yes">).
  bool parents = false;  ///< Try the folders above relevant pages (<scope parents="yes">).
  std::vector<BackwardSource> backward{};  ///< Try what links to relevant pages.
  Strategy strategy;
  Politeness politeness;
  Refresh refresh;
  Network network;
  std::vector<Plugin> protocols;
  std::vector<Plugin> summarizers;
  bool names_summarizers =
      false;  ///< True if there is a <summarizers>; else all installed ones are used.
  std::string storage = "sqlite:repository.db";
  SearchPage search_page;
  /// Missing files that the specification names (seeds, recorded webs), each with place and remedy:
  /// the specification is valid, but a crawl cannot start. Code kIncomplete.
  std::vector<Error> missing;
};

/// Reads and validates a specification.
///
/// Errors: kInvalid with file, line, column and what was expected, for anything that the schema or
/// a value's meaning refuses (a DOCTYPE, an unknown element with the nearest known name, a bad RE2
/// pattern, ...); kNotFound when `file` is missing. An invalid seed URL is not an error here
/// (bad_seeds() finds it), and a missing file that the specification names is listed in
/// Specification::missing.
Result<Specification> read_specification(const std::filesystem::path& file);
/// The same for `text`, which is not saved yet to `file`.
Result<Specification> read_specification_text(const std::string& text,
                                              const std::filesystem::path& file);

/// Finds what a specification names and what is not there: beside the files of
/// Specification::missing, its taxonomy, the collections it shares with, and the logo.
/// Returns errors kIncomplete with file, line, column and remedy; none if the file cannot be read.
std::vector<Error> missing_files(const std::filesystem::path& specification);
/// The taxonomy alone.
std::optional<Error> missing_taxonomy(const std::filesystem::path& specification);

/// Limits of a crawl as the command line gives them (collection/scope_choice.h).
struct ScopeChoice {
  std::vector<std::string> sites{};      ///< Hosts; those below them are meant, too.
  std::vector<std::string> prefixes{};   ///< Beginnings of serialised URLs.
  std::vector<std::string> excludes{};   ///< RE2, searched in path and query.
  std::vector<std::string> languages{};  ///< Primary tags: "en".
  int depth = 0;                         ///< Links from the nearest seed; 0 = not given.
  bool parents = false;                  ///< As Specification::parents.
  std::vector<std::string> backward{};   ///< Files of links; for one run.

  bool is_confined() const { return !sites.empty() || !prefixes.empty(); }
};

/// Input of `porthole new`.
struct NewCollection {
  std::string name{};
  std::string title{};  ///< Title of the topic; the first phrase when empty.
  std::vector<std::string> topic_phrases{};
  std::vector<std::string> seeds{};
  std::string contact{};  ///< An e-mail address or a URL; "" = none.
  std::string gateway{};
  std::vector<std::string> recorded{};
  ScopeChoice scope{};
};
/// Errors: kUsage for a placeholder and for a text without an address; "" is good.
Result<void> check_contact(const std::string& contact);

/// The error where the agent has no contact: that it has none or a placeholder, `so` that something
/// is not done.
Error no_contact(const Specification& specification, std::string_view so);

/// The phrases of a topic that a person typed: parts between commas and ends of lines.
std::vector<std::string> phrases_of(std::string_view typed);

/// Writes a commented specification, valid against the schema for any values.
std::string write_specification(const NewCollection& values);

/// Returns `text` of a specification with `urls` added at the end of <seeds>; everything else is
/// unchanged (comments and layout included).
/// Errors: kInvalid when there is no <seeds> element.
Result<std::string> add_seeds(const std::string& text, const std::vector<std::string>& urls);

/// Adds terms at the end of <topic>. `origin`, a sentence of the program's own without "--",
/// follows each as a comment.
/// Errors: kInvalid when there is no <topic> element.
Result<std::string> add_terms(const std::string& text, const std::vector<std::string>& terms,
                              const std::string& origin);

/// Removes the <term> elements with the text of one of `terms`, and a comment behind one on its
/// line. Errors: those of xml::read_tree().
Result<std::string> remove_terms(const std::string& text, const std::vector<std::string>& terms);

}  // namespace porthole::collection
