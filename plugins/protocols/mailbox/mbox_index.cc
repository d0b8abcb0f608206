#include "plugins/protocols/mailbox/mbox_index.h"

#include "base/text/text.h"

namespace porthole {
namespace {

constexpr std::string_view kFrom = "From ";

}  // namespace

void MboxIndex::add(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::string_view piece = bytes.substr(0, end);
    if (line_.size() < kFrom.size()) line_ += piece.substr(0, kFrom.size() - line_.size());
    read_ += static_cast<std::int64_t>(piece.size());
    if (end == std::string_view::npos) return;
    ++read_;
    end_line();
    bytes.remove_prefix(end + 1);
  }
}

void MboxIndex::end_line() {
  if (after_empty_ && line_ == kFrom) {
    if (!messages_.empty()) messages_.back().end = line_begin_;
    messages_.push_back({read_, read_});
  }
  after_empty_ = line_.empty() || line_ == "\r";
  line_.clear();
  line_begin_ = read_;
}

void MboxIndex::finish() {
  if (!messages_.empty()) messages_.back().end = read_;
}

std::string without_quotes_of_from(std::string_view message) {
  std::string out;
  for (std::string_view rest = message; !rest.empty();) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(line.size() < rest.size() ? line.size() + 1 : line.size());
    const std::size_t quotes = line.find_first_not_of('>');
    if (quotes != 0 && quotes != std::string_view::npos && line.substr(quotes).starts_with(kFrom)) {
      line.remove_prefix(1);
    }
    out.append(line).append("\n");
  }
  return out;
}

}  // namespace porthole
