#include "gatherer/frontier/feed_entry.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/mail_date.h"
#include "base/text/text.h"
#include "base/xml/reader.h"
#include "gatherer/frontier/w3c_date.h"

namespace porthole::gatherer {
namespace {

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

}  // namespace

std::optional<WallTime> date_of_entry(std::string_view fragment) {
  if (fragment.empty() || fragment.size() > kFragmentBytes) return std::nullopt;
  Dates dates;
  const std::string document = "<entry>" + std::string(fragment) + "</entry>";
  if (!xml::parse_xml(document, "an entry of a feed", {}, dates)) return std::nullopt;
  return dates.latest();
}

}  // namespace porthole::gatherer
