#include "http/http_head.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <system_error>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "base/url/url.h"
#include "http/request.h"

namespace porthole::http {
namespace {

constexpr int kGoodSoFar = 0;
constexpr std::size_t kMaxMethod = 16;

bool is_token_character(char c) {
  return is_alphanumeric(c) ||
         std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_token_character);
}

int judge_path(std::string_view target) {
  if (!target.starts_with('/') || target.starts_with("//")) return 400;
  const bool clean = std::all_of(target.begin(), target.end(), [](char c) {
    return c > 0x20 && c < 0x7F && c != '\\' && c != '#';
  });
  if (!clean) return 400;
  const std::string_view path = target.substr(0, target.find('?'));
  const std::string lower = ascii_lower(path);
  const bool hides_something =
      lower.find("%00") != std::string::npos || lower.find("%2e") != std::string::npos ||
      lower.find("%2f") != std::string::npos || lower.find("%5c") != std::string::npos ||
      lower.find("/..") != std::string::npos;
  return hides_something ? 400 : kGoodSoFar;
}

// The field must be exactly a host and an optional port, since feeds and descriptions repeat it.
bool is_own_host(std::string_view host_field, const std::vector<std::string>& hosts) {
  const Result<Url> url = Url::parse("http://" + std::string(host_field) + "/");
  if (!url) return false;
  const std::string as_read = url->host_and_port();
  std::string_view written = host_field;
  if (written.ends_with(":80")) written.remove_suffix(3);
  if (!equals_ignoring_case(written, as_read)) return false;
  const std::string_view host = url->host();
  if (url->host_is_address() || host == "localhost" || host.ends_with(".localhost")) return true;
  return std::any_of(hosts.begin(), hosts.end(),
                     [host](const std::string& name) { return equals_ignoring_case(name, host); });
}

int judge_target(const RequestTarget& target, const std::vector<std::string>& hosts) {
  if (target.host && !is_own_host(*target.host, hosts)) return 421;
  return judge_path(target.path);
}

int judge_request_line(const RequestLine& line, const std::vector<std::string>& hosts,
                       bool takes_bodies) {
  const std::string_view method = line.method;
  if (!is_token(method)) return 400;
  if (method.size() > kMaxMethod) return 501;
  if (!line.version.starts_with("HTTP/")) return 400;
  if (line.version != "HTTP/1.1" && line.version != "HTTP/1.0") return 505;
  const bool is_taken = method == "GET" || method == "HEAD" || (takes_bodies && method == "POST");
  if (!is_taken) return 405;
  return judge_target(line.target, hosts);
}

// Validates each field, then the combination.
class Fields {
 public:
  /// `line`: a good one. `max_body`: of a POST.
  Fields(const RequestLine& line, const std::vector<std::string>& hosts, std::size_t max_body)
      : hosts_(hosts),
        max_body_(line.method == "POST" ? max_body : 0),
        host_is_required_(line.version == "HTTP/1.1"),
        has_other_host_(line.target.host.has_value()) {}

