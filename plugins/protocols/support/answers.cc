#include "plugins/protocols/support/answers.h"

#include <array>
#include <charconv>
#include <utility>

#include "base/text/text.h"
#include "base/url/percent_encode.h"

namespace porthole {

ProtocolAnswer refusal(int status, std::string why) {
  ProtocolAnswer answer;
  answer.status = status;
  answer.headers = {{"content-type", "text/plain; charset=utf-8"}};
  answer.body = std::move(why);
  return answer;
}

ProtocolAnswer moved_to(std::string url) {
  ProtocolAnswer answer = refusal(301, "");
  answer.headers = {{"location", std::move(url)}};
  return answer;
}

ProtocolAnswer document(std::string content_type, std::string body, std::int64_t limit) {
  ProtocolAnswer answer;
  answer.status = 200;
  answer.headers = {{"content-type", std::move(content_type)}};
  answer.body = std::move(body);
  answer.truncated = static_cast<std::int64_t>(answer.body.size()) > limit;
  if (answer.truncated) answer.body.resize(static_cast<std::size_t>(limit));
  return answer;
}

std::string_view content_type_of(std::string_view path) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kTypes{{
      {".html", "text/html"},
      {".htm", "text/html"},
      {".xhtml", "application/xhtml+xml"},
      {".xml", "application/xml"},
      {".rdf", "application/rdf+xml"},
      {".txt", "text/plain"},
      {".text", "text/plain"},
      {".md", "text/markdown"},
      {".csv", "text/csv"},
      {".pdf", "application/pdf"},
      {".ps", "application/postscript"},
      {".rtf", "application/rtf"},
      {".png", "image/png"},
      {".gif", "image/gif"},
      {".jpg", "image/jpeg"},
      {".jpeg", "image/jpeg"},
  }};
  const std::string name = ascii_lower(path);
  for (const auto& [suffix, type] : kTypes) {
    if (name.ends_with(suffix)) return type;
  }
  return "application/octet-stream";
}

std::string query_value(std::string_view query, std::string_view name) {
  for (const std::string_view part : split(query, '&')) {
    const std::size_t equals = part.find('=');
    if (part.substr(0, equals) != name) continue;
    return equals == std::string_view::npos ? "" : percent_decode(part.substr(equals + 1));
  }
  return {};
}

std::int64_t query_number(std::string_view query, std::string_view name, std::int64_t otherwise) {
  const std::string value = query_value(query, name);
  std::int64_t number = 0;
  const char* const end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  return error == std::errc() && stop == end && number >= 0 ? number : otherwise;
}

}  // namespace porthole
