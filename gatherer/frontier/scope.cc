#include "gatherer/frontier/scope.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/text/language_name.h"
#include "base/text/text.h"
#include "base/url/site.h"
#include "gatherer/frontier/scope_rules.h"

namespace porthole::gatherer {
namespace {

using collection::SiteRule;
using collection::Specification;

Error in_file(const Specification& specification, Error error) {
  error.file = specification.file.string();
  return error;
}

/// The segments of a path, without the empty one after a final slash.
std::vector<std::string_view> segments_of(std::string_view path) {
  if (path.starts_with('/')) path.remove_prefix(1);
  if (path.ends_with('/')) path.remove_suffix(1);
  if (path.empty()) return {};
  return split(path, '/');
}

/// The group of segments that occurs more than kMaxSegmentRepeats times in a row, "" if none.
std::string endless_group(const std::vector<std::string_view>& segments) {
  constexpr std::size_t kTimes = kMaxSegmentRepeats + 1;
  for (std::size_t length = 1; length * kTimes <= segments.size(); ++length) {
    std::size_t alike = 0;  // segments in a row that equal the one `length` before
    for (std::size_t i = length; i < segments.size(); ++i) {
      alike = segments[i] == segments[i - length] ? alike + 1 : 0;
      if (alike < length * (kTimes - 1)) continue;
      std::string group;
      for (std::size_t k = i + 1 - length; k <= i; ++k) group.append("/").append(segments[k]);
      return group;
    }
  }
  return "";
}

/// The segments that occur more than kMaxSegmentRepeats times in total.
std::vector<std::string_view> repeated_segments(const std::vector<std::string_view>& segments) {
  std::map<std::string_view, int> times;
  std::vector<std::string_view> repeated;
  for (const std::string_view segment : segments) {
    if (++times[segment] == kMaxSegmentRepeats + 1) repeated.push_back(segment);
  }
  return repeated;
}

Decision rejected(DropReason reason, std::string detail) {
  return {false, reason, std::move(detail), 0};
}

/// The checks that precede all rules; absent when the URL passes them.
std::optional<Decision> refuse_outright(const Url& url, const std::set<std::string>& schemes) {
  if (url.href().size() > kMaxUrlBytes) {
    return rejected(
        DropReason::kUrlTooLong,
        std::to_string(url.href().size()) + " bytes, the limit is " + std::to_string(kMaxUrlBytes));
  }
  const std::string scheme(url.scheme());
  if (!schemes.contains(scheme)) {
    return rejected(DropReason::kUnknownScheme, "no protocol for '" + scheme + ":'");
  }
  if (!url.username().empty() || !url.password().empty()) {
    return rejected(DropReason::kCredentials, "credentials are never sent");
  }
  if (is_share_address(url)) {
    return rejected(DropReason::kRejected, "a form that shares a page, and no page of its own");
  }
  const std::vector<std::string_view> segments = segments_of(url.path());
  if (segments.size() > static_cast<std::size_t>(kMaxPathSegments)) {
    return rejected(DropReason::kPathTooDeep, std::to_string(segments.size()) +
                                                  " segments, the limit is " +
                                                  std::to_string(kMaxPathSegments));
  }
  if (std::string group = endless_group(segments); !group.empty()) {
    return rejected(DropReason::kPathRepeats,
                    group + " more than " + std::to_string(kMaxSegmentRepeats) + " times in a row");
  }
  const std::vector<std::string_view> repeated = repeated_segments(segments);
  if (repeated.size() > static_cast<std::size_t>(kMaxRepeatedSegments)) {
    return rejected(DropReason::kPathRepeats,
                    std::string(repeated[0]) + " and " + std::string(repeated[1]) + " more than " +
                        std::to_string(kMaxSegmentRepeats) + " times each");
  }
  return std::nullopt;
}

/// The <site> elements of a specification: by host and port, the longest path first.
class NamedSites {
 public:
  Result<void> add(const SiteRule& rule) {
    const Result<Url> url = Url::parse(rule.prefix);
    if (!url || !url->is_web()) {
      return fail(ErrorCode::kInvalid,
                  "<site prefix=\"" + rule.prefix + "\"> is not an http or https URL",
                  "write it as in <site prefix=\"https://www.example.com/manual/\"/>");
    }
    std::vector<Named>& on_host = by_host_[url->host_and_port()];
    on_host.push_back({url->request_target(), rule.prefix});
    std::stable_sort(on_host.begin(), on_host.end(), [](const Named& a, const Named& b) {
      return a.target.size() > b.target.size();
    });
    if (rule.pages) caps_[rule.prefix] = *rule.pages;
    return {};
  }

