#include "gatherer/frontier/scope_rules.h"

#include <re2/re2.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <set>
#include <utility>

#include "base/text/format.h"
#include "base/text/text.h"
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

}  // namespace porthole::gatherer
