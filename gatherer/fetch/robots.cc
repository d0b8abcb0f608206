#include "gatherer/fetch/robots.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/text/text.h"

namespace porthole::gatherer {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::size_t kRuleTextBytes = 512;
constexpr std::size_t kSitemapLines = 1000;
constexpr double kLongestDelaySeconds = 1e9;

/// Removes and returns the first line of `text`, without its CR, LF or CR LF.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find_first_of("\r\n");
  const std::string_view line = text.substr(0, end);
  if (end == std::string_view::npos) {
    text = {};
  } else {
    const bool two = text[end] == '\r' && end + 1 < text.size() && text[end + 1] == '\n';
    text.remove_prefix(end + (two ? 2 : 1));
  }
  return line;
}

/// The bytes to parse, cut at the last complete line within the limit.
std::string_view readable_part(std::string_view bytes) {
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  if (bytes.size() < kRobotsBytes) return bytes;
  const std::string_view head = bytes.substr(0, kRobotsBytes);
  const std::size_t last_end = head.find_last_of("\r\n");
  return head.substr(0, last_end + 1);  // Nothing where no line ends: npos + 1 is 0.
}

/// The product token of a User-agent line: "Foo" of "Foo/1.0 (bar)". RFC 9309 allows no digits in
/// it, but names in use have them: `foo2` is not `foo`.
std::string_view product_token_of(std::string_view value) {
  const auto belongs = [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  };
  return value.substr(0, std::find_if_not(value.begin(), value.end(), belongs) - value.begin());
}

bool names_everybody(std::string_view value) {
  return value.starts_with('*') && (value.size() == 1 || value[1] == ' ' || value[1] == '\t');
}

std::optional<std::chrono::milliseconds> parse_delay(std::string_view value) {
  double seconds = 0;
  const char* end = value.data() + value.size();
  const auto read = std::from_chars(value.data(), end, seconds, std::chars_format::fixed);
  if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  if (!std::isfinite(seconds) || seconds < 0) return std::nullopt;
  seconds = std::min(seconds, kLongestDelaySeconds);
  return std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(seconds * 1000)));
}

}  // namespace

/// Parser state for one robots.txt, read line by line.
class RobotsReader {
 public:
  explicit RobotsReader(std::string_view product_token) : token_(product_token) {}

  void read(std::string_view line) {
    ++line_number_;
    line = trim(line.substr(0, line.find('#')));
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return;
    const std::string_view name = trim(line.substr(0, colon));
    const std::string_view value = trim(line.substr(colon + 1));
    if (equals_ignoring_case(name, "user-agent")) {
      read_agent(value);
    } else if (equals_ignoring_case(name, "allow")) {
      read_rule(Kind::kAllow, value, line);
    } else if (equals_ignoring_case(name, "disallow")) {
      read_rule(Kind::kDisallow, value, line);
    } else if (equals_ignoring_case(name, "crawl-delay")) {
      read_delay(value);
    } else if (equals_ignoring_case(name, "sitemap")) {
      if (!value.empty() && sitemaps_.size() < kSitemapLines) sitemaps_.emplace_back(value);
    }
  }

  Robots finish() && {
    Part& part = ours_.named ? ours_ : everybody_;
    std::stable_sort(part.rules.begin(), part.rules.end(), [](const auto& a, const auto& b) {
      return std::tuple(a.pattern.octets(), a.allow) > std::tuple(b.pattern.octets(), b.allow);
    });
    Robots robots;
    robots.rules_ = std::move(part.rules);
    robots.crawl_delay_ = part.delay;
    robots.sitemaps_ = std::move(sitemaps_);
    return robots;
  }

 private:
  enum class Kind { kAllow, kDisallow };
  // All groups for one product token, merged.
  struct Part {
    bool named = false;    // a group for the token exists
    bool current = false;  // the current group is for the token
    std::vector<Robots::Rule> rules;
    std::optional<std::chrono::milliseconds> delay;
  };

  static std::string rule_text(std::string_view line) {
    const std::string clean = clean_utf8(line.substr(0, 2 * kRuleTextBytes));
    return std::string(cut(clean, kRuleTextBytes));
  }

  void read_agent(std::string_view value) {
    if (!naming_) ours_.current = everybody_.current = false;
    naming_ = true;
    const std::string_view token = product_token_of(value);
    if (names_everybody(value)) {
      everybody_.named = everybody_.current = true;
    } else if (!token.empty() && equals_ignoring_case(token, token_)) {
      ours_.named = ours_.current = true;
    }
  }

  void read_rule(Kind kind, std::string_view pattern, std::string_view line) {
    naming_ = false;
    if (pattern.empty()) return;
    for (Part* part : {&ours_, &everybody_}) {
      if (!part->current) continue;
      part->rules.push_back(
          {RobotsPattern(pattern), kind == Kind::kAllow, line_number_, rule_text(line)});
    }
  }

  void read_delay(std::string_view value) {
    const auto delay = parse_delay(value);
    if (!delay) return;
    for (Part* part : {&ours_, &everybody_}) {
      if (part->current) part->delay = std::max(part->delay, delay);
    }
  }

  std::string_view token_;
  int line_number_ = 0;
  bool naming_ = false;  // the last group record was a User-agent line
  Part ours_;
  Part everybody_;
  std::vector<std::string> sitemaps_;
};

Robots Robots::parse(std::string_view bytes, std::string_view product_token) {
  RobotsReader reader(product_token);
  for (std::string_view rest = readable_part(bytes); !rest.empty();) reader.read(take_line(rest));
  return std::move(reader).finish();
}

Robots Robots::allow_all() { return {}; }

Robots Robots::disallow_all(std::string reason) {
  Robots robots;
  if (reason.empty()) reason = "robots.txt could not be fetched";
  robots.reason_ = std::move(reason);
  return robots;
}

Robots::Verdict Robots::check(std::string_view path_and_query) const {
  if (path_and_query == "/robots.txt") return {};
  if (!reason_.empty()) return {.allowed = false, .rule = {}, .line = 0};
  const RobotsTarget target(path_and_query);
  for (const Rule& rule : rules_) {
    if (rule.pattern.matches(target)) return {rule.allow, rule.text, rule.line};
  }
  return {};
}

}  // namespace porthole::gatherer
