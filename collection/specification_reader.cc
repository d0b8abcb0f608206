#include <re2/re2.h>

#include "base/text.h"
#include "base/url.h"
#include "collection/specification.h"
#include "collection/specification_values.h"
#include "xml/tree.h"

namespace porthole::embedded {
std::string_view specification_schema(
    std::string_view name);  // schemas/specification.xsd, put here by the build
}

namespace porthole::collection {
namespace {

using xml::XmlElement;
namespace fs = std::filesystem;

constexpr std::size_t kMaxSeedFile = 64 << 20;

/// Reads one specification; the schema has already accepted its tree.
class SpecificationReader {
 public:
  explicit SpecificationReader(const fs::path& file) : shown_(file.string()) {
    spec_.file = fs::absolute(file).lexically_normal();
  }

  Result<Specification> read(const XmlElement& root) {
    spec_.name = text_of(root, "name", spec_.file.parent_path().filename().string());
    for (const XmlElement& part : root.children) {
      if (Result<void> done = read_part(part); !done) return fail(done.error());
    }
    if (spec_.scope.empty()) spec_.scope.emplace_back().schemes = {"http", "https"};
    if (spec_.topic.title.empty()) {
      spec_.topic.title = spec_.topic.terms.empty() ? spec_.name : spec_.topic.terms.front();
    }
    return std::move(spec_);
  }

 private:
  Error error_at(const XmlElement& element, std::string message, std::string hint) const {
    Error error;
    error.message = std::move(message);
    error.file = shown_;
    error.line = element.line;
    error.column = element.column;
    error.hint = std::move(hint);
    return error;
  }

  Result<void> read_part(const XmlElement& part) {
    const std::string& name = part.local;
    if (name == "agent") return read_agent(part);
    if (name == "topic") return read_topic(part);
    if (name == "seeds") return read_seeds(part);
    if (name == "scope") return read_scope(part);
    if (name == "strategy") return read_strategy(part);
    if (name == "politeness") return read_politeness(part);
    if (name == "network") return read_network(part);
    if (name == "protocols") return read_plugins(part, "scheme", spec_.protocols);
    if (name == "summarizers") {
      spec_.names_summarizers = true;
      return read_plugins(part, "types", spec_.summarizers);
    }
    spec_.storage = trimmed(text_of(part, "url"));
    return {};
  }

  Result<void> read_agent(const XmlElement& agent) {
    spec_.agent.name = text_of(agent, "name", spec_.agent.name);
    spec_.agent.version = text_of(agent, "version", spec_.agent.version);
    spec_.agent.url = trimmed(text_of(agent, "url"));
    spec_.agent.email = trimmed(text_of(agent, "email"));
    return {};
  }

  Result<void> read_topic(const XmlElement& topic) {
    spec_.topic.title = fold_space(text_of(topic, "title"));
    for (const XmlElement& child : topic.children) {
      if (child.local == "term") {
        spec_.topic.terms.push_back(fold_space(child.text));
      } else if (spec_.topic.taxonomy_file.empty()) {
        spec_.topic.taxonomy_file = text_of(child, "file");
      } else {
        return fail(
            error_at(child, "<taxonomy> stands in <topic> a second time", "keep one <taxonomy>"));
      }
    }
    return {};
  }

  Result<void> read_seeds(const XmlElement& seeds) {
    for (const XmlElement& child : seeds.children) {
      if (child.local == "seed") {
        spec_.seeds.push_back({trimmed(text_of(child, "url")), shown_, child.line});
      } else if (Result<void> done = read_seed_file(child); !done) {
        return done;
      }
    }
    return {};
  }

  /// One URL a line; empty lines and lines that begin with # do not count.
  Result<void> read_seed_file(const XmlElement& element) {
    const fs::path file = path_of(element);
    const Result<std::string> text = xml::read_file(file, kMaxSeedFile);
    if (!text && text.error().code == ErrorCode::kNotFound) {
      return note_missing(element, file, "seeds");
    }
    if (!text) return fail(text.error());
    std::string_view rest = *text;
    if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
    int line = 0;
    for (const std::string_view entry : split(rest, '\n')) {
      ++line;
      const std::string_view url = trim(entry);
      if (url.empty() || url.starts_with('#')) continue;
      spec_.seeds.push_back({std::string(url), file.string(), line});
    }
    return {};
  }

  fs::path path_of(const XmlElement& element) const {
    return (spec_.file.parent_path() / text_of(element, "file")).lexically_normal();
  }

