#include "search/index/bounds.h"

#include <charconv>

#include "base/text/text.h"

namespace porthole::search {

std::string pagination_token(const std::vector<Xapian::Database>& indexes) {
  std::string token;
  for (const Xapian::Database& index : indexes) {
    token += (token.empty() ? "" : "-") + std::to_string(index.get_lastdocid());
  }
  return token;
}

LastDocuments parse_pagination_token(std::string_view token,
                                     const std::vector<std::string>& revisions) {
  LastDocuments last;
  const std::vector<std::string_view> numbers = split(token, '-');
  if (numbers.size() != revisions.size()) return last;
  for (std::size_t i = 0; i < revisions.size(); ++i) {
    Xapian::docid id = 0;
    const auto [end, error] =
        std::from_chars(numbers[i].data(), numbers[i].data() + numbers[i].size(), id);
    if (error != std::errc() || end != numbers[i].data() + numbers[i].size()) return {};
    last[revisions[i]] = id;
  }
  return last;
}

}  // namespace porthole::search
