#include <re2/re2.h>

#include <system_error>
#include <utility>

#include "base/text/text.h"
#include "base/url/url.h"
#include "collection/specification_parts.h"
#include "collection/specification_values.h"

namespace porthole::collection {
namespace {

using xml::XmlElement;

/// Reads <scope>.
class ScopeReader {
 public:
  ScopeReader(const SpecificationPlace& place, Specification& spec) : place_(place), spec_(spec) {}

  Result<void> read(const XmlElement& scope) {
    spec_.sitemaps = trimmed(text_of(scope, "sitemaps", "yes")) == "yes";
    spec_.images = trimmed(text_of(scope, "images", "no")) == "yes";
    spec_.parents = trimmed(text_of(scope, "parents", "no")) == "yes";
    spec_.languages = list_of(scope, "languages");
    for (const XmlElement& child : scope.children) {
      Result<void> done;
      if (child.local == "limit") {
        read_limits(child);
      } else if (child.local == "site") {
        done = read_site(child);
      } else if (child.local == "priority") {
        done = read_priority(child);
      } else if (child.local == "backward") {
        done = read_backward(child);
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

 private:
  void read_limits(const XmlElement& limit) {
    Limits& limits = spec_.limits;
    read_number(limit, "pages", limits.pages);
    read_number(limit, "pages-per-site", limits.pages_per_site);
    read_number(limit, "hops", limits.hops);
    read_number(limit, "links-per-page", limits.links_per_page);
    read_number(limit, "redirects", limits.redirects);
    read_number(limit, "described", limits.described);
    if (const std::string* body = limit.attribute("body")) limits.body = bytes_of(trim(*body));
  }

  Result<void> read_backward(const XmlElement& element) {
    BackwardSource source;
    if (element.attribute("file") != nullptr) source.file = place_.path_of(element);
    if (element.attribute("collection") != nullptr)
      source.collection = place_.path_of(element, "collection");
    source.service = text_of(element, "service");
    const int given = !source.file.empty() + !source.collection.empty() + !source.service.empty();
    if (given != 1 ||
        (!source.service.empty() && source.service.find("{url}") == std::string::npos)) {
      return fail(place_.error_at(
          element, "<backward> names no single source of links",
          "expected one of: file=\"FILE\", collection=\"DIR\", service=\"URL with {url}\""));
    }
    std::error_code ignored;
    for (const auto& [path, what] :
         {std::pair(source.file, "links"), std::pair(source.collection, "another collection")}) {
      if (!path.empty() && !std::filesystem::exists(path, ignored))
        spec_.missing.push_back(place_.missing(element, path, what));
    }
    spec_.backward.push_back(std::move(source));
    return {};
  }

  Result<void> read_rule(const XmlElement& element) {
    TRY_AS(rule, conditions_of(element));
    rule->accept = element.local == "accept";
    spec_.scope.push_back(std::move(*rule));
    return {};
  }

  Result<void> read_priority(const XmlElement& element) {
    TRY_AS(matches, conditions_of(element));
    PriorityRule priority{std::move(*matches)};
    read_number(element, "value", priority.value);
    spec_.priorities.push_back(std::move(priority));
    return {};
  }

  Result<ScopeRule> conditions_of(const XmlElement& element) const {
    ScopeRule rule;
    rule.line = element.line;
    rule.schemes = list_of(element, "scheme");
    for (const std::string& host : list_of(element, "host"))
      rule.hosts.push_back(ascii_lower(host));
    rule.path = text_of(element, "path");
    TRY(check_pattern(element, rule.path));
    TRY_AS(prefix, prefix_of(element));
    rule.prefix = std::move(*prefix);
    return rule;
  }

  Result<void> check_pattern(const XmlElement& element, const std::string& pattern) const {
    RE2::Options options;
    options.set_log_errors(false);
    const RE2 compiled(pattern, options);
    if (compiled.ok()) return {};
    return fail(place_.error_at(element,
                                "the path of <" + element.local +
                                    "> is not a regular expression: " + compiled.error() +
                                    " in \"" + pattern + "\"",
                                "expected RE2 syntax, such as (?i)\\.(iso|exe)$"));
  }

  /// The prefix, serialised like URLs so that they can be compared byte for byte; "" when absent.
  Result<std::string> prefix_of(const XmlElement& element) const {
    const std::string* text = element.attribute("prefix");
    if (text == nullptr) return std::string();
    const Result<Url> url = Url::parse(*text);
    if (url) return url->href();
    return fail(place_.error_at(
        element,
        "the prefix of <" + element.local + "> is " + url.error().message + " in \"" + *text + "\"",
        "expected the beginning of a URL, such as https://www.example.org/manual/"));
  }

  Result<void> read_site(const XmlElement& element) {
    TRY_AS(prefix, prefix_of(element));
    SiteRule site{std::move(*prefix), std::nullopt};
    if (element.attribute("pages") != nullptr) read_number(element, "pages", site.pages.emplace());
    spec_.sites.push_back(std::move(site));
    return {};
  }

  const SpecificationPlace& place_;
  Specification& spec_;
};

}  // namespace

Result<void> read_scope(const XmlElement& scope, const SpecificationPlace& place,
                        Specification& specification) {
  return ScopeReader(place, specification).read(scope);
}

}  // namespace porthole::collection
