#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "parser/properties/common_features.h"
#include "parser/properties/property_candidates.h"
#include "parser/properties/relative_date.h"
#include "parser/properties/stated_date.h"
#include "parser/properties/written_date.h"

namespace porthole::parser {
namespace {

/// Feature numbers; the order of kNames.
enum Feature : std::size_t {
  // Where it is said.
  kJsonArticle,
  kJsonThread,
  kJsonPage,
  kJsonProduct,
  kJsonOther,
  kJsonCreated,
  kJsonModified,
  kMetaPublished,
  kMetaDate,
  kMetaModified,
  kItemPublished,
  kItemModified,
  kTime,
  kTimeText,
  kClass,
  kText,
  kPath,
  // Which of several.
  kFirstOfKind,
  kFirstAfterTitle,
  kLaterOfKind,
  // How far from the title.
  kBefore,
  kNear,
  kMiddle,
  kFar,
  kNoHeading,
  kComment,
  kAside,
  // The words before it.
  kSaysPublished,
  kSaysUpdated,
  kSaysOther,
  kSaysCopyright,
  kAloneInLine,
  kInSentence,
  // Its form.
  kMonthOnly,
  kEarliest,
  kLatest,
  kOnly,
  kAgree2,
  kAgree3,
  kAgree4,
  kVisible,
  kModifiedToo,
  kModifiedOnly,
  kOlderThanPublished,
  // On pages of a kind.
  kArticleTime,
  kArticleText,
  kArticleClass,
  kThreadTime,
  kThreadText,
  kThreadFirst,
  kThreadJson,
  kPlainTime,
  kPlainText,
  kPlainClass,
  kPlainJson,
  kPlainMeta,
  kProductAny,
  kHomeAny,
  // None of them.
  kNone,
  kNoneArticle,
  kNoneProduct,
  kNoneThread,
  kNoneHome,
  kNoneList,
  kNoneJson,
  kNoneMeta,
  kNoneTime,
  kNonePage,
  kFeatures
};

constexpr auto kNames = feature_names<kFeatures>(
    "json-article json-thread json-page json-product json-other json-created json-modified "
    "meta-published meta-date meta-modified item-published item-modified time time-text class "
    "text path first-of-kind first-after-title later-of-kind before-title near-title mid far "
    "no-heading comment aside says-published says-updated says-other says-copyright alone "
    "in-sentence month-only earliest latest only agree-2 agree-3 agree-4 visible modified-too "
    "modified-only older-than-published article-time article-text article-class thread-time "
    "thread-text thread-first thread-json plain-time plain-text plain-class plain-json "
    "plain-meta product-any home-any none none-article none-product none-thread none-home "
    "none-list none-json none-meta none-time none-page");

/// Features of markup that says a date of the page.
constexpr std::array kSaid = {kJsonArticle, kJsonThread,   kJsonPage,      kJsonProduct,
                              kJsonOther,   kJsonCreated,  kJsonModified,  kMetaPublished,
                              kMetaDate,    kMetaModified, kItemPublished, kItemModified};

/// Those of a date of publication.
constexpr std::array kPublished = {kJsonArticle, kJsonThread,    kJsonPage,
                                   kJsonProduct, kJsonOther,     kJsonCreated,
                                   kMetaDate,    kMetaPublished, kItemPublished};

constexpr std::size_t kWindowBefore = 600;
constexpr std::size_t kWindowAfter = 2500;
constexpr std::size_t kMostInText = 24;
constexpr std::size_t kLongestMark = 200;

/// The first date of a URL's path: /2024/05/17/, /2024-05-17-name.
std::string date_of_path(std::string_view path) {
  const auto dates = written_dates(path, "en", 1);
  return dates.empty() || dates.front().day == 0 ? "" : w3c_form(dates.front());
}

bool has_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [text](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  });
}

class Maker {
 public:
  explicit Maker(const PageView& page) : page_(page) {}

  const Candidates& make() {
    none();
    said();
    marked();
    in_path();
    in_text();
    leave_out_the_day_of_the_fetch();
    leave_out_none();
    compare();
    return out_;
  }

