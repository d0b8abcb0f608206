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

/// Who asks.
struct Agent {
  std::string name = "porthole";  ///< Product token: letters, `_` and `-`; robots.txt matches this.
  std::string version = "1.0";
  std::string url;
  std::string email;

  /// A way to reach the operator that is not a placeholder (example.com, example.org, ...).
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
  std::string file;  ///< Where it stands, for messages.
  int line = 0;
};

/// A class of a plug-in, by name.
struct Plugin {
  std::vector<std::string> handles;            ///< Schemes of a protocol, types of a summarizer.
  std::string library;
  std::string class_name;
  NamedValues options;
  int line = 0;
};

/// One line of <scope>: all conditions that are present must hold.
struct ScopeRule {
  bool accept = true;
  std::vector<std::string> schemes;
  std::vector<std::string> hosts;    ///< Globs; "*.x" also matches x.
  std::string path;                  ///< RE2, searched in path and query; "" = any.
  std::string prefix;                ///< Of the serialised URL; "" = any.
  int line = 0;
  std::optional<Plugin> plugin{};    ///< Decides in place of all of these.
};

struct SiteRule {
  std::string prefix;                          ///< Of the serialised URL; http and https alike.
  std::optional<std::int64_t> pages;           ///< Its own cap; 0 = none.
};

/// 0 = no limit, unless said otherwise.
struct Limits {
  std::int64_t pages = 0;
  std::int64_t pages_per_site = 0;
  int hops = 0;
  int links_per_page = 5000;
  std::int64_t body = 4 << 20;                 ///< Bytes after decoding.
  int redirects = 8;
};

struct Strategy {
  std::string name = "learned";
  NamedValues options;
  std::optional<Plugin> plugin{};    ///< Its name is `name` then; without options, which are above.
};

struct Politeness {
  std::chrono::milliseconds delay{5000};
  std::chrono::milliseconds min_delay{1000};
  std::chrono::milliseconds max_crawl_delay{30000};
  int connections_per_host = 1;
  std::string queue_mode = "host";             ///< host, domain or ip.
  bool simulated = false;                      ///< Wait through a gateway or recorded web, too.
};

/// When a page that does not answer any more counts as gone.
struct Refresh {
  int failures = 3;           ///< In a row, when it is fetched again; at least 2, 0 = never.
  std::chrono::days days{7};  ///< From the first of them to the last, at least.
};

struct AllowedAddresses {
  std::vector<std::string> addresses;          ///< IPs or CIDR ranges.
  std::vector<std::pair<int, int>> ports;      ///< Inclusive; empty = all.
};

/// A web in a box (labs/webbox/box.h): whoever gathers opens it and makes it the gateway while it is open.
struct BoxReference {
  std::filesystem::path sites;                 ///< The list of sites. Both absolute after reading.
  std::filesystem::path cache;
  std::size_t hub_packages = 9000;
};

struct Network {
  std::chrono::seconds timeout{60};
  std::chrono::seconds connect_timeout{10};
  std::optional<std::string> gateway;          ///< URL.
  std::vector<std::filesystem::path> recorded; ///< Absolute after reading.
  std::optional<BoxReference> box;
  std::vector<AllowedAddresses> allow;
  bool is_live() const { return !gateway && recorded.empty() && !box; }
};

struct Specification {
  std::string name;
  std::filesystem::path file;                  ///< Where it was read from.
  Agent agent;
  Topic topic;
  std::vector<Seed> seeds;                     ///< Those of <seeds file> included.
  std::vector<ScopeRule> scope;
  Limits limits;
  std::vector<SiteRule> sites;
  bool sitemaps = true;                        ///< Take URLs from sitemaps, too (<scope sitemaps="no">).
  bool images = false;                         ///< Fetch what pages only show, too (<scope images="yes">).
  Strategy strategy;
  Politeness politeness;
  Refresh refresh;
  Network network;
  std::vector<Plugin> protocols;
  std::vector<Plugin> summarizers;
  bool names_summarizers = false;              ///< There is a <summarizers>; without, all that are installed.
  std::string storage = "sqlite:repository.db";
  /// Files that are named and not there (seeds, recorded webs), each with its place and remedy: valid
  /// in itself, but nothing to gather with. Code kIncomplete.
  std::vector<Error> missing;
};

/// Reads and validates a specification.
///
/// Errors: kInvalid with file, line, column and what was expected, for anything that the schema or a
/// value's meaning refuses (a DOCTYPE, an unknown element with the nearest known name, a bad RE2
/// pattern, ...); kNotFound when `file` is missing. A seed that is no URL is not an error here, and a
/// missing file that the specification names goes to Specification::missing.
Result<Specification> read_specification(const std::filesystem::path& file);

/// What `porthole new` asks for.
struct NewCollection {
  std::string name{};
  std::string title{};                         ///< Of the topic, for people; the first phrase when empty.
  std::vector<std::string> topic_phrases{};
  std::vector<std::string> seeds{};
  std::string contact{};                       ///< An e-mail address or a URL; "" = none.
  std::string gateway{};
  std::vector<std::string> recorded{};
};
/// The text of a commented specification; valid against the schema whatever the values hold.
std::string write_specification(const NewCollection& values);

/// `text` of a specification with `urls` added at the end of <seeds>, everything else untouched
/// (comments and layout too). Errors: kInvalid when there is no <seeds> element.
Result<std::string> add_seeds(const std::string& text, const std::vector<std::string>& urls);

/// The same for terms, at the end of <topic>. `origin`, a sentence of the program's own without "--",
/// stands behind each as a comment. Errors: kInvalid when there is no <topic> element.
Result<std::string> add_terms(const std::string& text, const std::vector<std::string>& terms,
                              const std::string& origin);

}  // namespace porthole::collection
