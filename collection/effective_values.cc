#include "collection/effective_values.h"

#include <cstdio>
#include <string_view>
#include <utility>

#include "base/file_limits.h"
#include "base/text/format.h"
#include "base/xml/tree.h"

namespace porthole::collection {
namespace {

std::string seconds(std::chrono::milliseconds time) {
  char out[32];
  std::snprintf(out, sizeof out, "%g", std::chrono::duration<double>(time).count());
  return out;
}

/// The last element at `path` ("scope/limit") with `attribute`, which is the effective one.
const xml::XmlElement* find(const xml::XmlElement& from, std::string_view path,
                            std::string_view attribute) {
  const auto slash = path.find('/');
  const std::string_view name = path.substr(0, slash);
  const xml::XmlElement* found = nullptr;
  for (const xml::XmlElement& child : from.children) {
    if (child.local != name) continue;
    const xml::XmlElement* here = slash != std::string_view::npos
                                      ? find(child, path.substr(slash + 1), attribute)
                                  : child.attribute(attribute) != nullptr ? &child
                                                                          : nullptr;
    if (here != nullptr) found = here;
  }
  return found;
}

/// Collects the values of a specification, each with the place where `root` sets it.
class Values {
 public:
  Values(const xml::XmlElement& root, std::string file) : root_(root), file_(std::move(file)) {}

  void add(const std::string& element, const std::string& attribute, std::string value) {
    const xml::XmlElement* said = find(root_, element, attribute);
    values_.push_back({element + "/" + attribute, std::move(value),
                       said == nullptr ? "default" : file_ + ":" + std::to_string(said->line)});
  }
  void add_line(const std::string& element, int line, std::string value) {
    values_.push_back({element, std::move(value), file_ + ":" + std::to_string(line)});
  }
  std::vector<EffectiveValue> take() { return std::move(values_); }

 private:
  const xml::XmlElement& root_;
  const std::string file_;
  std::vector<EffectiveValue> values_;
};

void add_agent(Values& values, const Agent& agent) {
  values.add("agent", "name", agent.name);
  values.add("agent", "version", agent.version);
  values.add("agent", "url", agent.url);
  values.add("agent", "email", agent.email);
}

void add_priority(Values& values, const PriorityRule& rule) {
  const ScopeRule& matches = rule.matches;
  std::string value = std::to_string(rule.value);
  for (const auto& [name, condition] :
       {std::pair("scheme", join(matches.schemes)), std::pair("host", join(matches.hosts)),
        std::pair("path", matches.path), std::pair("prefix", matches.prefix)}) {
    if (!condition.empty()) value += std::string(" ") + name + "=\"" + condition + "\"";
  }
  values.add_line("scope/priority", matches.line, std::move(value));
}

void add_scope(Values& values, const Specification& specification) {
  values.add("scope", "sitemaps", specification.sitemaps ? "yes" : "no");
  values.add("scope", "images", specification.images ? "yes" : "no");
  values.add("scope", "parents", specification.parents ? "yes" : "no");
  for (const BackwardSource& source : specification.backward) {
    if (!source.file.empty()) values.add("scope/backward", "file", source.file.string());
    if (!source.collection.empty())
      values.add("scope/backward", "collection", source.collection.string());
    if (!source.service.empty()) values.add("scope/backward", "service", source.service);
  }
  values.add("scope", "languages", join(specification.languages));
  for (const PriorityRule& rule : specification.priorities) add_priority(values, rule);
  const Limits& limits = specification.limits;
  values.add("scope/limit", "pages", std::to_string(limits.pages));
  values.add("scope/limit", "pages-per-site", std::to_string(limits.pages_per_site));
  values.add("scope/limit", "hops", std::to_string(limits.hops));
  values.add("scope/limit", "links-per-page", std::to_string(limits.links_per_page));
  values.add("scope/limit", "body", std::to_string(limits.body));
  values.add("scope/limit", "redirects", std::to_string(limits.redirects));
  values.add("scope/limit", "described", std::to_string(limits.described));
}

void add_politeness(Values& values, const Politeness& politeness) {
  values.add("politeness", "delay", seconds(politeness.delay));
  values.add("politeness", "min-delay", seconds(politeness.min_delay));
  values.add("politeness", "max-crawl-delay", seconds(politeness.max_crawl_delay));
  values.add("politeness", "connections-per-host", std::to_string(politeness.connections_per_host));
  values.add("politeness", "queue-mode", politeness.queue_mode);
  values.add("politeness", "simulated", politeness.simulated ? "yes" : "no");
}

void add_network(Values& values, const Network& network) {
  values.add("network", "timeout", seconds(network.timeout));
  values.add("network", "connect-timeout", seconds(network.connect_timeout));
  values.add("network/gateway", "url", network.gateway.value_or(""));
  values.add("network/webbox", "sites", network.box ? network.box->sites.string() : "");
  values.add("network/webbox", "cache", network.box ? network.box->cache.string() : "");
}

void add_search_page(Values& values, const SearchPage& page) {
  values.add("search-page", "title", page.title);
  values.add("search-page", "description", page.description);
  values.add("search-page", "logo", page.logo.string());
  values.add("search-page", "colour", page.colour);
}

}  // namespace

Result<std::vector<EffectiveValue>> effective_values(const std::filesystem::path& file,
                                                     const Specification& specification) {
  TRY_AS(text, xml::read_file(file, kLargestSpecification));
  TRY_AS(root, xml::read_tree(*text, file.string()));

  Values values(*root, file.string());
  add_agent(values, specification.agent);
  values.add("topic", "title", specification.topic.title);
  add_scope(values, specification);
  values.add("strategy", "name", specification.strategy.name);
  add_politeness(values, specification.politeness);
  values.add("refresh", "order", specification.refresh.order);
  values.add("refresh", "failures", std::to_string(specification.refresh.failures));
  values.add("refresh", "days", std::to_string(specification.refresh.days.count()));
  add_network(values, specification.network);
  values.add("storage", "url", specification.storage);
  add_search_page(values, specification.search_page);
  return values.take();
}

}  // namespace porthole::collection
