#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "parser/properties/common_features.h"
#include "parser/properties/person_names.h"
#include "parser/properties/property_candidates.h"

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
  kCreator,
  kMeta,
  kArticleMeta,
  kCard,
  kCitation,
  kOtherMeta,
  kRel,
  kItem,
  kLink,
  kAuthorClass,
  kByline,
  kUser,
  kBylineLink,
  kWritten,
  kBesideDate,
  // Which of several.
  kFirstOfKind,
  kFirstAfterTitle,
  kJoined,
  kLaterOfKind,
  kFirstJson,
  kLaterJson,
  kBeginsLine,
  kCutAtComma,
  // How far from the title.
  kBefore,
  kNear,
  kMiddle,
  kFar,
  kNoHeading,
  kComment,
  kAside,
  // Its form.
  kWords1,
  kWords2,
  kWords3,
  kWords4,
  kWords5,
  kCapitals,
  kLower,
  kDigit,
  kIsSite,
  kTeam,
  kSeveral,
  kIsTitle,
  kGeneric,
  kRole,
  kAgree2,
  kAgree3,
  kAgree4,
  // On pages of a kind.
  kThreadUser,
  kThreadItem,
  kThreadFirst,
  kThreadWritten,
  kThreadJson,
  kThreadClass,
  kArticleByline,
  kArticleWritten,
  kArticleLink,
  kPlainClass,
  kPlainJson,
  kPlainMeta,
  kJsonSite,
  // Two at once.
  kWrittenNear,
  kBeginsLineNear,
  kFirstNear,
  kLinkNear,
  kClassNear,
  kUserFirst,
  kFarClass,
  kAsideClass,
  kNearOneWord,
  kNearTwoWords,
  kNearLower,
  kNamedSite,
  // None of them.
  kNone,
  kNoneArticle,
  kNoneProduct,
  kNoneThread,
  kNoneHome,
  kNoneList,
  kNoneJson,
  kNoneMeta,
  kFeatures
};

constexpr auto kNames = feature_names<kFeatures>(
    "json-article json-thread json-page json-product json-other json-creator meta "
    "article:author twitter citation other-meta rel itemprop link author-class byline user "
    "byline-link written beside-date first-of-kind first-after-title joined later-of-kind "
    "first-json later-json begins-line cut-at-comma before-title near-title mid far no-heading "
    "comment aside words-1 words-2 words-3 words-4 words-5 capitals lower digit is-site team "
    "several is-title generic role agree-2 agree-3 agree-4 thread-user thread-item "
    "thread-first thread-written thread-json thread-class article-byline article-written "
    "article-link plain-class plain-json plain-meta json-is-site written-near begins-line-near "
    "first-near link-near class-near user-first far-class aside-class near-one-word "
    "near-two-words near-lower said-is-site none none-article none-product none-thread "
    "none-home none-list none-json none-meta");

constexpr std::size_t kLongestMark = 300;  ///< A byline is shorter.

std::string key_of(std::string_view names) { return comparison_key(names); }

struct Kind {
  MarkKind mark;
  Feature feature;
  std::string_view source;
};
constexpr std::array kKinds = {Kind{MarkKind::kItemAuthor, kItem, "microdata"},
                               Kind{MarkKind::kRelAuthor, kRel, "rel"},
                               Kind{MarkKind::kAuthorLink, kLink, "link"},
                               Kind{MarkKind::kBylineLink, kBylineLink, "byline"},
                               Kind{MarkKind::kBylineClass, kByline, "byline"},
                               Kind{MarkKind::kAuthorClass, kAuthorClass, "byline"},
                               Kind{MarkKind::kUserClass, kUser, "byline"}};

class Maker {
 public:
  explicit Maker(const PageView& page) : page_(page) {}