  Result<void> note_missing(const XmlElement& element, const fs::path& file, std::string what) {
    Error error = error_at(element, "the file of " + what + " is not there: " + file.string(),
                           "put it there, or remove the <" + element.local + "> element");
    error.code = ErrorCode::kIncomplete;
    spec_.missing.push_back(std::move(error));
    return {};
  }

  Result<void> read_scope(const XmlElement& scope) {
    spec_.sitemaps = trimmed(text_of(scope, "sitemaps", "yes")) == "yes";
    spec_.images = trimmed(text_of(scope, "images", "no")) == "yes";
    for (const XmlElement& child : scope.children) {
      Result<void> done;
      if (child.local == "limit") {
        read_limits(child);
      } else if (child.local == "site") {
        done = read_site(child);
      } else if (child.local == "rule") {
        ScopeRule& rule = spec_.scope.emplace_back();
        rule.line = child.line;
        rule.plugin = read_plugin(child);
      } else {
        done = read_rule(child);
      }
      if (!done) return done;
    }
    return {};
  }

  void read_limits(const XmlElement& limit) {
    Limits& limits = spec_.limits;
    read_number(limit, "pages", limits.pages);
    read_number(limit, "pages-per-site", limits.pages_per_site);
    read_number(limit, "hops", limits.hops);
    read_number(limit, "links-per-page", limits.links_per_page);
    read_number(limit, "redirects", limits.redirects);
    if (const std::string* body = limit.attribute("body")) limits.body = bytes_of(trim(*body));
  }

  Result<void> read_rule(const XmlElement& element) {
    ScopeRule rule;
    rule.accept = element.local == "accept";
    rule.line = element.line;
    rule.schemes = list_of(element, "scheme");
    for (const std::string& host : list_of(element, "host"))
      rule.hosts.push_back(ascii_lower(host));
    rule.path = text_of(element, "path");
    if (Result<void> done = check_pattern(element, rule.path); !done) return done;
    Result<std::string> prefix = prefix_of(element);
    if (!prefix) return fail(prefix.error());
    rule.prefix = std::move(*prefix);
    spec_.scope.push_back(std::move(rule));
    return {};
  }

  Result<void> check_pattern(const XmlElement& element, const std::string& pattern) const {
    RE2::Options options;
    options.set_log_errors(false);
    const RE2 compiled(pattern, options);
    if (compiled.ok()) return {};
    return fail(error_at(element,
                         "the path of <" + element.local + "> is no regular expression: " +
                             compiled.error() + " in \"" + pattern + "\"",
                         "expected RE2 syntax, such as (?i)\\.(iso|exe)$"));
  }

  /// The prefix as URLs are serialised, so that it can be compared byte for byte; "" when absent.
  Result<std::string> prefix_of(const XmlElement& element) const {
    const std::string* text = element.attribute("prefix");
    if (text == nullptr) return std::string();
    const Result<Url> url = Url::parse(*text);
    if (url) return url->href();
    return fail(
        error_at(element,
                 "the prefix of <" + element.local + "> is no URL: " + url.error().message +
                     " in \"" + *text + "\"",
                 "expected the beginning of a URL, such as https://www.example.org/manual/"));
  }

  Result<void> read_site(const XmlElement& element) {
    Result<std::string> prefix = prefix_of(element);
    if (!prefix) return fail(prefix.error());
    SiteRule site{std::move(*prefix), std::nullopt};
    if (element.attribute("pages") != nullptr) read_number(element, "pages", site.pages.emplace());
    spec_.sites.push_back(std::move(site));
    return {};
  }

  static NamedValues read_options(const XmlElement& element) {
    NamedValues options;
    for (const XmlElement& option : element.children) {
      options.emplace_back(trimmed(text_of(option, "name")), text_of(option, "value"));
    }
    return options;
  }

  Result<void> read_strategy(const XmlElement& strategy) {
    spec_.strategy.name = trimmed(text_of(strategy, "name", spec_.strategy.name));
    spec_.strategy.options = read_options(strategy);
    const bool has_library = strategy.attribute("library") != nullptr;
    if (has_library != (strategy.attribute("class") != nullptr)) {
      return fail(error_at(strategy, "a strategy of a plug-in has a library and a class",
                           "give both, as in <strategy name=\"deep\" library=\"deep\" "
                           "class=\"example::Deep\"/>, or neither"));
    }
    if (!has_library) return {};
    spec_.strategy.plugin = read_plugin(strategy);
    spec_.strategy.plugin->options.clear();
    spec_.strategy.name = text_of(strategy, "name", spec_.strategy.plugin->class_name);
    return {};
  }

