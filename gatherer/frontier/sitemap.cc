#include "gatherer/frontier/sitemap.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "archive/content_decoder.h"
#include "base/clock.h"
#include "base/json/json.h"
#include "base/text/text.h"
#include "base/xml/lenient.h"
#include "base/xml/reader.h"
#include "base/xml/sitemap_walk.h"
#include "parser/html/charset.h"

namespace porthole::gatherer {

namespace {

constexpr int kDepth = 16;  // extensions for images and news nest two or three levels
constexpr std::string_view kGzipMagic = "\x1F\x8B";

const std::string kTooManyEntries = "more than " + std::to_string(kSitemapEntries) + " entries";
const std::string kTooManyBytes = "more than " + std::to_string(kSitemapBytes) + " bytes";

double parse_priority(std::string_view text) {
  double priority = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), priority);
  const bool fine = read.ec == std::errc{} && read.ptr == text.data() + text.size();
  return fine && priority >= 0 && priority <= 1 ? priority : SitemapEntry{}.priority;
}

/// A W3C date, or that of a feed's pubDate.
std::optional<WallTime> parse_date(std::string_view text) {
  const Result<WallTime> date = parse_w3c_date(text);
  return date ? std::optional(*date) : parse_mail_date(text);
}

/// The base of an entry: that of the sitemap, and the values of xml:base on it.
Url base_of(const xml::SitemapRow& row, const Url& sitemap) {
  Url base = sitemap;
  for (const std::string& said : row.bases) {
    if (Result<Url> next = Url::parse(said, &base)) base = std::move(*next);
  }
  return base;
}

/// Collects entries as they are parsed, and rejects those of other hosts.
class Collector {
 public:
  Collector(const SitemapSource& source, Sitemap& sitemap) : source_(source), sitemap_(sitemap) {}

  /// False when the maximum number of entries is reached.
  bool add(const xml::SitemapRow& row, const Url* base) {
    if (row.is_version && versions_++ >= kSitemapEntries) return true;
    if (!row.is_version && taken_++ == kSitemapEntries) {
      sitemap_.problem = kTooManyEntries;
      return false;
    }
    const std::string_view loc = trim(row.loc);
    const Result<Url> url = Url::parse(loc, loc.empty() ? nullptr : base);
    if (!url || !url->is_web() || loc.size() > xml::kSitemapUrlBytes ||
        url->href().size() > xml::kSitemapUrlBytes) {
      ++sitemap_.invalid;
    } else if (!may_name(url->host())) {
      ++sitemap_.foreign;
    } else {
      sitemap_.entries.push_back(
          {url->href(), parse_date(trim(row.lastmod)), parse_priority(trim(row.priority))});
    }
    return true;
  }

 private:
  bool may_name(std::string_view host) const {
    return host == source_.url.host() || std::find(source_.named_by.begin(), source_.named_by.end(),
                                                   host) != source_.named_by.end();
  }

  const SitemapSource& source_;
  Sitemap& sitemap_;
  std::size_t taken_ = 0, versions_ = 0;
};

/// True if any entry was found: a partial sitemap is kept despite its errors.
bool found_anything(const Sitemap& sitemap) {
  return !sitemap.entries.empty() || sitemap.foreign > 0;
}

Result<void> read_xml(std::string_view bytes, const SitemapSource& source, Sitemap& sitemap) {
  Collector collector(source, sitemap);
  xml::SitemapWalk handler([&](const xml::SitemapRow& row) {
    const Url base = base_of(row, source.url);
    return collector.add(row, &base);
  });
  xml::XmlLimits limits;
  limits.bytes = 2 * kSitemapBytes;  // with what stands for references
  limits.depth = kDepth;
  Result<void> read =
      xml::parse_xml(xml::without_declarations(bytes), source.url.href(), limits, handler);
  if (handler.is_index()) sitemap.kind = SitemapKind::kIndex;
  if (read || handler.refusal() || !found_anything(sitemap)) return read;
  if (sitemap.problem.empty()) sitemap.problem = read.error().message;
  return {};
}

