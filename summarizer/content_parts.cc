#include "summarizer/content_parts.h"

#include <algorithm>
#include <utility>

#include "base/text/text.h"

namespace porthole::summarizer {
namespace {

using Kind = ContentPart::Kind;

constexpr std::size_t kLongestCell = 300;  ///< Bytes; longer ones are those of a layout.

/// Collects the parts of successive blocks.
class PartCollector {
 public:
  void add(const Block& block, std::string_view all) {
    const std::string_view text = all.substr(block.begin, block.length);
    switch (block.kind) {
      case BlockKind::kListItem:
        return add_item(block, text);
      case BlockKind::kCell:
        return add_cell(block, text);
      case BlockKind::kHeading:
        return add_text(Kind::kHeading, std::clamp<int>(block.level, 1, 6), fold_space(text));
      case BlockKind::kCode:
        return add_text(Kind::kCode, 0, indent_before(all, block.begin) + std::string(text));
      case BlockKind::kQuote:
        return add_text(Kind::kQuote, 0, std::string(text));
      case BlockKind::kTerm:
        return add_text(Kind::kTerm, 0, fold_space(text));
      case BlockKind::kDefinition:
        return add_text(Kind::kDefinition, 0, std::string(text));
      default:
        return add_text(Kind::kParagraph, 0, std::string(text));
    }
  }

  std::vector<ContentPart> take() {
    end_table();
    return std::move(parts_);
  }

 private:
  /// The first line of code begins behind its indentation.
  static std::string indent_before(std::string_view all, std::size_t begin) {
    std::size_t spaces = 0;
    while (spaces < begin && all[begin - spaces - 1] == ' ') ++spaces;
    const bool is_line = spaces == begin || all[begin - spaces - 1] == '\n';
    return std::string(is_line ? spaces : 0, ' ');
  }

  void add_text(Kind kind, int level, std::string text) {
    end_table();
    parts_.push_back({kind, level, std::move(text), {}, {}});
  }

  // A block of level 0 goes on with the item before it; pages of older versions have no levels.
  void add_item(const Block& block, std::string_view text) {
    end_table();
    if (parts_.empty() || parts_.back().kind != Kind::kList) {
      parts_.push_back({Kind::kList, 0, "", {}, {}});
      has_levels_ = block.level > 0;
    }
    std::vector<ContentPart::Item>& items = parts_.back().items;
    if (block.level == 0 && has_levels_ && !items.empty()) {
      items.back().text.append("\n").append(text);
    } else {
      items.push_back({std::max<int>(block.level, 1), std::string(text)});
    }
  }

  void add_cell(const Block& block, std::string_view text) {
    if (rows_.empty() || block.level == 1) rows_.emplace_back();
    std::vector<std::string>& row = rows_.back();
    if (block.level == 0 && !row.empty()) {
      row.back().append("\n").append(text);
    } else {
      row.emplace_back(text);
    }
  }

  static bool is_of_data(const std::vector<std::vector<std::string>>& rows) {
    std::size_t columns = 0, longest = 0;
    for (const auto& row : rows) {
      columns = std::max(columns, row.size());
      for (const std::string& cell : row) longest = std::max(longest, cell.size());
    }
    return rows.size() > 1 && columns > 1 && longest <= kLongestCell;
  }

  void end_table() {
    auto rows = std::exchange(rows_, {});
    if (is_of_data(rows)) {
      parts_.push_back({Kind::kTable, 0, "", {}, std::move(rows)});
      return;
    }
    for (auto& row : rows) {
      for (std::string& cell : row)
        parts_.push_back({Kind::kParagraph, 0, std::move(cell), {}, {}});
    }
  }