  Result<void> read_politeness(const XmlElement& element) {
    Politeness& politeness = spec_.politeness;
    read_time(element, "delay", politeness.delay);
    read_time(element, "min-delay", politeness.min_delay);
    read_time(element, "max-crawl-delay", politeness.max_crawl_delay);
    read_number(element, "connections-per-host", politeness.connections_per_host);
    politeness.queue_mode = trimmed(text_of(element, "queue-mode", politeness.queue_mode));
    politeness.simulated = trimmed(text_of(element, "simulated", "no")) == "yes";
    return {};
  }

  Result<void> read_network(const XmlElement& network) {
    read_time(network, "timeout", spec_.network.timeout);
    read_time(network, "connect-timeout", spec_.network.connect_timeout);
    for (const XmlElement& child : network.children) {
      Result<void> done;
      if (child.local == "gateway") {
        done = read_gateway(child);
      } else if (child.local == "recorded") {
        done = read_recorded(child);
      } else {
        done = read_allow(child);
      }
      if (!done) return done;
      if (spec_.network.gateway && !spec_.network.recorded.empty()) {
        return fail(error_at(child, "a gateway and a recorded web are both given",
                             "keep <gateway> or <recorded>: each of them replaces the live web"));
      }
    }
    return {};
  }

  Result<void> read_gateway(const XmlElement& element) {
    if (spec_.network.gateway) {
      return fail(
          error_at(element, "<gateway> stands in <network> a second time", "keep one <gateway>"));
    }
    const std::string text = text_of(element, "url");
    const Result<Url> url = Url::parse(text);
    if (!url || !url->is_web() || url->scheme() != "http") {
      return fail(error_at(element, "the gateway \"" + text + "\" is no http URL",
                           "expected the gateway's address, such as http://127.0.0.1:8080/"));
    }
    spec_.network.gateway = url->href();
    return {};
  }

  Result<void> read_recorded(const XmlElement& element) {
    const fs::path file = path_of(element);
    spec_.network.recorded.push_back(file);
    std::error_code ignored;
    if (fs::exists(file, ignored)) return {};
    return note_missing(element, file, "a recorded web");
  }

  Result<void> read_allow(const XmlElement& element) {
    AllowedAddresses allowed;
    allowed.addresses = list_of(element, "addresses");
    for (const std::string& range : allowed.addresses) {
      if (is_address_range(range)) continue;
      return fail(error_at(element, "\"" + range + "\" is no address and no range of addresses",
                           "expected addresses or ranges, such as 127.0.0.1 or 10.1.0.0/16"));
    }
    for (const std::string& range : list_of(element, "ports")) {
      const auto ports = ports_of(range);
      if (!ports) {
        return fail(error_at(element, "\"" + range + "\" is no range of ports",
                             "expected ports from 1 to 65535, the lower one first"));
      }
      allowed.ports.push_back(*ports);
    }
    spec_.network.allow.push_back(std::move(allowed));
    return {};
  }

  static Plugin read_plugin(const XmlElement& element) {
    Plugin plugin;
    plugin.library = text_of(element, "library");
    plugin.class_name = text_of(element, "class");
    plugin.options = read_options(element);
    plugin.line = element.line;
    return plugin;
  }

  Result<void> read_plugins(const XmlElement& list, std::string_view handles,
                            std::vector<Plugin>& plugins) {
    for (const XmlElement& element : list.children) {
      Plugin plugin = read_plugin(element);
      plugin.handles = list_of(element, handles);
      for (const std::string& handled : plugin.handles) {
        if (Result<void> done = check_handled(element, handled, plugins); !done) return done;
      }
      plugins.push_back(std::move(plugin));
    }
    return {};
  }

  Result<void> check_handled(const XmlElement& element, const std::string& handled,
                             const std::vector<Plugin>& before) const {
    if (element.local == "protocol" && (handled == "http" || handled == "https")) {
      return fail(error_at(element, "the scheme " + handled + " is built in",
                           "remove this <protocol>, or name another scheme"));
    }
    for (const Plugin& other : before) {
      for (const std::string& taken : other.handles) {
        if (taken != handled) continue;
        return fail(error_at(
            element,
            handled + " is already handled by the plug-in of line " + std::to_string(other.line),
            "name each " + std::string(element.local == "protocol" ? "scheme" : "type") + " once"));
      }
    }
    return {};
  }

  Specification spec_;
  std::string shown_;  // The file's name as it was given, for messages.
};

}  // namespace

Result<Specification> read_specification(const fs::path& file) {
  const Result<XmlElement> root =
      xml::read_validated(file, embedded::specification_schema("specification.xsd"));
  if (!root) return fail(root.error());
  return SpecificationReader(file).read(*root);
}

}  // namespace porthole::collection
