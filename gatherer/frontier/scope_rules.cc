#include "gatherer/frontier/scope_rules.h"

#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <iterator>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include "base/text/format.h"
#include "base/text/text.h"
#include "base/url/site.h"
#include "plugins/host/plugin_host.h"

namespace porthole::gatherer {

namespace {

using collection::ScopeRule;
using Condition = std::function<bool(const Url&)>;

/// Matches a glob against all of `text`: `*` is any run of characters, `?` any one.
bool glob_matches(std::string_view glob, std::string_view text) {
  std::size_t g = 0, t = 0, last_star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      last_star = g++;
      resume = t;
    } else if (g < glob.size() && (glob[g] == '?' || glob[g] == text[t])) {
      ++g;
      ++t;
    } else if (last_star != std::string_view::npos) {
      g = last_star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  return glob.find_first_not_of('*', g) == std::string_view::npos;
}

/// Normalises a host glob as URLs are: lower case, and Punycode where no wildcard prevents it.
std::string normal_glob(std::string_view glob) {
  const std::string_view star = glob.starts_with("*.") ? "*." : "";
  const std::string_view name = glob.substr(star.size());
  if (name.find_first_of("*?/@:") == std::string_view::npos) {
    const Result<Url> url = Url::parse("http://" + std::string(name) + "/");
    if (url) return std::string(star) + std::string(url->host());
  }
  return ascii_lower(glob);
}

bool host_matches(const std::string& glob, std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  if (glob.starts_with("*.") && host == std::string_view(glob).substr(2)) return true;
  return glob_matches(glob, host);
}

Condition scheme_condition(const ScopeRule& rule) {
  std::set<std::string> schemes;
  for (const std::string& scheme : rule.schemes) schemes.insert(ascii_lower(scheme));
  return [schemes](const Url& url) { return schemes.contains(std::string(url.scheme())); };
}

Condition host_condition(const ScopeRule& rule) {
  std::vector<std::string> globs;
  for (const std::string& host : rule.hosts) globs.push_back(normal_glob(host));
  return [globs](const Url& url) {
    return std::any_of(globs.begin(), globs.end(),
                       [&](const std::string& glob) { return host_matches(glob, url.host()); });
  };
}

Result<Condition> path_condition(const ScopeRule& rule) {
  RE2::Options options;
  options.set_log_errors(false);
  const auto pattern = std::make_shared<const RE2>(rule.path, options);
  if (!pattern->ok()) return fail(ErrorCode::kInvalid, pattern->error());
  return Condition(
      [pattern](const Url& url) { return RE2::PartialMatch(url.request_target(), *pattern); });
}

Condition prefix_condition(const ScopeRule& rule) {
  const Result<Url> url = Url::parse(rule.prefix);
  const std::string prefix = url ? url->href() : rule.prefix;
  return [prefix](const Url& asked) { return asked.href().starts_with(prefix); };
}

Decision rejected(DropReason reason, std::string detail, int line) {
  return {false, reason, std::move(detail), line};
}

Result<CompiledRule> compile_plugin_rule(const ScopeRule& rule) {
  TRY_AS(made, make_in_process(*rule.plugin, PluginKind::kScopeRule));
  const std::shared_ptr<ScopeRulePlugin> plugin(static_cast<ScopeRulePlugin*>(made->release()));
  const auto verdict = [plugin](const Url& url) {
    const Url bare = url.without_fragment();
    return plugin->decide({bare.href(), bare.scheme(), bare.host(), bare.path(), bare.query()});
  };
  return CompiledRule{rule.line, "rule class=\"" + rule.plugin->class_name + "\"", verdict};
}

struct ShareAddress {
  std::string_view domain;  ///< And the hosts below it.
  std::string_view path;    ///< It begins so, up to the end of a segment or of a word in it.
};

constexpr ShareAddress kShareAddresses[] = {
    {"addthis.com", "/bookmark"},
    {"addtoany.com", "/add_to"},
    {"addtoany.com", "/share"},
    {"b.hatena.ne.jp", "/add"},
    {"bsky.app", "/intent"},
    {"bufferapp.com", "/add"},
    {"buffer.com", "/add"},
    {"digg.com", "/submit"},
    {"evernote.com", "/clip"},
    {"facebook.com", "/dialog"},
    {"facebook.com", "/plugins/like"},
    {"facebook.com", "/share.php"},
    {"facebook.com", "/sharer"},
    {"getpocket.com", "/edit"},
    {"getpocket.com", "/save"},
    {"instapaper.com", "/edit"},
    {"instapaper.com", "/hello2"},
    {"line.me", "/lineit/share"},
    {"line.me", "/R/msg/text"},
    {"linkedin.com", "/cws/share"},
    {"linkedin.com", "/shareArticle"},
    {"linkedin.com", "/sharing"},
    {"news.ycombinator.com", "/submitlink"},
    {"pinterest.com", "/pin/create"},
    {"plus.google.com", "/share"},
    {"reddit.com", "/submit"},
    {"sharetomastodon.github.io", "/"},
    {"share.diasporafoundation.org", "/"},
    {"share.flipboard.com", "/"},
    {"t.me", "/share"},
    {"telegram.me", "/share"},
    {"threads.net", "/intent"},
    {"tumblr.com", "/share"},
    {"tumblr.com", "/widgets/share"},
    {"twitter.com", "/intent"},
    {"twitter.com", "/share"},
    {"vk.com", "/share.php"},
    {"wa.me", "/"},
    {"whatsapp.com", "/send"},
    {"x.com", "/intent"},
    {"x.com", "/share"},
    {"xing.com", "/spi/shares"},
};

bool begins_with(std::string_view path, std::string_view begin) {
  if (!path.starts_with(begin)) return false;
  if (begin.ends_with('/') || path.size() == begin.size()) return true;
  const char next = path[begin.size()];
  return next == '/' || next == '.' || next == '_' || next == '-';
}

constexpr double kLargestRating = 1e9;
constexpr double kStep = 4 * kLargestRating;  // Ratings of two values of precedence stay apart.

}  // namespace

std::string text_of(const ScopeRule& rule) {
  std::string text = rule.accept ? "accept" : "reject";
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) text += std::string(" ") + name + "=\"" + value + "\"";
  };
  add("scheme", join(rule.schemes));
  add("host", join(rule.hosts));
  add("path", rule.path);
  add("prefix", rule.prefix);
  return text;
}

