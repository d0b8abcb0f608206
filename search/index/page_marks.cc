#include "search/index/page_marks.h"

#include <charconv>

#include "base/text/text.h"

namespace porthole::search {

std::string mark_of(const std::vector<Xapian::Database>& indexes) {
  std::string mark;
  for (const Xapian::Database& index : indexes) {
    mark += (mark.empty() ? "" : "-") + std::to_string(index.get_lastdocid());
  }
  return mark;
}

LastDocuments read_mark(std::string_view mark, const std::vector<std::string>& commits) {
  LastDocuments last;
  const std::vector<std::string_view> numbers = split(mark, '-');
  if (numbers.size() != commits.size()) return last;
  for (std::size_t i = 0; i < commits.size(); ++i) {
    Xapian::docid id = 0;
    const auto [end, error] = std::from_chars(numbers[i].data(), numbers[i].data() + numbers[i].size(), id);
    if (error != std::errc() || end != numbers[i].data() + numbers[i].size()) return {};
    last[commits[i]] = id;
  }
  return last;
}

}  // namespace porthole::search
