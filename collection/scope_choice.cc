#include "collection/scope_choice.h"

#include <re2/re2.h>

#include <algorithm>

#include "base/text/text.h"
#include "base/url/url.h"

namespace porthole::collection {
namespace {

tl::unexpected<Error> unusable(const std::string& option, const std::string& value,
                               const std::string& why, std::string hint) {
  return fail(ErrorCode::kUsage, option + " " + value + ": " + why, std::move(hint));
}

/// The host of a site as URLs have it.
Result<std::string> checked_site(const std::string& site) {
  const std::string name = site.starts_with("*.") ? site.substr(2) : site;
  const Result<Url> url = name.find_first_of("/@:?#* ") == std::string::npos
                              ? Url::parse("http://" + name + "/")
                              : fail(ErrorCode::kInvalid, "not a host");
  if (url && !url->host().empty()) return std::string(url->host());
  return unusable("--site", site, "not the name of a host",
                  "name a host, such as --site www.example.org; for a part of it: --prefix "
                  "https://www.example.org/manual/");
}

Result<std::string> checked_prefix(const std::string& prefix) {
  const Result<Url> url = Url::parse(prefix);
  if (url) return url->href();
  return unusable("--prefix", prefix, url.error().message,
                  "write it with its scheme: --prefix https://www.example.org/manual/");
}

Result<std::string> checked_pattern(const std::string& pattern) {
  const RE2 compiled(pattern, RE2::Quiet);
  if (!pattern.empty() && compiled.ok()) return pattern;
  return unusable("--exclude", pattern,
                  "not a regular expression" + (pattern.empty() ? "" : ": " + compiled.error()),
                  "RE2 syntax, searched in path and query: --exclude '/archive/|[?&]print='");
}

Result<std::string> checked_language(const std::string& language) {
  constexpr std::size_t kShortest = 2, kLongest = 3;
  std::string code = ascii_lower(language);
  const bool is_code = code.size() >= kShortest && code.size() <= kLongest &&
                       std::ranges::all_of(code, [](char c) { return c >= 'a' && c <= 'z'; });
  if (is_code) return code;
  return unusable("--language", language, "not the code of a language",
                  "give two or three letters, once for each language: --language en --language de");
}

template <class Check>
Result<void> check_each(std::vector<std::string>& values, const Check& check) {
  for (std::string& value : values) {
    TRY_AS(good, check(value));
    value = std::move(*good);
  }
  return {};
}

}  // namespace

Result<ScopeChoice> checked(ScopeChoice choice) {
  Result<void> good = check_each(choice.sites, checked_site);
  if (good) good = check_each(choice.prefixes, checked_prefix);
  if (good) good = check_each(choice.excludes, checked_pattern);
  if (good) good = check_each(choice.languages, checked_language);
  if (!good) return fail(good.error());
  return choice;
}

std::vector<ScopeRule> confining_rules(const ScopeChoice& choice) {
  std::vector<ScopeRule> rules;
  for (const std::string& site : choice.sites) {
    ScopeRule& rule = rules.emplace_back();
    rule.schemes = {"http", "https"};
    rule.hosts = {"*." + site};
  }
  for (const std::string& prefix : choice.prefixes) rules.emplace_back().prefix = prefix;
  return rules;
}

void limit(Specification& specification, const ScopeChoice& choice) {
  if (choice.is_confined()) specification.confines = confining_rules(choice);
  for (const std::string& pattern : choice.excludes) {
    ScopeRule& rule = specification.excludes.emplace_back();
    rule.accept = false;
    rule.path = pattern;
  }
  if (!choice.languages.empty()) specification.languages = choice.languages;
  if (choice.depth > 0) specification.limits.hops = choice.depth;
  if (choice.parents) specification.parents = true;
  for (const std::string& file : choice.backward)
    specification.backward.push_back({.file = std::filesystem::absolute(file)});
}

}  // namespace porthole::collection