Result<CompiledRule> compile_rule(const ScopeRule& rule) {
  if (rule.plugin) return compile_plugin_rule(rule);
  std::vector<Condition> conditions;
  if (!rule.schemes.empty()) conditions.push_back(scheme_condition(rule));
  if (!rule.hosts.empty()) conditions.push_back(host_condition(rule));
  if (!rule.prefix.empty()) conditions.push_back(prefix_condition(rule));
  if (!rule.path.empty()) {
    Result<Condition> condition = path_condition(rule);
    if (!condition) {
      Error error = condition.error();
      error.message = "path=\"" + rule.path + "\" is not a valid pattern: " + error.message;
      error.line = rule.line;
      error.hint = "patterns are written in RE2 syntax, as in path=\"(?i)\\.iso$\"";
      return fail(std::move(error));
    }
    conditions.push_back(std::move(*condition));
  }
  const Verdict mine = rule.accept ? Verdict::kAccept : Verdict::kReject;
  const auto verdict = [conditions = std::move(conditions), mine](const Url& url) {
    const bool all = std::all_of(conditions.begin(), conditions.end(),
                                 [&](const Condition& holds) { return holds(url); });
    return all ? mine : Verdict::kNoOpinion;
  };
  return CompiledRule{rule.line, text_of(rule), verdict};
}

Decision decide_by_last_match(const std::vector<CompiledRule>& rules, const Url& url) {
  const CompiledRule* last = nullptr;
  bool accepted = false;
  for (const CompiledRule& rule : rules) {
    try {
      const Verdict verdict = rule.verdict(url);
      if (verdict == Verdict::kNoOpinion) continue;
      last = &rule;
      accepted = verdict == Verdict::kAccept;
    } catch (const std::exception& failure) {
      return rejected(DropReason::kRuleFailed, rule.text + ": " + failure.what(), rule.line);
    } catch (...) {
      return rejected(DropReason::kRuleFailed, rule.text, rule.line);
    }
  }
  if (last == nullptr) return rejected(DropReason::kOutOfScope, "no rule matches", 0);
  if (!accepted) return rejected(DropReason::kRejected, last->text, last->line);
  return {true, DropReason::kNone, last->text, last->line};
}

class UrlPattern::Impl {
 public:
  explicit Impl(const std::string& pattern) : expression(pattern, RE2::Quiet) {}
  RE2 expression;
};

UrlPattern::UrlPattern(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

Result<UrlPattern> UrlPattern::make(const std::string& pattern) {
  auto impl = std::make_shared<const Impl>(pattern);
  if (!impl->expression.ok()) {
    return fail(ErrorCode::kInvalid,
                "not a valid regular expression: " + pattern + ": " + impl->expression.error(),
                "RE2 syntax: https://github.com/google/re2/wiki/Syntax");
  }
  return UrlPattern(std::move(impl));
}

bool UrlPattern::matches(const Url& url) const {
  return RE2::PartialMatch(url.href(), impl_->expression);
}

bool is_share_address(const Url& url) {
  return url.is_web() && std::any_of(std::begin(kShareAddresses), std::end(kShareAddresses),
                                     [&](const ShareAddress& known) {
                                       return is_below(url.host(), known.domain) &&
                                              begins_with(url.path(), known.path);
                                     });
}

Result<Precedence> Precedence::make(const std::vector<collection::PriorityRule>& rules) {
  Precedence made;
  for (const collection::PriorityRule& rule : rules) {
    TRY_AS(matches, compile_rule(rule.matches));
    made.rules_.push_back({std::move(*matches), rule.value});
  }
  return made;
}

int Precedence::of(const Url& url) const {
  const auto last = std::find_if(rules_.rbegin(), rules_.rend(), [&](const Rule& rule) {
    return rule.matches.verdict(url) != Verdict::kNoOpinion;
  });
  return last == rules_.rend() ? 0 : last->value;
}

int Precedence::of(std::string_view href) const {
  if (rules_.empty()) return 0;
  const Result<Url> url = Url::parse(href);
  return url ? of(*url) : 0;
}

double stored_priority(double rating, int precedence) {
  return std::clamp(rating, -kLargestRating, kLargestRating) + kStep * precedence;
}

StoredPriority parts_of_priority(double stored) {
  const int precedence =
      static_cast<int>(std::clamp(std::round(stored / kStep), -1.0 * collection::kLargestPriority,
                                  1.0 * collection::kLargestPriority));
  return {stored - kStep * precedence, precedence};
}

}  // namespace porthole::gatherer
