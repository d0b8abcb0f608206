#include "porthole/show/request_words.h"

#include <cstdio>

#include "porthole/output.h"

namespace porthole::cli {
namespace {

double share(std::int64_t failures, std::int64_t pages) {
  return static_cast<double>(failures) / static_cast<double>(pages);
}

}  // namespace

std::string failures_in_words(std::int64_t failures, std::int64_t pages) {
  std::string words = with_commas(failures) + " failed";
  if (pages == 0) return words;
  char a_page[48];
  std::snprintf(a_page, sizeof a_page, " (%.2f a page fetched)", share(failures, pages));
  return words + a_page;
}

nlohmann::ordered_json page_requests_as_json(std::int64_t requests, std::int64_t failures,
                                             std::int64_t pages) {
  return {{"pages", requests},
          {"failures", failures},
          {"failures_per_page",
           pages == 0 ? nlohmann::ordered_json() : nlohmann::ordered_json(share(failures, pages))}};
}

}  // namespace porthole::cli
