#include "gatherer/fetch/robots.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>

#include "base/text/text.h"
#include "gatherer/fetch/fetcher.h"

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

// A unit is an octet with flags above it.
constexpr char16_t kOctet = 0x00FF;
constexpr char16_t kEncoded = 0x0100;  // was written as %XX
constexpr char16_t kStrict = 0x0200;   // a delimiter of a target: differs from its %XX
constexpr char16_t kStar = 0xFFFF;     // the wildcard of a pattern

using Units = std::u16string_view;

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_unreserved(char16_t octet) {
  return (octet >= 'A' && octet <= 'Z') || (octet >= 'a' && octet <= 'z') ||
         (octet >= '0' && octet <= '9') || octet == '-' || octet == '.' || octet == '_' ||
         octet == '~';
}

/// The unit that begins at text[at]; advances `at` past it.
char16_t next_unit(std::string_view text, std::size_t& at) {
  if (text[at] == '%' && at + 2 < text.size()) {
    const int high = hex_value(text[at + 1]);
    const int low = hex_value(text[at + 2]);
    if (high >= 0 && low >= 0) {
      at += 3;
      return static_cast<char16_t>(kEncoded | (high << 4) | low);
    }
  }
  return static_cast<unsigned char>(text[at++]);
}

std::size_t encoded_length(char16_t unit) {
  const char16_t octet = unit & kOctet;
  if (is_unreserved(octet)) return 1;
  return (unit & kEncoded) != 0 || octet >= 0x80 ? 3 : 1;
}

bool same(char16_t pattern, char16_t target) {
  const char16_t compared = (target & kStrict) != 0 ? kOctet | kEncoded : kOctet;
  return ((pattern ^ target) & compared) == 0;
}

/// Requires: `target` is not shorter than `pattern`.
bool is_prefix(Units pattern, Units target) {
  return std::equal(pattern.begin(), pattern.end(), target.begin(), same);
}

/// The part of `target` after the first occurrence of `literal`.
std::optional<Units> after_first(Units literal, Units target) {
  if (literal.size() > target.size()) return std::nullopt;
  const auto found = std::search(
      target.begin(), target.end(), literal.begin(), literal.end(),
      [](char16_t in_target, char16_t in_pattern) { return same(in_pattern, in_target); });
  if (found == target.end() && !literal.empty()) return std::nullopt;
  return target.substr(static_cast<std::size_t>(found - target.begin()) + literal.size());
}

constexpr int kTooManyRequests = 429;
constexpr int kAccepted = 202;

RobotsAnswer judge_redirect(const RobotsOutcome& outcome, std::string reason) {
  if (outcome.http_status == kNotModified) return {RobotsAction::kKeep, std::move(reason)};
  if (!outcome.has_location) return {RobotsAction::kAllowAll, reason + " without a Location"};
  if (outcome.redirects < kRobotsRedirects) return {RobotsAction::kFollow, std::move(reason)};
  return {RobotsAction::kAllowAll, "more than " + std::to_string(kRobotsRedirects) + " redirects"};
}

bool is_within(WallTime fetched, WallTime now, std::chrono::seconds life) {
  return now >= fetched && now - fetched < life;
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

RobotsTarget::RobotsTarget(std::string_view path_and_query) {
  octets_.reserve(path_and_query.size());
  bool in_query = false;
  for (std::size_t at = 0; at < path_and_query.size();) {
    const char16_t unit = next_unit(path_and_query, at);
    const char16_t octet = unit & kOctet;
    const bool delimits = in_query ? octet == '&' || octet == '=' : octet == '/' || octet == '?';
    octets_ += static_cast<char16_t>(delimits ? unit | kStrict : unit);
    in_query = in_query || unit == u'?';
  }
}

RobotsPattern::RobotsPattern(std::string_view written) {
  if (written.ends_with('$')) {
    ends_ = true;
    ++octet_count_;
    written.remove_suffix(1);
  }
  for (std::size_t at = 0; at < written.size();) {
    const char16_t unit = next_unit(written, at);
    octet_count_ += encoded_length(unit);
    if (unit != u'*') {
      octets_ += unit;
      ++literal_count_;
    } else if (octets_.empty() || octets_.back() != kStar) {
      octets_ += kStar;
    }
  }
  octets_.shrink_to_fit();
}

bool RobotsPattern::matches(const RobotsTarget& target) const {
  Units rest = target.octets_;
  if (literal_count_ > rest.size()) return false;

  Units pattern = octets_;
  std::size_t star = pattern.find(kStar);
  const Units head = pattern.substr(0, star);
  if (!is_prefix(head, rest)) return false;
  rest.remove_prefix(head.size());
  if (star == Units::npos) return !ends_ || rest.empty();

  // Greedy: taking the first match of each literal between two stars leaves the longest rest for
  // the literals after it.
  pattern.remove_prefix(star + 1);
  while ((star = pattern.find(kStar)) != Units::npos) {
    const std::optional<Units> after = after_first(pattern.substr(0, star), rest);
    if (!after) return false;
    rest = *after;
    pattern.remove_prefix(star + 1);
  }
  if (!ends_) return after_first(pattern, rest).has_value();
  return pattern.size() <= rest.size() &&
         is_prefix(pattern, rest.substr(rest.size() - pattern.size()));
}

RobotsAnswer judge_robots_answer(const RobotsOutcome& outcome) {
  if (outcome.status != FetchStatus::kAnswer) {
    return {RobotsAction::kUnreachable, outcome.detail.empty() ? "no answer" : outcome.detail};
  }
  const std::string reason = "HTTP " + std::to_string(outcome.http_status);
  if (outcome.http_status == kTooManyRequests) return {RobotsAction::kUnreachable, reason};
  if (outcome.http_status == kAccepted) return {RobotsAction::kUnreachable, reason};
  switch (outcome.http_status / 100) {
    case 2:
      if (outcome.is_html) return {RobotsAction::kUnreachable, "it is an HTML page"};
      return {RobotsAction::kParse, reason};
    case 3:
      return judge_redirect(outcome, reason);
    case 4:
      return {RobotsAction::kAllowAll, reason};
    default:
      return {RobotsAction::kUnreachable, reason};
  }
}

bool is_html_without_rules(std::string_view body) {
  constexpr std::size_t kSearched = 64 << 10;
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (body.starts_with(kMark)) body.remove_prefix(kMark.size());
  const std::string text = ascii_lower(trim(body.substr(0, kSearched)));
  if (text.size() < 2 || text[0] != '<') return false;
  const bool is_tag = text[1] == '!' || (text[1] >= 'a' && text[1] <= 'z');
  return is_tag && text.find("\nuser-agent") == std::string::npos;
}

bool is_robots_fresh(WallTime fetched, WallTime now) {
  return is_within(fetched, now, kRobotsLife);
}

bool may_robots_stand_in(WallTime fetched, WallTime now) {
  return is_within(fetched, now, kRobotsLastGoodLife);
}

}  // namespace porthole::gatherer