Result<void> read_text(std::string_view bytes, const SitemapSource& source, Sitemap& sitemap) {
  Collector collector(source, sitemap);
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find_first_of("\r\n"), bytes.size());
    const std::string_view line = trim(bytes.substr(0, end));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    xml::SitemapRow row;
    row.loc = line;
    const bool is_path = line.starts_with('/') && line.find(' ') == std::string_view::npos;
    const Url* const base = is_path ? &source.url : nullptr;
    if (!line.empty() && !collector.add(row, base)) break;
  }
  if (found_anything(sitemap)) return {};
  Error error;
  error.message = "not a valid sitemap: neither XML nor a URL on each line";
  error.file = source.url.href();
  return fail(std::move(error));
}

/// A feed in JSON (https://www.jsonfeed.org/version/1.1/).
Result<void> read_json(const std::string& text, const SitemapSource& source, Sitemap& sitemap) {
  constexpr std::size_t kLargest = 8 << 20;
  using nlohmann::json;
  const auto is_shallow = [](int depth, json::parse_event_t, json&) { return depth <= 4; };
  const json feed = text.size() > kLargest ? json() : json::parse(text, is_shallow, false);
  const auto items = feed.is_object() ? feed.find("items") : feed.end();
  Collector collector(source, sitemap);
  for (std::size_t i = 0; items != feed.end() && items->is_array() && i < items->size(); ++i) {
    const json& item = (*items)[i];
    const auto text_at = [&item](const char* name) {
      return item.is_object() && item.contains(name) && item[name].is_string()
                 ? item[name].get<std::string>()
                 : std::string();
    };
    xml::SitemapRow row;
    row.loc = text_at("url");
    if (row.loc.empty() && text_at("id").starts_with("http")) row.loc = text_at("id");
    row.lastmod = text_at(text_at("date_modified").empty() ? "date_published" : "date_modified");
    if (!collector.add(row, &source.url)) break;
  }
  if (found_anything(sitemap)) return {};
  Error error;
  error.message = "JSON, but not a feed";
  error.file = source.url.href();
  return fail(std::move(error));
}

/// The decompressed sitemap, at most kSitemapBytes; `problem` says whether it is incomplete.
std::string_view unpack(std::string_view bytes, std::string& storage, std::string& problem) {
  if (bytes.starts_with(kGzipMagic)) {
    auto decoder = archive::ContentDecoder::make("gzip", static_cast<std::int64_t>(kSitemapBytes));
    if (!decoder) return {};
    archive::DecodeStatus status = (*decoder)->feed(bytes, storage);
    if (status == archive::DecodeStatus::kGoingOn) status = (*decoder)->finish(storage);
    if (status == archive::DecodeStatus::kLimit) problem = kTooManyBytes;
    if (status == archive::DecodeStatus::kCorrupt) problem = "the compressed data are corrupt";
    if (status == archive::DecodeStatus::kBomb) problem = "the compressed data grow beyond reason";
    return storage;
  }
  if (bytes.size() > kSitemapBytes) problem = kTooManyBytes;
  return bytes.substr(0, kSitemapBytes);
}

constexpr std::size_t kFragmentBytes = 64 << 10;
constexpr std::size_t kDateBytes = 64;
constexpr int kMostDates = 8;
constexpr std::array<std::string_view, 6> kDates = {"updated",  "published", "pubDate",
                                                    "modified", "issued",    "date"};

std::optional<WallTime> read_date(std::string_view text) {
  if (const Result<WallTime> date = parse_w3c_date(text)) return *date;
  return parse_mail_date(text);
}

/// Collects the dates among the children of the root.
class Dates final : public xml::XmlHandler {
 public:
  void start_element(const xml::XmlName& name, const xml::XmlAttributes&) override {
    ++depth_;
    text_.clear();
    in_date_ = depth_ == 2 && std::find(kDates.begin(), kDates.end(), name.local) != kDates.end();
  }
  void characters(std::string_view text) override {
    if (in_date_ && text_.size() < kDateBytes) text_ += text;
  }
  void end_element(const xml::XmlName&) override {
    --depth_;
    if (in_date_ && ++dates_ <= kMostDates) latest_ = std::max(latest_, read_date(trim(text_)));
    in_date_ = false;
  }
  std::optional<WallTime> latest() const { return latest_; }

