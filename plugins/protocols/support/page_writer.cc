#include "plugins/protocols/support/page_writer.h"

#include <algorithm>
#include <utility>

#include "base/text/text.h"
#include "base/url/percent_encode.h"

namespace porthole {
namespace {

constexpr std::string_view kListEnd = "</ul>\n";

std::string escaped(std::string_view text) { return escape_markup(clean_utf8(text)); }

}  // namespace

PageWriter::PageWriter(std::string_view title, std::int64_t limit)
    : limit_(static_cast<std::size_t>(std::max<std::int64_t>(limit, 0))) {
  const std::string name = escaped(title);
  head_ = "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>" + name + "</title>\n";
  body_ = "<h1>" + name + "</h1>\n";
}

void PageWriter::meta(std::string_view name, std::string_view content) {
  if (content.empty()) return;
  const std::string line =
      "<meta name=\"" + escaped(name) + "\" content=\"" + escaped(content) + "\">\n";
  if (head_.size() + body_.size() + line.size() <= limit_) head_ += line;
}

bool PageWriter::add(std::string piece, bool in_list) {
  if (cut_) return false;
  if (in_list && !in_list_) piece.insert(0, "<ul>\n");
  if (!in_list && in_list_) piece.insert(0, kListEnd);
  if (head_.size() + body_.size() + piece.size() + kListEnd.size() > limit_) {
    cut_ = true;
    return false;
  }
  in_list_ = in_list;
  body_ += piece;
  return true;
}

bool PageWriter::heading(std::string_view text) {
  return add("<h2>" + escaped(text) + "</h2>\n", false);
}

bool PageWriter::text(std::string_view text) {
  if (trim(text).empty()) return !cut_;
  return add("<p>" + escaped(text) + "</p>\n", false);
}

bool PageWriter::link(std::string_view href, std::string_view text, std::string_view note) {
  std::string line = "<li><a href=\"" + escaped(href) + "\">" + escaped(text) + "</a>";
  if (!note.empty()) line += " " + escaped(note);
  return add(line + "\n", true);
}

ProtocolAnswer PageWriter::answer() && {
  if (in_list_) body_ += kListEnd;
  ProtocolAnswer answer;
  answer.status = 200;
  answer.headers = {{"content-type", "text/html; charset=utf-8"}};
  answer.body = std::move(head_) + body_;
  answer.truncated = cut_;
  return answer;
}

std::string encoded_path(std::string_view path) {
  std::string out;
  for (const char& c : path) {
    if (c == '%') {
      out += "%25";
    } else if (c == '\\') {
      out += "%5C";  // in some schemes a plain one is a slash
    } else {
      append_percent_encoded(out, std::string_view(&c, 1), EncodeSet::kPath);
    }
  }
  return out;
}

std::string encoded_segment(std::string_view value) {
  std::string out;
  for (const char& c : value) {
    const std::string_view one(&c, 1);
    if (c == '%') {
      out += "%25";
    } else if (c == '&') {
      out += "%26";
    } else if (c == '+') {
      out += "%2B";
    } else {
      append_percent_encoded(out, one, EncodeSet::kUserinfo);
    }
  }
  return out;
}

}  // namespace porthole