  const Candidates& make() {
    offer_none(out_, kNone, page_, Sign::kJsonAuthor, Sign::kMetaAuthor);
    said();
    for (const Kind& kind : kKinds) marked(kind);
    written();
    leave_out_none();
    for (Candidate& one : out_.all()) {
      if (!one.value.empty()) describe(one);
    }
    return out_;
  }

 private:
  Candidate* offer(const std::string& names, std::string_view source, Feature feature) {
    if (names.empty()) return nullptr;
    return out_.offer(names, key_of(names), source, feature);
  }

  /// "Jane Doe, Senior Editor at Example" may mean Jane Doe.
  void before_comma(const std::string& name, std::string_view source, Feature feature,
                    const Candidate::Features& features) {
    const auto comma = name.find(", ");
    if (comma == std::string::npos || name.find(' ') > comma) return;
    if (name.find(' ', comma + 2) == std::string::npos) return;  // A degree: "Jane Doe, MD".
    Candidate* const one = offer(name.substr(0, comma), source, feature);
    if (one == nullptr) return;
    one->features |= features;
    one->features.set(kCutAtComma);
  }

  /// A page that states an author for machines has one.
  void leave_out_none() {
    const auto is_stated = [](const Candidate& one) {
      const auto& f = one.features;
      bool stated = f.test(kItem) && !f.test(kComment);
      for (std::size_t i = kJsonArticle; i <= kOtherMeta; ++i) stated |= f.test(i);
      return stated;
    };
    remove_none_if_any(out_, is_stated);
  }

  static std::optional<Feature> feature_of(const Said& said) {
    switch (said.sign) {
      case Sign::kJsonAuthor:
        return static_cast<Feature>(subject_feature(kJsonArticle, said.subject));
      case Sign::kJsonCreator:
        return kCreator;
      case Sign::kMetaAuthor:
        return kMeta;
      case Sign::kArticleAuthor:
        return kArticleMeta;
      case Sign::kCardAuthor:
        return kCard;
      case Sign::kCitationAuthor:
        return kCitation;
      case Sign::kOtherAuthor:
        return kOtherMeta;
      default:
        return std::nullopt;
    }
  }

  /// Statements: each value, and those of a kind together where there are several.
  void said() {
    std::array<std::vector<std::string>, kFeatures> lists;
    for (const Said& one : page_.evidence.all()) {
      const auto feature = feature_of(one);
      if (!feature) continue;
      std::string name = person_name(one.value);
      auto& list = lists[*feature];
      if (name.empty() || std::find(list.begin(), list.end(), name) != list.end()) continue;
      const bool is_json = *feature <= kCreator;
      Candidate* const candidate =
          offer(name, is_json ? "json-ld" : "meta", static_cast<Feature>(*feature));
      if (candidate != nullptr && is_json)
        candidate->features.set(list.empty() ? kFirstJson : kLaterJson);
      if (list.size() < 12) list.push_back(std::move(name));
    }
    for (std::size_t feature = 0; feature < lists.size(); ++feature) {
      if (lists[feature].size() < 2) continue;
      join(lists[feature], feature <= kCreator ? "json-ld" : "meta", static_cast<Feature>(feature));
    }
  }

  Candidate* join(const std::vector<std::string>& names, std::string_view source, Feature feature) {
    std::string all;
    for (const std::string& name : names) all += (all.empty() ? "" : "\n") + name;
    Candidate* const one = offer(all, source, feature);
    if (one != nullptr) one->features.set(kJoined);
    return one;
  }

