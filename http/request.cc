#include "http/request.h"

#include <algorithm>

#include "base/text/text.h"

namespace porthole::http {
namespace {

void take_request_line(std::string_view line, Request& request) {
  std::optional<RequestLine> read = read_request_line(line);
  if (!read) return;
  request.method = read->method;
  request.target = std::move(read->target.path);
  if (read->target.host) request.fields.emplace_back("Host", *read->target.host);
  request.minor_version = read->version.ends_with("/1.0") ? 0 : 1;
}

}  // namespace

std::string_view Request::field(std::string_view name) const {
  const auto found = std::find_if(fields.begin(), fields.end(), [name](const auto& one) {
    return equals_ignoring_case(one.first, name);
  });
  return found == fields.end() ? std::string_view() : std::string_view(found->second);
}

bool Request::keeps_connection() const {
  if (minor_version == 0) return false;
  return std::none_of(fields.begin(), fields.end(), [](const auto& one) {
    return equals_ignoring_case(one.first, "connection") &&
           ascii_lower(one.second).find("close") != std::string::npos;
  });
}

RequestTarget read_target(std::string_view text) {
  constexpr std::string_view kScheme = "http://";
  if (!equals_ignoring_case(text.substr(0, kScheme.size()), kScheme))
    return {.host = std::nullopt, .path = std::string(text)};
  text.remove_prefix(kScheme.size());
  const std::string_view host = text.substr(0, text.find_first_of("/?"));
  std::string path(text.substr(host.size()));
  if (!path.starts_with('/')) path.insert(0, 1, '/');
  return {.host = host, .path = std::move(path)};
}

std::string target_of(std::string_view bytes) {
  const std::string_view line = bytes.substr(0, bytes.find_first_of("\r\n"));
  const std::size_t first = line.find(' ');
  if (first == std::string_view::npos) return {};
  const std::string_view rest = line.substr(first + 1);
  return read_target(rest.substr(0, rest.find(' '))).path;
}

std::optional<RequestLine> read_request_line(std::string_view line) {
  const std::size_t first = line.find(' ');
  const std::size_t last = line.rfind(' ');
  if (first == last) return std::nullopt;
  return RequestLine{line.substr(0, first), read_target(line.substr(first + 1, last - first - 1)),
                     line.substr(last + 1)};
}

Request read_request(std::string_view head) {
  Request request;
  bool is_first = true;
  while (!head.empty()) {
    const std::size_t end = std::min(head.find("\r\n"), head.size());
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(std::min(end + 2, head.size()));
    if (std::exchange(is_first, false)) {
      take_request_line(line, request);
    } else if (const std::size_t colon = line.find(':'); colon != std::string_view::npos) {
      request.fields.emplace_back(line.substr(0, colon), trim(line.substr(colon + 1)));
    }
  }
  return request;
}

}  // namespace porthole::http