  int add(std::string_view line) {
    if (++count_ > kMaxFields) return 431;
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || !is_token(line.substr(0, colon))) return 400;
    const std::string_view value = trim(line.substr(colon + 1));
    const bool clean = std::all_of(value.begin(), value.end(), [](char c) {
      return c == '\t' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F);
    });
    if (!clean || value.find("=?") != std::string_view::npos) return 400;
    return judge(ascii_lower(line.substr(0, colon)), value);
  }

  int finish() const {
    if (host_is_required_ && hosts_seen_ == 0) return 400;
    return max_body_ > 0 && !body_ ? 411 : kGoodSoFar;
  }

  std::size_t body() const { return body_.value_or(0); }

 private:
  int judge(const std::string& name, std::string_view value) {
    if (name == "host") {
      if (++hosts_seen_ > 1) return 400;
      return has_other_host_ || is_own_host(value, hosts_) ? kGoodSoFar : 421;
    }
    if (name == "transfer-encoding") return 400;
    if (name == "content-length") return judge_length(value);
    if (name == "expect") return 417;
    return kGoodSoFar;
  }

  /// A second length is refused even when it is the same (RFC 9112, section 6.3).
  int judge_length(std::string_view value) {
    if (max_body_ == 0) return value == "0" ? kGoodSoFar : 400;
    const bool is_number = !value.empty() && std::all_of(value.begin(), value.end(), [](char c) {
      return c >= '0' && c <= '9';
    });
    if (!is_number || body_) return 400;
    std::size_t length = 0;
    const auto read = std::from_chars(value.data(), value.data() + value.size(), length);
    if (read.ec != std::errc() || length > max_body_) return 413;
    body_ = length;
    return kGoodSoFar;
  }

  const std::vector<std::string>& hosts_;
  const std::size_t max_body_;  // 0 for a request that has none
  const bool host_is_required_;
  const bool has_other_host_;  // the field Host is ignored (RFC 9112, section 3.2.2)
  std::optional<std::size_t> body_;
  std::size_t count_ = 0;
  int hosts_seen_ = 0;
};

// Takes the first line from `head`, which is not empty; nothing when it does not end in CRLF.
std::optional<std::string_view> take_line(std::string_view& head) {
  const std::size_t end = head.find('\n');
  if (end == std::string_view::npos || end == 0) return std::nullopt;  // not tested: see judge_head
  if (head[end - 1] != '\r') return std::nullopt;
  const std::string_view line = head.substr(0, end - 1);
  head.remove_prefix(end + 1);
  return line;
}

// `head`: the whole head without its last CRLF, not empty; each line ends in CRLF.
HeadVerdict judge_complete(std::string_view head, const std::vector<std::string>& hosts,
                           std::size_t max_body) {
  const auto bad = [](int status) { return HeadVerdict{HeadState::kBad, status}; };
  const std::size_t bytes = head.size() + 2;
  const std::optional<std::string_view> first = take_line(head);
  if (!first) return bad(400);
  const std::optional<RequestLine> request = read_request_line(*first);
  if (!request) return bad(400);
  if (const int status = judge_request_line(*request, hosts, max_body > 0); status != kGoodSoFar)
    return bad(status);
  Fields fields(*request, hosts, max_body);
  while (!head.empty()) {
    const std::optional<std::string_view> line = take_line(head);
    if (!line) return bad(400);
    if (const int status = fields.add(*line); status != kGoodSoFar) return bad(status);
  }
  if (const int status = fields.finish(); status != kGoodSoFar) return bad(status);
  return {HeadState::kGood, 0, bytes, fields.body()};
}

}  // namespace

HeadVerdict judge_head(std::string_view bytes, const std::vector<std::string>& hosts,
                       std::size_t max_body) {
  if (bytes.empty()) return {};
  if (!is_token_character(bytes[0])) return {HeadState::kBad, 400};  // TLS, HTTP/2, empty lines
  const std::size_t line_end = bytes.find('\n');
  if (std::min(line_end, bytes.size()) >= kMaxRequestLine) return {HeadState::kBad, 414};
  if (bytes.substr(0, line_end).find('\0') != std::string_view::npos) return {HeadState::kBad, 400};
  const std::size_t end = bytes.find("\r\n\r\n");
  const std::size_t bare = bytes.find("\n\n");
  if (bare != std::string_view::npos && bare < end) return {HeadState::kBad, 400};
  if (end == std::string_view::npos) {
    return bytes.size() >= kMaxHead ? HeadVerdict{HeadState::kBad, 431} : HeadVerdict{};
  }
  if (end + 4 > kMaxHead) return {HeadState::kBad, 431};
  return judge_complete(bytes.substr(0, end + 2), hosts, max_body);
}

}  // namespace porthole::http