  void marked(const Kind& kind) {
    std::vector<std::string> near;  // Names that follow each other closely: several authors.
    std::size_t near_end = 0;
    bool first = true, first_after = true;
    for (const Mark& mark : page_.evidence.marks().all()) {
      if (mark.kind != kind.mark) continue;
      const std::size_t bytes = mark.range.end - mark.range.begin;
      const bool has_content = kind.mark == MarkKind::kItemAuthor && !mark.attribute.empty();
      if (!has_content && (bytes < 2 || bytes > kLongestMark)) continue;
      const std::string name = person_name(has_content ? std::string_view(mark.attribute)
                                                       : page_.view(mark.range, kLongestMark));
      Candidate* const one = offer(name, kind.source, kind.feature);
      if (one == nullptr) continue;
      auto& f = one->features;
      const bool after = mark.range.begin >= page_.heading.begin;
      f.set(first ? kFirstOfKind : kLaterOfKind);
      if (after && first_after && !page_.heading.empty()) f.set(kFirstAfterTitle);
      if (after) first_after = false;
      f.set(distance_feature(kBefore, page_, mark.range.begin));
      if (mark.in_comment) f.set(kComment);
      if (mark.in_aside) f.set(kAside);
      before_comma(name, kind.source, kind.feature, Candidate::Features(f));
      const bool follows = !near.empty() && mark.range.begin <= near_end + 12;
      if (first) {
        near = {name};
      } else if (follows && near.size() < 12 &&
                 std::find(near.begin(), near.end(), name) == near.end()) {
        near.push_back(name);
      }
      if (first || follows) near_end = mark.range.end;
      first = false;
    }
    if (near.size() > 1) join(near, kind.source, kind.feature);
  }

  /// "By Jane Doe" near the title, and names beside dates.
  void written() {
    bool first = true;
    for (const NameInText& found : names_in_text(page_)) {
      Candidate* const one = offer(found.name, "text", found.beside_date ? kBesideDate : kWritten);
      if (one == nullptr) continue;
      one->features.set(distance_feature(kBefore, page_, found.at));
      if (found.beside_date) continue;
      if (found.begins_line) one->features.set(kBeginsLine);
      if (found.at >= page_.heading.begin && first) {
        one->features.set(kFirstAfterTitle);
        first = false;
      }
      before_comma(found.name, "text", kWritten, Candidate::Features(one->features));
    }
  }

  static bool has_word(std::string_view key, std::span<const std::string_view> words) {
    for (const std::string_view word : split(key, ' ')) {
      if (std::find(words.begin(), words.end(), word) != words.end()) return true;
    }
    return false;
  }

  void describe(Candidate& one) const {
    describe_name(one);
    auto& f = one.features;
    std::size_t agree = 0;
    for (std::size_t i = kJsonArticle; i <= kBesideDate; ++i) agree += f.test(i) ? 1 : 0;
    set_agreement(f, kAgree2, agree);
    describe_by_kind_of_page(f);
    describe_by_place(f);
  }

  /// The form of the name, and whether it is one of those that are no names of persons.
  void describe_name(Candidate& one) const {
    constexpr std::array<std::string_view, 14> kTeams = {
        "team",  "staff",  "editors",   "editorial",  "inc",  "llc",      "ltd",
        "group", "center", "institute", "university", "desk", "newsroom", "department"};
    constexpr std::array<std::string_view, 26> kNoNames = {
        "admin",     "author",   "authors", "guest", "editor",   "webmaster", "anonymous",
        "unknown",   "comments", "comment", "read",  "more",     "reply",     "share",
        "view",      "profile",  "login",   "posts", "articles", "min",       "minutes",
        "subscribe", "about",    "bio",     "all",   "website"};
    constexpr std::array<std::string_view, 14> kRoles = {"md",  "phd",     "ph",       "rd",  "ms",
                                                         "rn",  "dvm",     "mba",      "cpa", "dr",
                                                         "esq", "manager", "director", "ceo"};
    auto& f = one.features;
    const std::string_view key = one.key;
    const auto words = split(std::string_view(one.value).substr(0, one.value.find('\n')), ' ');
    const std::size_t count = words.size();
    f.set(count >= 1 && count <= 4 ? kWords1 + count - 1 : std::size_t{kWords5});
    const auto capital = [](std::string_view word) {
      return !word.empty() &&
             ((word[0] >= 'A' && word[0] <= 'Z') || static_cast<unsigned char>(word[0]) >= 0x80);
    };
    f.set(kCapitals, std::all_of(words.begin(), words.end(), capital));
    f.set(kLower, std::none_of(words.begin(), words.end(), capital));
    f.set(kDigit, one.value.find_first_of("0123456789") != std::string::npos);
    f.set(kIsSite, names_site(page_, key));
    f.set(kTeam, has_word(key, kTeams));
    f.set(kGeneric, has_word(key, kNoNames));
    f.set(kRole, has_word(key, kRoles));
    f.set(kSeveral, one.value.find('\n') != std::string::npos);
    f.set(kIsTitle, !page_.heading.empty() &&
                        words_within(key, comparison_key(page_.view(page_.heading, 300))) == 1);
  }