 private:
  Candidate* offer(const std::string& date, std::string_view source, Feature feature) {
    if (date.size() < 7) return nullptr;
    std::string day = date.substr(0, 10);
    if (!page_.latest.empty() && day > page_.latest) return nullptr;
    return out_.offer(date, std::move(day), source, feature);
  }

  void none() {
    Candidate& one = offer_none(out_, kNone, page_, Sign::kJsonPublished, Sign::kMetaPublished);
    one.features.set(kNonePage, page_.evidence.has_subject(Subject::kPage));
    const auto& marks = page_.evidence.marks().all();
    one.features.set(kNoneTime, std::any_of(marks.begin(), marks.end(), [](const Mark& mark) {
                       return mark.kind == MarkKind::kTime;
                     }));
  }

  static std::optional<Feature> feature_of(const Said& said) {
    switch (said.sign) {
      case Sign::kJsonPublished:
        return static_cast<Feature>(subject_feature(kJsonArticle, said.subject));
      case Sign::kJsonCreated:
        return kJsonCreated;
      case Sign::kJsonModified:
        return kJsonModified;
      case Sign::kMetaPublished:
        return kMetaPublished;
      case Sign::kMetaDate:
        return kMetaDate;
      case Sign::kMetaModified:
        return kMetaModified;
      default:
        return std::nullopt;
    }
  }

  void said() {
    std::array<bool, kFeatures> seen{};
    for (const Said& one : page_.evidence.all()) {
      const auto feature = feature_of(one);
      if (!feature) continue;
      const bool is_json = *feature <= kJsonModified;
      Candidate* const date =
          offer(stated_date(one.value, page_.language), is_json ? "json-ld" : "meta", *feature);
      if (date == nullptr) continue;
      date->features.set(seen[*feature] ? kLaterOfKind : kFirstOfKind);
      seen[*feature] = true;
    }
  }

  void marked() {
    SeenMarks seen;
    for (const Mark& mark : page_.evidence.marks().all()) {
      switch (mark.kind) {
        case MarkKind::kTime:
          offer_marked(mark, stated_date(mark.attribute, page_.language), kTime, seen);
          offer_written(mark, kTimeText, seen);
          break;
        case MarkKind::kItemPublished:
          offer_item(mark, kItemPublished, seen);
          break;
        case MarkKind::kItemModified:
          offer_item(mark, kItemModified, seen);
          break;
        case MarkKind::kDateClass:
          if (is_short(mark)) offer_written(mark, kClass, seen);
          break;
        default:
          break;
      }
    }
  }

  /// The features of marks that had a date before.
  struct SeenMarks {
    std::array<bool, kFeatures> anywhere{}, after_title{};
  };

  static bool is_short(const Mark& mark) {
    return mark.range.end - mark.range.begin <= kLongestMark;
  }

  /// Offers the date in the attribute of a microdata property, else those in its text.
  void offer_item(const Mark& mark, Feature feature, SeenMarks& seen) {
    const std::string date = stated_date(mark.attribute, page_.language);
    if (!date.empty()) {
      offer_marked(mark, date, feature, seen);
    } else if (is_short(mark)) {
      offer_written(mark, feature, seen);
    }
  }

  /// Offers the dates in the text of a mark, else the day that it counts back to.
  void offer_written(const Mark& mark, Feature feature, SeenMarks& seen) {
    const std::string_view text = page_.view(mark.range, kLongestMark);
    const auto dates = written_dates(text, page_.language, 2);
    for (const WrittenDate& one : dates) offer_marked(mark, w3c_form(one), feature, seen);
    if (dates.empty() && page_.fetched != WallTime{})
      offer_marked(mark, relative_date(text, page_.language, page_.fetched), feature, seen);
  }

