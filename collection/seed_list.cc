#include "collection/seed_list.h"

#include <algorithm>
#include <set>
#include <unordered_set>
#include <utility>

#include "base/text/text.h"
#include "base/url/url.h"
#include "base/xml/tree.h"

namespace porthole::collection {
namespace {

constexpr std::size_t kLargestSeedFile = 64 << 20;

std::string_view without_comment(std::string_view line) {
  for (std::size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1)) {
    if (at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t') return line.substr(0, at);
  }
  return line;
}

Error bad_seed(const Seed& seed, const std::string& what, std::string hint) {
  Error error;
  error.code = ErrorCode::kInvalid;
  error.message = "seed not used: " + without_credentials(seed.url) + ": " + what;
  error.file = seed.file;
  error.line = seed.line;
  error.hint = std::move(hint);
  return error;
}

bool is_taken(const Url& url, const std::vector<std::string>& schemes) {
  return url.is_web() || std::find(schemes.begin(), schemes.end(), url.scheme()) != schemes.end();
}

/// Hint for an invalid URL: most often the scheme is missing.
std::string url_remedy(const std::string& text) {
  if (text.find("://") != std::string::npos) return "check its host and port";
  const Result<Url> meant = Url::parse(with_scheme(text));
  return meant ? "write it out: " + meant->without_credentials().href()
               : "write it out, with its scheme: https://www.example.org/";
}

}  // namespace

std::string with_scheme(std::string_view text) {
  std::string given(trim(text));
  if (Url::parse(given)) return given;
  const Result<Url> meant = Url::parse("https://" + given);
  const bool like_a_host = meant && meant->host().find('.') != std::string_view::npos;
  return like_a_host ? "https://" + given : given;
}

Result<std::vector<Seed>> read_seed_file(const std::filesystem::path& file) {
  TRY_AS(text, xml::read_file(file, kLargestSeedFile));
  std::string_view rest = *text;
  if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
  std::vector<Seed> seeds;
  int number = 0;
  for (const std::string_view line : split(rest, '\n')) {
    ++number;
    const std::string_view url = trim(without_comment(line));
    if (!url.empty()) seeds.push_back({std::string(url), file.string(), number});
  }
  return seeds;
}

SortedSeeds sort_seeds(const std::vector<Seed>& seeds, const std::vector<std::string>& schemes) {
  SortedSeeds sorted;
  std::set<std::string> keys;
  for (const Seed& seed : seeds) {
    const Result<Url> url = Url::parse(seed.url);
    if (!url) {
      sorted.bad.push_back(bad_seed(seed, url.error().message, url_remedy(seed.url)));
    } else if (!is_taken(*url, schemes)) {
      sorted.bad.push_back(bad_seed(seed, "only http and https are fetched",
                                    "another scheme needs its <protocol> in the specification"));
    } else if (!url->username().empty() || !url->password().empty()) {
      sorted.bad.push_back(bad_seed(seed, "it has a user name or password, which is never sent",
                                    "write it without: " + url->without_credentials().href()));
    } else if (keys.insert(url->key()).second) {
      sorted.good.push_back(url->href());
    }
  }
  return sorted;
}

std::vector<Error> bad_seeds(const Specification& specification) {
  std::vector<std::string> schemes;
  for (const Plugin& protocol : specification.protocols)
    schemes.insert(schemes.end(), protocol.handles.begin(), protocol.handles.end());
  return sort_seeds(specification.seeds, schemes).bad;
}

std::vector<std::string> seeds_not_in(const std::vector<std::string>& urls,
                                      const Specification& specification) {
  std::unordered_set<std::string> known;
  for (const Seed& seed : specification.seeds) {
    if (const Result<Url> url = Url::parse(seed.url)) known.insert(url->key());
  }
  std::vector<std::string> fresh;
  for (const std::string& text : urls) {
    const Result<Url> url = Url::parse(text);
    if (url && known.insert(url->key()).second) fresh.push_back(text);
  }
  return fresh;
}

}  // namespace porthole::collection