  static bool is_in_json(const Candidate::Features& f) {
    return f.test(kJsonArticle) || f.test(kJsonThread) || f.test(kJsonPage) || f.test(kJsonOther);
  }
  static bool is_by_class(const Candidate::Features& f) {
    return f.test(kAuthorClass) || f.test(kByline);
  }

  void describe_by_kind_of_page(Candidate::Features& f) const {
    const bool json = is_in_json(f);
    const bool by_class = is_by_class(f);
    const bool plain = !page_.is_article && !page_.is_thread;
    f.set(kThreadUser, page_.is_thread && f.test(kUser));
    f.set(kThreadItem, page_.is_thread && f.test(kItem));
    f.set(kThreadFirst, page_.is_thread && f.test(kFirstAfterTitle));
    f.set(kThreadWritten, page_.is_thread && f.test(kWritten));
    f.set(kThreadJson, page_.is_thread && json);
    f.set(kThreadClass, page_.is_thread && by_class);
    f.set(kArticleByline, page_.is_article && by_class);
    f.set(kArticleWritten, page_.is_article && f.test(kWritten));
    f.set(kArticleLink, page_.is_article && (f.test(kLink) || f.test(kBylineLink)));
    f.set(kPlainClass, plain && by_class);
    f.set(kPlainJson, plain && json);
    f.set(kPlainMeta, plain && f.test(kMeta));
  }

  /// How it is said, together with how far from the title.
  static void describe_by_place(Candidate::Features& f) {
    const bool near = f.test(kNear);
    const bool by_class = is_by_class(f);
    f.set(kJsonSite, is_in_json(f) && f.test(kIsSite));
    f.set(kWrittenNear, near && f.test(kWritten));
    f.set(kBeginsLineNear, near && f.test(kBeginsLine));
    f.set(kFirstNear, near && f.test(kFirstAfterTitle));
    f.set(kLinkNear, near && (f.test(kLink) || f.test(kBylineLink)));
    f.set(kClassNear, near && by_class);
    f.set(kUserFirst, f.test(kUser) && f.test(kFirstAfterTitle));
    f.set(kFarClass, f.test(kFar) && !near && by_class);
    f.set(kAsideClass, f.test(kAside) && !near && by_class);
    f.set(kNearOneWord, near && f.test(kWords1));
    f.set(kNearTwoWords, near && (f.test(kWords2) || f.test(kWords3)) && f.test(kCapitals));
    f.set(kNearLower, near && f.test(kLower));
    f.set(kNamedSite, f.test(kIsSite) && (f.test(kMeta) || by_class));
  }

  const PageView& page_;
  Candidates out_;
};

}  // namespace

std::span<const std::string_view> author_features() {
  static_assert(kFeatures <= kMaxFeatures);
  // Groups of common_features.h.
  static_assert(kJsonOther == kJsonArticle + 4 && kNoHeading == kBefore + 4);
  static_assert(kAgree4 == kAgree2 + 2 && kNoneMeta == kNone + 7);
  return kNames;
}

Candidates author_candidates(const PageView& page) { return Maker(page).make(); }

}  // namespace porthole::parser
