#include "archive/http_message.h"

#include <algorithm>
#include <charconv>

#include "base/text/text.h"

namespace porthole::archive {
namespace {

/// Takes the next line off `text`, without its line end.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

int status_of(std::string_view line) {
  if (!equals_ignoring_case(line.substr(0, 5), "HTTP/") && !line.starts_with("ICY ")) return 0;
  const std::size_t space = line.find(' ');
  if (space == std::string_view::npos) return 0;
  const std::string_view rest = trim(line.substr(space));
  int status = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), status);
  const bool whole_word = end == rest.data() + rest.size() || *end == ' ';
  return error == std::errc() && whole_word && status > 0 ? status : 0;
}

void add_field(std::string_view line, HttpFields& fields) {
  if (line.front() == ' ' || line.front() == '\t') {
    const std::string_view more = trim(line);
    if (fields.empty() || more.empty()) return;
    std::string& value = fields.back().second;
    if (!value.empty()) value += ' ';
    value += more;
    return;
  }
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0) return;
  fields.emplace_back(ascii_lower(trim(line.substr(0, colon))), trim(line.substr(colon + 1)));
}

}  // namespace

std::string_view first_value(const HttpFields& fields, std::string_view name) {
  for (const auto& [field, value] : fields) {
    if (field == name) return value;
  }
  return {};
}

std::string joined_values(const HttpFields& fields, std::string_view name) {
  std::string joined;
  for (const auto& [field, value] : fields) {
    if (field != name) continue;
    if (!joined.empty()) joined += ", ";
    joined += value;
  }
  return joined;
}

std::string_view HttpHead::field(std::string_view name) const { return first_value(fields, name); }

HttpFields parse_fields(std::string_view lines) {
  HttpFields fields;
  while (!lines.empty()) {
    const std::string_view line = take_line(lines);
    if (line.empty()) break;
    add_field(line, fields);
  }
  return fields;
}

std::size_t head_size(std::string_view message) {
  std::size_t from = 0;
  while (true) {
    const std::size_t end = message.find('\n', from);
    if (end == std::string_view::npos) return std::string_view::npos;
    std::string_view line = message.substr(from, end - from);
    if (line.ends_with('\r')) line.remove_suffix(1);
    from = end + 1;
    if (line.empty()) return from;
  }
}

Result<HttpHead> parse_response_head(std::string_view text) {
  HttpHead head;
  head.text = text;
  head.status = status_of(take_line(text));
  if (head.status == 0)
    return fail(ErrorCode::kInvalid, "this is not the status line of an HTTP response");
  head.fields = parse_fields(text);
  return head;
}

Result<std::string> without_chunks(std::string_view body) {
  std::string content;
  content.reserve(body.size());
  while (!body.empty()) {
    const std::string_view line = take_line(body);
    std::size_t size = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), size, 16);
    const std::string_view rest = trim(line.substr(static_cast<std::size_t>(end - line.data())));
    if (error != std::errc() || (!rest.empty() && rest.front() != ';'))
      return fail(ErrorCode::kInvalid, "the size of a chunk is invalid");
    if (size == 0) break;
    content.append(body.substr(0, size));
    body.remove_prefix(std::min(size, body.size()));
    take_line(body);
  }
  return content;
}

}  // namespace porthole::archive
