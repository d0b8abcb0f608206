#include "search/site/search_links.h"

#include "base/url/percent_encode.h"
#include "search/index/ranking.h"

namespace porthole::search {

SearchLinks::SearchLinks(const http::Parameters& asked) {
  for (const char* name :
       {"collection", "first", "min-recommendations", "per-site", "all", "explain", "as-written"}) {
    const std::string& value = asked.text(name);
    if (!value.empty()) choices_.emplace(name, value);
  }
  if (first_named(chosen("first")) == First::kBest) choices_.erase("first");
}

std::string SearchLinks::chosen(std::string_view name) const {
  const auto found = choices_.find(name);
  return found == choices_.end() ? std::string() : found->second;
}

SearchLinks SearchLinks::with(const std::string& name, const std::string& value) const {
  SearchLinks links = *this;
  links.choices_.erase(name);
  if (!value.empty()) links.choices_.emplace(name, value);
  return links;
}

std::string SearchLinks::to(const std::string& query) const { return at("/search", query); }

std::string SearchLinks::page(const Results& results, int from) const {
  return to(results.query) + "&from=" + std::to_string(from) +
         "&size=" + std::to_string(results.size) + "&until=" + encode_parameter(results.until);
}

std::string SearchLinks::at(const std::string& path, const std::string& query) const {
  std::string target = path + "?q=" + encode_parameter(query);
  for (const auto& [name, value] : choices_) target += "&" + name + "=" + encode_parameter(value);
  return target;
}

}  // namespace porthole::search