  /// The name of the site of `url`, null when it belongs to no <site>.
  const std::string* find(const Url& url) const {
    if (by_host_.empty() || !url.is_web()) return nullptr;
    const auto on_host = by_host_.find(url.host_and_port());
    if (on_host == by_host_.end()) return nullptr;
    const std::string target = url.request_target();
    for (const Named& named : on_host->second) {
      if (target.starts_with(named.target)) return &named.name;
    }
    return nullptr;
  }

  std::optional<std::int64_t> cap(std::string_view site) const {
    const auto found = caps_.find(site);
    if (found == caps_.end()) return std::nullopt;
    return found->second;
  }

 private:
  struct Named {
    std::string target;  // path and query of the prefix
    std::string name;    // the prefix as written
  };
  std::unordered_map<std::string, std::vector<Named>> by_host_;
  std::map<std::string, std::int64_t, std::less<>> caps_;
};

}  // namespace

class Scope::Impl {
 public:
  std::set<std::string> schemes{"http", "https"};
  std::vector<CompiledRule> rules;
  std::vector<CompiledRule> confines;  ///< One must match, if there are any.
  std::set<std::string, std::less<>> languages;
  NamedSites sites;
  std::int64_t pages_per_site = 0;
  bool has_plugin_rules = false;
  std::atomic<std::int64_t> undecided = 0;
};

namespace {

Result<std::vector<CompiledRule>> compile_all(const Specification& specification,
                                              const std::vector<collection::ScopeRule>& rules) {
  std::vector<CompiledRule> all;
  for (const collection::ScopeRule& rule : rules) {
    Result<CompiledRule> compiled = compile_rule(rule);
    if (!compiled) return fail(in_file(specification, compiled.error()));
    all.push_back(std::move(*compiled));
  }
  return all;
}

bool is_within(const std::vector<CompiledRule>& confines, const Url& url) {
  return confines.empty() || std::any_of(confines.begin(), confines.end(), [&](const auto& rule) {
           return rule.verdict(url) == Verdict::kAccept;
         });
}

std::string outside_of(const std::vector<CompiledRule>& confines) {
  std::string texts;
  for (const CompiledRule& rule : confines) texts += (texts.empty() ? "" : ", ") + rule.text;
  return "this run is limited to: " + texts;
}

}  // namespace

Scope::Scope(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Scope::~Scope() = default;
Scope::Scope(Scope&&) noexcept = default;
Scope& Scope::operator=(Scope&&) noexcept = default;

Result<Scope> Scope::make(const Specification& specification) {
  auto impl = std::make_unique<Impl>();
  impl->pages_per_site = specification.limits.pages_per_site;
  for (const collection::Plugin& protocol : specification.protocols) {
    for (const std::string& scheme : protocol.handles) impl->schemes.insert(ascii_lower(scheme));
  }
  for (const std::string& language : specification.languages)
    impl->languages.insert(language_key(language));
  TRY_AS(rules, compile_all(specification, specification.scope));
  impl->rules = std::move(*rules);
  TRY_AS(excludes, compile_all(specification, specification.excludes));
  std::ranges::move(*excludes, std::back_inserter(impl->rules));
  impl->has_plugin_rules = std::ranges::any_of(
      specification.scope, [](const auto& rule) { return rule.plugin.has_value(); });
  TRY_AS(confines, compile_all(specification, specification.confines));
  impl->confines = std::move(*confines);
  for (const SiteRule& site : specification.sites) {
    if (Result<void> added = impl->sites.add(site); !added) {
      return fail(in_file(specification, added.error()));
    }
  }
  return Scope(std::move(impl));
}

Decision Scope::decide(const Url& url) const {
  if (std::optional<Decision> refusal = refuse_outright(url, impl_->schemes)) return *refusal;
  if (!is_in_run(url)) return rejected(DropReason::kOutOfScope, outside_of(impl_->confines));
  if (impl_->rules.empty()) return {true, DropReason::kNone, "no rules", 0};
  Decision decision = decide_by_last_match(impl_->rules, url);
  if (decision.reason == DropReason::kRuleFailed)
    impl_->undecided.fetch_add(1, std::memory_order_relaxed);
  return decision;
}

bool Scope::is_in_run(const Url& url) const { return is_within(impl_->confines, url); }

bool Scope::has_plugin_rules() const { return impl_->has_plugin_rules; }

bool Scope::accepts_language(std::string_view language) const {
  return impl_->languages.empty() || language.empty() ||
         impl_->languages.contains(language_key(language));
}

std::int64_t Scope::undecided() const { return impl_->undecided.load(std::memory_order_relaxed); }

std::string Scope::site_of(const Url& url) const {
  if (const std::string* named = impl_->sites.find(url)) return *named;
  return porthole::site_of(url);
}

std::int64_t Scope::pages_cap(std::string_view site) const {
  return own_cap(site).value_or(impl_->pages_per_site);
}

std::optional<std::int64_t> Scope::own_cap(std::string_view site) const {
  return impl_->sites.cap(site);
}

}  // namespace porthole::gatherer
