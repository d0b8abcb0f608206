#include "porthole/effective.h"

#include <cstdio>
#include <string_view>
#include <utility>

#include "base/file_limits.h"
#include "base/text/format.h"
#include "base/xml/tree.h"

namespace porthole::cli {
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

}  // namespace

Result<std::vector<EffectiveValue>> effective_values(
    const std::filesystem::path& file, const collection::Specification& specification) {
  const Result<std::string> text = xml::read_file(file, kLargestSpecification);
  if (!text) return fail(text.error());
  const Result<xml::XmlElement> root = xml::read_tree(*text, file.string());
  if (!root) return fail(root.error());

  std::vector<EffectiveValue> values;
  const auto add = [&](const std::string& element, const std::string& attribute,
                       std::string value) {
    const xml::XmlElement* said = find(*root, element, attribute);
    values.push_back(
        {element + "/" + attribute, std::move(value),
         said == nullptr ? "default" : file.string() + ":" + std::to_string(said->line)});
  };
  const collection::Agent& agent = specification.agent;
  add("agent", "name", agent.name);
  add("agent", "version", agent.version);
  add("agent", "url", agent.url);
  add("agent", "email", agent.email);
  add("topic", "title", specification.topic.title);
  const collection::Limits& limits = specification.limits;
  add("scope", "sitemaps", specification.sitemaps ? "yes" : "no");
  add("scope", "images", specification.images ? "yes" : "no");
  add("scope", "languages", join(specification.languages));
  for (const collection::PriorityRule& rule : specification.priorities) {
    const collection::ScopeRule& matches = rule.matches;
    std::string value = std::to_string(rule.value);
    for (const auto& [name, condition] :
         {std::pair("scheme", join(matches.schemes)), std::pair("host", join(matches.hosts)),
          std::pair("path", matches.path), std::pair("prefix", matches.prefix)}) {
      if (!condition.empty()) value += std::string(" ") + name + "=\"" + condition + "\"";
    }
    values.push_back({"scope/priority", value, file.string() + ":" + std::to_string(matches.line)});
  }
  add("scope/limit", "pages", std::to_string(limits.pages));
  add("scope/limit", "pages-per-site", std::to_string(limits.pages_per_site));
  add("scope/limit", "hops", std::to_string(limits.hops));
  add("scope/limit", "links-per-page", std::to_string(limits.links_per_page));
  add("scope/limit", "body", std::to_string(limits.body));
  add("scope/limit", "redirects", std::to_string(limits.redirects));
  add("strategy", "name", specification.strategy.name);
  const collection::Politeness& politeness = specification.politeness;
  add("politeness", "delay", seconds(politeness.delay));
  add("politeness", "min-delay", seconds(politeness.min_delay));
  add("politeness", "max-crawl-delay", seconds(politeness.max_crawl_delay));
  add("politeness", "connections-per-host", std::to_string(politeness.connections_per_host));
  add("politeness", "queue-mode", politeness.queue_mode);
  add("politeness", "simulated", politeness.simulated ? "yes" : "no");
  add("refresh", "failures", std::to_string(specification.refresh.failures));
  add("refresh", "days", std::to_string(specification.refresh.days.count()));
  const collection::Network& network = specification.network;
  add("network", "timeout", seconds(network.timeout));
  add("network", "connect-timeout", seconds(network.connect_timeout));
  add("network/gateway", "url", network.gateway.value_or(""));
  add("network/webbox", "sites", network.box ? network.box->sites.string() : "");
  add("network/webbox", "cache", network.box ? network.box->cache.string() : "");
  add("storage", "url", specification.storage);
  const collection::SearchPage& page = specification.search_page;
  add("search-page", "title", page.title);
  add("search-page", "description", page.description);
  add("search-page", "logo", page.logo.string());
  add("search-page", "colour", page.colour);
  return values;
}

}  // namespace porthole::cli
