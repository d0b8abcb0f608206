#include "base/text/format.h"
#include "base/text/text.h"
#include "base/xml/tree.h"
#include "collection/specification.h"
#include "collection/specification_parts.h"
#include "collection/specification_values.h"
#include "repository/open_repository.h"

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
  explicit SpecificationReader(const fs::path& file) : place_(file) { spec_.file = place_.file(); }

  Result<Specification> read(const XmlElement& root) {
    spec_.name = text_of(root, "name", spec_.file.parent_path().filename().string());
    for (const XmlElement& part : root.children) {
      TRY(read_part(part));
    }
    if (spec_.scope.empty()) spec_.scope.emplace_back().schemes = {"http", "https"};
    if (spec_.topic.title.empty()) {
      spec_.topic.title = spec_.topic.terms.empty() ? spec_.name : spec_.topic.terms.front();
    }
    return std::move(spec_);
  }

 private:
  Result<void> read_part(const XmlElement& part) {
    const std::string& name = part.local;
    if (name == "agent") return read_agent(part);
    if (name == "topic") return read_topic(part);
    if (name == "seeds") return read_seeds(part);
    if (name == "scope") return read_scope(part, place_, spec_);
    if (name == "strategy") return read_strategy(part);
    if (name == "politeness") return read_politeness(part);
    if (name == "refresh") return read_refresh(part);
    if (name == "network") return read_network(part, place_, spec_);
    if (name == "protocols") return read_plugins(part, "scheme", spec_.protocols);
    if (name == "summarizers") {
      spec_.names_summarizers = true;
      return read_plugins(part, "types", spec_.summarizers);
    }
    if (name == "search-page") return read_search_page(part);
    if (name == "shares") return {};  // shares_of() reads it.
    return read_storage(part);
  }

  Result<void> read_storage(const XmlElement& element) {
    spec_.storage = trimmed(text_of(element, "url"));
    if (auto usable = repository::check_storage(spec_.storage); !usable)
      return fail(place_.error_at(element, usable.error().message, usable.error().hint));
    return {};
  }

  Result<void> read_search_page(const XmlElement& element) {
    SearchPage& page = spec_.search_page;
    page.title = fold_space(text_of(element, "title"));
    page.description = fold_space(text_of(element, "description"));
    if (element.attribute("logo") != nullptr) page.logo = place_.path_of(element, "logo");
    page.colour = trimmed(text_of(element, "colour"));
    for (const XmlElement& query : element.children) page.queries.push_back(fold_space(query.text));
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
            place_.error_at(child, "<taxonomy> occurs twice in <topic>", "keep one <taxonomy>"));
      }
    }
    return {};
  }

  Result<void> read_seeds(const XmlElement& seeds) {
    for (const XmlElement& child : seeds.children) {
      if (child.local == "seed") {
        spec_.seeds.push_back({trimmed(text_of(child, "url")), place_.shown(), child.line});
      } else if (Result<void> done = read_seed_file(child); !done) {
        return done;
      }
    }
    return {};
  }

  /// One URL a line; empty lines and lines that begin with # do not count.
  Result<void> read_seed_file(const XmlElement& element) {
    const fs::path file = place_.path_of(element);
    const Result<std::string> text = xml::read_file(file, kMaxSeedFile);
    if (!text && text.error().code == ErrorCode::kNotFound) {
      spec_.missing.push_back(place_.missing(element, file, "seeds"));
      return {};
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

  Result<void> read_strategy(const XmlElement& strategy) {
    spec_.strategy.name = trimmed(text_of(strategy, "name", spec_.strategy.name));
    spec_.strategy.options = read_options(strategy);
    spec_.strategy.place = {strategy.line, strategy.column};
    for (const XmlElement& option : strategy.children)
      spec_.strategy.option_places.push_back({option.line, option.column});
    const bool has_library = strategy.attribute("library") != nullptr;
    if (has_library != (strategy.attribute("class") != nullptr)) {
      return fail(place_.error_at(strategy, "a strategy of a plug-in has a library and a class",
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
    for (const XmlElement& host : element.children) {
      const std::string name = trimmed(text_of(host, "name"));
      if (is_host_name(name)) continue;
      return fail(place_.error_at(host, "\"" + name + "\" is not the name of a host",
                                  "expected one name, such as example.org"));
    }
    return {};
  }

  Result<void> read_refresh(const XmlElement& element) {
    int days = static_cast<int>(spec_.refresh.days.count());
    spec_.refresh.after = parse_duration(trimmed(text_of(element, "after")));
    spec_.refresh.order = trimmed(text_of(element, "order"));
    read_number(element, "failures", spec_.refresh.failures);
    read_number(element, "days", days);
    spec_.refresh.days = std::chrono::days(days);
    spec_.refresh.place = {element.line, element.column};
    return {};
  }

  Result<void> read_plugins(const XmlElement& list, std::string_view handles,
                            std::vector<Plugin>& plugins) {
    for (const XmlElement& element : list.children) {
      Plugin plugin = read_plugin(element);
      plugin.handles = list_of(element, handles);
      plugin.suffixes = list_of(element, "suffixes");
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
      return fail(place_.error_at(element, "the scheme " + handled + " is built in",
                                  "remove this <protocol>, or name another scheme"));
    }
    for (const Plugin& other : before) {
      for (const std::string& taken : other.handles) {
        if (taken != handled) continue;
        return fail(place_.error_at(
            element,
            handled + " is already handled by the plug-in of line " + std::to_string(other.line),
            "name each " + std::string(element.local == "protocol" ? "scheme" : "type") + " once"));
      }
    }
    return {};
  }

  SpecificationPlace place_;
  Specification spec_;
};

}  // namespace

Result<Specification> read_specification(const fs::path& file) {
  TRY_AS(root, xml::read_validated(file, embedded::specification_schema("specification.xsd")));
  return SpecificationReader(file).read(*root);
}

Result<Specification> read_specification_text(const std::string& text, const fs::path& file) {
  TRY_AS(root, xml::read_validated_text(text, file.string(),
                                        embedded::specification_schema("specification.xsd")));
  return SpecificationReader(file).read(*root);
}

}  // namespace porthole::collection