 private:
  int depth_ = 0;
  bool in_date_ = false;
  int dates_ = 0;
  std::string text_;
  std::optional<WallTime> latest_;
};

/// Consumes numbers of a fixed width and separators from the front of a text.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }

  bool take(char separator) {
    if (!rest_.starts_with(separator)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::optional<int> number(std::size_t digits, int lowest, int highest) {
    if (rest_.size() < digits) return std::nullopt;
    int value = 0;
    for (const char c : rest_.substr(0, digits)) {
      if (c < '0' || c > '9') return std::nullopt;
      value = 10 * value + (c - '0');
    }
    rest_.remove_prefix(digits);
    if (value < lowest || value > highest) return std::nullopt;
    return value;
  }

  bool skip_digits() {
    const std::size_t end = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    rest_.remove_prefix(end);
    return end > 0;
  }

 private:
  std::string_view rest_;
};

std::optional<std::chrono::sys_days> read_day(Reader& reader) {
  const auto year = reader.number(4, 0, 9999);
  std::optional<int> month = 1, day = 1;
  if (reader.take('-')) {
    month = reader.number(2, 1, 12);
    if (month && reader.take('-')) day = reader.number(2, 1, 31);
  }
  if (!year || !month || !day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date);
}

std::optional<std::chrono::seconds> read_hours_and_minutes(Reader& reader) {
  const auto hours = reader.number(2, 0, 23);
  if (!hours || !reader.take(':')) return std::nullopt;
  const auto minutes = reader.number(2, 0, 59);
  if (!minutes) return std::nullopt;
  return std::chrono::hours(*hours) + std::chrono::minutes(*minutes);
}

/// The time of day in UTC; may be negative, or exceed one day.
std::optional<std::chrono::seconds> read_time(Reader& reader) {
  auto time = read_hours_and_minutes(reader);
  if (time && reader.take(':')) {
    const auto seconds = reader.number(2, 0, 60);
    if (!seconds || (reader.take('.') && !reader.skip_digits())) return std::nullopt;
    *time += std::chrono::seconds(*seconds);
  }
  if (!time || reader.take('Z')) return time;
  const bool east = reader.take('+');
  if (!east && !reader.take('-')) return std::nullopt;
  const auto offset = read_hours_and_minutes(reader);
  if (!offset) return std::nullopt;
  return east ? *time - *offset : *time + *offset;
}

}  // namespace

Result<Sitemap> read_sitemap(std::string_view bytes, const SitemapSource& source) {
  Sitemap sitemap;
  std::string storage;
  std::string problem;
  std::string converted;
  const std::string_view unpacked = unpack(bytes, storage, problem);
  const std::string_view text =
      parser::to_utf8(unpacked, parser::detect_charset(unpacked, ""), converted);
  const std::string_view begin = trim(text).substr(0, 1);
  Result<void> read = begin == "<"   ? read_xml(text, source, sitemap)
                      : begin == "{" ? read_json(std::string(text), source, sitemap)
                                     : read_text(text, source, sitemap);
  if (!problem.empty() && sitemap.problem != kTooManyEntries) sitemap.problem = problem;
  if (read) return sitemap;
  Error error = read.error();
  if (!problem.empty()) {
    error.code = problem == kTooManyBytes ? ErrorCode::kTooLarge : ErrorCode::kInvalid;
    error.message = problem;
  }
  return fail(std::move(error));
}

std::optional<WallTime> date_of_entry(std::string_view fragment) {
  if (fragment.empty() || fragment.size() > kFragmentBytes) return std::nullopt;
  Dates dates;
  const std::string document = "<entry>" + std::string(fragment) + "</entry>";
  if (!xml::parse_xml(document, "an entry of a feed", {}, dates)) return std::nullopt;
  return dates.latest();
}

Result<WallTime> parse_w3c_date(std::string_view text) {
  Reader reader(text);
  const auto day = read_day(reader);
  std::optional<std::chrono::seconds> time = std::chrono::seconds(0);
  if (day && reader.take('T')) time = read_time(reader);
  if (day && time && reader.at_end()) return WallTime(*day + *time);
  return fail(ErrorCode::kInvalid, "not a valid W3C date: '" + std::string(cut(text, 64)) + "'");
}

}  // namespace porthole::gatherer