  void offer_marked(const Mark& mark, const std::string& date, Feature feature, SeenMarks& seen) {
    const bool is_time = feature == kTime || feature == kTimeText;
    const bool is_item = feature == kItemPublished || feature == kItemModified;
    Candidate* const one = offer(date,
                                 is_item   ? "microdata"
                                 : is_time ? "time"
                                           : "byline",
                                 feature);
    if (one == nullptr) return;
    auto& f = one->features;
    f.set(seen.anywhere[feature] ? kLaterOfKind : kFirstOfKind);
    seen.anywhere[feature] = true;
    if (mark.range.begin >= page_.heading.begin && !seen.after_title[feature]) {
      f.set(kFirstAfterTitle);
      seen.after_title[feature] = true;
    }
    f.set(distance_feature(kBefore, page_, mark.range.begin));
    label(*one, mark.range.begin);
    if (mark.in_comment) f.set(kComment);
    if (mark.in_aside) f.set(kAside);
  }

  void in_path() { offer(date_of_path(page_.address), "url", kPath); }

  void in_text() {
    const std::string_view text = page_.text;
    const std::size_t middle = page_.heading.begin;
    const std::size_t begin = middle > kWindowBefore ? middle - kWindowBefore : 0;
    const std::size_t end = std::min(text.size(), page_.heading.end + kWindowAfter);
    bool first = true, first_after = true;
    for (const WrittenDate& date :
         written_dates(text.substr(begin, end - begin), page_.language, kMostInText)) {
      const std::size_t at = begin + date.begin;
      if (is_preformatted(at)) continue;
      const std::string written = w3c_form(date);
      Candidate* const one = offer(written, "text", kText);
      if (one == nullptr) continue;
      auto& f = one->features;
      f.set(first ? kFirstOfKind : kLaterOfKind);
      first = false;
      if (at >= middle && first_after) {
        f.set(kFirstAfterTitle);
        first_after = false;
      }
      f.set(distance_feature(kBefore, page_, at));
      label(*one, at);
      const auto line_begin = text.rfind('\n', at);
      const auto line_end = text.find('\n', at);
      const std::size_t left = at - (line_begin == std::string_view::npos ? 0 : line_begin + 1);
      const std::size_t right =
          (line_end == std::string_view::npos ? text.size() : line_end) - (begin + date.end);
      f.set(left + right < 40 ? kAloneInLine : left + right > 160 ? kInSentence : kText);
    }
  }

  bool is_preformatted(std::size_t at) const {
    const auto& marks = page_.evidence.marks().all();
    return std::any_of(marks.begin(), marks.end(), [at](const Mark& mark) {
      return mark.kind == MarkKind::kPreformatted && mark.range.begin <= at && at < mark.range.end;
    });
  }

  /// Sets features by the words in the 30 bytes before a date.
  void label(Candidate& one, std::size_t at) const {
    const std::size_t begin = at > 30 ? at - 30 : 0;
    const std::string before =
        ascii_lower(page_.view({begin, std::min(at + 16, page_.text.size())}, 46));
    auto& f = one.features;
    if (has_any(before, {"updated", "modified", "reviewed", "revised", "edited", "aktualisiert",
                         "actualizado", "mis à jour", "aggiornato", "atualizado"})) {
      f.set(kSaysUpdated);
    } else if (has_any(before, {"published", "posted", "publi", "veröffentlicht", "created",
                                "written", "asked", "release"})) {
      f.set(kSaysPublished);
    } else if (has_any(before, {"copyright", "©", "(c)"})) {
      f.set(kSaysCopyright);
    } else if (has_any(before, {"joined", "until", "expires", "since", "deadline", "from ",
                                "starts", "member", "event"})) {
      f.set(kSaysOther);
    }
  }

  /// A page that states its date for machines has one.
  void leave_out_none() {
    const auto is_stated = [](const Candidate& one) {
      return std::any_of(kPublished.begin(), kPublished.end(),
                         [&one](Feature said) { return one.features.test(said); });
    };
    remove_none_if_any(out_, is_stated);
  }