  std::vector<ContentPart> parts_;
  std::vector<std::vector<std::string>> rows_;  ///< Those of the open table.
  bool has_levels_ = false;
};

/// True for a character that begins or ends markup wherever it stands.
bool is_markup(char c) {
  return std::string_view("\\`*_[]<>&|~").find(c) != std::string_view::npos;
}

/// One line of text. At its beginning, signs of headings, lists and rules are escaped, too.
std::string escaped_line(std::string_view line) {
  std::string out;
  line = trim(line);
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  const bool is_number = digits > 0 && digits < line.size();
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool begins_block = (i == 0 && (c == '#' || c == '+' || c == '-' || c == '=')) ||
                              (is_number && i == digits && (c == '.' || c == ')'));
    if (is_markup(c) || begins_block) out += '\\';
    out += c;
  }
  return out;
}

/// The lines of `text`, with hard breaks; each but the first begins with `indent`.
std::string escaped_lines(std::string_view text, const std::string& indent) {
  std::string out;
  for (const std::string_view line : split(text, '\n')) {
    if (trim(line).empty()) continue;
    if (!out.empty()) out += "\\\n" + indent;
    out += escaped_line(line);
  }
  return out;
}

std::string fence_for(std::string_view code) {
  std::size_t longest = 2, run = 0;
  for (const char c : code) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return std::string(longest + 1, '`');
}

std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::size_t columns = 0;
  for (const auto& row : rows) columns = std::max(columns, row.size());
  std::string out;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    out += '|';
    for (std::size_t c = 0; c < columns; ++c)
      out += ' ' + (c < rows[r].size() ? markdown_text(rows[r][c]) : std::string()) + " |";
    out += '\n';
    if (r > 0) continue;
    out += '|';
    for (std::size_t c = 0; c < columns; ++c) out += " --- |";
    out += '\n';
  }
  return out;
}

std::string list(const std::vector<ContentPart::Item>& items) {
  std::string out;
  int depth = -1;  // of the item before; Markdown has no item two levels below another
  for (const ContentPart::Item& item : items) {
    depth = std::clamp(item.depth - items.front().depth, 0, depth + 1);
    const std::string indent(static_cast<std::size_t>(depth) * 2, ' ');
    out += indent + "- " + escaped_lines(item.text, indent + "  ") + '\n';
  }
  return out;
}

std::string markdown_of(const ContentPart& part) {
  switch (part.kind) {
    case Kind::kHeading:
      return std::string(static_cast<std::size_t>(part.level), '#') + ' ' +
             markdown_text(part.text) + '\n';
    case Kind::kList:
      return list(part.items);
    case Kind::kTable:
      return table(part.rows);
    case Kind::kCode: {
      const std::string fence = fence_for(part.text);
      return fence + '\n' + part.text + '\n' + fence + '\n';
    }
    case Kind::kQuote:
      return "> " + escaped_lines(part.text, "> ") + '\n';
    case Kind::kTerm:
      return "**" + markdown_text(part.text) + "**\n";
    case Kind::kParagraph:
    case Kind::kDefinition:
      return escaped_lines(part.text, "") + '\n';
  }
  return {};
}

}  // namespace

std::vector<ContentPart> parts_of(std::string_view text, const std::vector<Block>& blocks,
                                  bool of_content) {
  PartCollector parts;
  for (const Block& block : blocks) {
    if (block.is_content == of_content && block.length > 0 && block.end() <= text.size())
      parts.add(block, text);
  }
  return parts.take();
}

std::vector<ContentPart> parts_of_lines(std::string_view text) {
  std::vector<ContentPart> parts;
  for (const std::string_view line : split(text, '\n')) {
    if (!trim(line).empty())
      parts.push_back({Kind::kParagraph, 0, std::string(trim(line)), {}, {}});
  }
  return parts;
}

std::string write_markdown(const std::vector<ContentPart>& parts) {
  std::string out;
  for (const ContentPart& part : parts) {
    if (!out.empty()) out += '\n';
    out += markdown_of(part);
  }
  return out;
}

std::string markdown_text(std::string_view text) { return escaped_line(fold_space(text)); }

}  // namespace porthole::summarizer