  /// A day of the fetch that only running text names may be the visitor's date.
  void leave_out_the_day_of_the_fetch() {
    std::erase_if(out_.all(), [this](const Candidate& one) {
      const auto& f = one.features;
      return !one.value.empty() && !page_.yesterday.empty() && one.key >= page_.yesterday &&
             f.test(kText) && !f.test(kTime) && !f.test(kTimeText) && !f.test(kPath) &&
             std::none_of(kSaid.begin(), kSaid.end(), [&f](Feature said) { return f.test(said); });
    });
  }

  /// The dates of all candidates.
  struct AllDates {
    std::string earliest, latest;
    std::string published;  ///< As the markup of an article says.
    std::size_t count = 0;
  };

  AllDates all_dates() const {
    AllDates out;
    for (const Candidate& one : out_.all()) {
      if (one.value.empty()) continue;
      ++out.count;
      if (out.earliest.empty() || one.key < out.earliest) out.earliest = one.key;
      if (one.key > out.latest) out.latest = one.key;
      if (out.published.empty() &&
          (one.features.test(kJsonArticle) || one.features.test(kMetaPublished)))
        out.published = one.key;
    }
    return out;
  }

  void compare() {
    const AllDates dates = all_dates();
    for (Candidate& one : out_.all()) {
      if (one.value.empty()) continue;
      auto& f = one.features;
      f.set(kEarliest, one.key == dates.earliest);
      f.set(kLatest, one.key == dates.latest);
      f.set(kOnly, dates.count == 1);
      f.set(kMonthOnly, one.key.size() == 7);
      f.set(kOlderThanPublished, !dates.published.empty() && one.key < dates.published);
      describe(f);
    }
  }

  /// Features that follow from others: agreement, and the kind of the page.
  void describe(Candidate::Features& f) const {
    const bool json = f.test(kJsonArticle) || f.test(kJsonThread) || f.test(kJsonPage) ||
                      f.test(kJsonOther) || f.test(kJsonCreated);
    const bool meta = f.test(kMetaPublished) || f.test(kMetaDate);
    const bool time = f.test(kTime) || f.test(kTimeText);
    const bool modified = f.test(kJsonModified) || f.test(kMetaModified) || f.test(kItemModified);
    const std::size_t agree = std::size_t{json} + std::size_t{meta} + std::size_t{time} +
                              std::size_t{f.test(kItemPublished)} + std::size_t{f.test(kText)} +
                              std::size_t{f.test(kPath)};
    set_agreement(f, kAgree2, agree);
    f.set(kVisible, (json || meta) && (f.test(kText) || f.test(kTimeText)));
    f.set(kModifiedToo, modified && agree > 0);
    f.set(kModifiedOnly, modified && agree == 0);
    const bool plain = !page_.is_article && !page_.is_thread;
    f.set(kArticleTime, page_.is_article && time);
    f.set(kArticleText, page_.is_article && f.test(kText));
    f.set(kArticleClass, page_.is_article && f.test(kClass));
    f.set(kThreadTime, page_.is_thread && time);
    f.set(kThreadText, page_.is_thread && f.test(kText));
    f.set(kThreadFirst, page_.is_thread && f.test(kFirstAfterTitle));
    f.set(kThreadJson, page_.is_thread && json);
    f.set(kPlainTime, plain && time);
    f.set(kPlainText, plain && f.test(kText));
    f.set(kPlainClass, plain && f.test(kClass));
    f.set(kPlainJson, plain && json);
    f.set(kPlainMeta, plain && meta);
    f.set(kProductAny, page_.is_product);
    f.set(kHomeAny, page_.is_home);
  }

  const PageView& page_;
  Candidates out_;
};

}  // namespace

std::span<const std::string_view> date_features() {
  static_assert(kFeatures <= kMaxFeatures);
  // Groups of common_features.h.
  static_assert(kJsonOther == kJsonArticle + 4 && kNoHeading == kBefore + 4);
  static_assert(kAgree4 == kAgree2 + 2 && kNoneMeta == kNone + 7);
  return kNames;
}

bool says_updated(const Candidate& date) { return date.features.test(kSaysUpdated); }

Candidates date_candidates(const PageView& page) { return Maker(page).make(); }

}  // namespace porthole::parser
