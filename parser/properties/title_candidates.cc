#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "base/text/title_parts.h"
#include "parser/limits.h"
#include "parser/properties/property_candidates.h"

namespace porthole::parser {
namespace {

/// Feature numbers; the order of kNames.
enum Feature : std::size_t {
  // Where it is said. A title in parts ("A - B - C") gives: whole, without the last part, without
  // the last two, first part, without the first, last part.
  kTitle,
  kTitleHead,
  kTitleHead2,
  kTitleFirst,
  kTitleTail,
  kTitleLast,
  kGraph,
  kGraphHead,
  kGraphHead2,
  kGraphFirst,
  kGraphTail,
  kGraphLast,
  kCard,
  kCardHead,
  kMeta,
  kHeadline,
  kHeadlineHead,
  kName,
  kItem,
  kFirstH1,
  kMainH1,
  kOtherH1,
  kOnlyH1,
  kH1Head,
  kFirstH2,
  kCrumb,
  kColon,
  // Its form.
  kAsideH1,
  kInTitle,
  kMostlyInTitle,
  kBeginsTitle,
  kEndsTitle,
  kInGraph,
  kHasH1,
  kInH1,
  kIsSite,
  kBeginsWithSite,
  kEndsWithSite,
  kHasSite,
  kRestIsSite,
  kPathSome,
  kPathHalf,
  kPathMost,
  kCoversPath,
  kWords1,
  kWords2,
  kWords4,
  kWords7,
  kWords13,
  kWords21,
  kHasSeparator,
  kCut,
  kGeneric,
  kAgree2,
  kAgree3,
  kAgree4,
  // On pages of a kind.
  kHomeTitle,
  kHomeTitleHead,
  kHomeSite,
  kHomeH1,
  kHomeGraph,
  kArticleH1,
  kArticleHeadline,
  kProductH1,
  kProductName,
  kProductGraph,
  kThreadH1,
  kThreadTitleHead,
  kPlainH1,
  kPlainTitleHead,
  kH1DiffersFromTitle,
  kNoH1TitleHead,
  kNoH1Title,
  kFeatures
};

constexpr auto kNames = feature_names<kFeatures>(
    "title title-head title-head-2 title-first title-tail title-last og og-head og-head-2 "
    "og-first og-tail og-last twitter twitter-head meta headline headline-head json-name "
    "itemprop h1-first h1-main h1-other h1-only h1-head h2-first breadcrumb colon h1-aside "
    "in-title mostly-in-title begins-title ends-title in-og has-h1 in-h1 is-site "
    "begins-with-site ends-with-site has-site rest-is-site path-some path-half path-most "
    "covers-path words-1 words-2-3 words-4-6 words-7-12 words-13-20 words-21 separator cut "
    "generic agree-2 agree-3 agree-4 home-title home-title-head home-site home-h1 home-og "
    "article-h1 article-headline product-h1 product-name product-og thread-h1 "
    "thread-title-head plain-h1 plain-title-head h1-not-in-title no-h1-title-head no-h1-title");

constexpr std::size_t kTitleBytes = 500;

/// Without the marks that links to a heading leave, and "Thread:" of forums.
std::string_view heading_words(std::string_view text) {
  for (bool changed = true; changed;) {
    changed = false;
    text = trim(text);
    for (const std::string_view end : {"¶", "#", "§", "🔗", "Permalink", "[edit]", "\xE2\x80\x8B"}) {
      if (text.size() > end.size() && text.ends_with(end)) {
        text.remove_suffix(end.size());
        changed = true;
      }
    }
    for (const std::string_view begin : {"Thread: ", "Topic: ", "View topic - ", "Re: "}) {
      if (text.starts_with(begin)) {
        text.remove_prefix(begin.size());
        changed = true;
      }
    }
  }
  return text;
}

bool is_generic(std::string_view key) {
  constexpr std::string_view kGeneric =
      "|home|homepage|home page|menu|main menu|navigation|news|blog|welcome|search|index|"
      "untitled|about|about us|skip to content|open menu close menu|cart|your cart|"
      "table of contents|documentation|docs|forum|forums|shop|";
  return kGeneric.find("|" + std::string(key) + "|") != kGeneric.npos;
}

class Maker {
 public:
  explicit Maker(const PageView& page) : page_(page), title_key_(comparison_key(page.title)) {}

  const Candidates& make() {
    headings();
    in_parts(page_.title, "title", kTitle);
    graph_key_ = comparison_key(page_.evidence.first(Sign::kOpenGraphTitle));
    in_parts(page_.evidence.first(Sign::kOpenGraphTitle), "og:title", kGraph);
    head_too(page_.evidence.first(Sign::kTwitterTitle), "twitter:title", kCard, kCardHead);
    offer(page_.evidence.first(Sign::kMetaTitle), "meta", kMeta);
    json();
    others();
    describe();
    return out_;
  }

 private:
  Candidate* offer(std::string_view value, std::string_view source, std::size_t feature) {
    std::string text = fold_space(heading_words(value.substr(0, kTitleBytes)));
    std::string key = comparison_key(text);
    if (key.empty()) return nullptr;
    return out_.offer(std::move(text), std::move(key), source, feature);
  }

  void part(std::string_view value, std::string_view rest, std::string_view source,
            std::size_t feature) {
    Candidate* const one = offer(value, source, feature);
    if (one != nullptr && names_site(page_, comparison_key(rest))) one->features.set(kRestIsSite);
  }

  /// The separators of `title` but those inside of a sentence: "Hive weight - ferment? - The Site".
  static std::vector<TitleSeparator> cuts_of(std::string_view title) {
    std::vector<TitleSeparator> cuts = title_separators(title);
    for (std::size_t i = 0; i < cuts.size();) {
      const bool is_last = i + 1 == cuts.size();
      const std::size_t end = is_last ? title.size() : cuts[i + 1].begin;
      const std::string_view next = title.substr(cuts[i].end, end - cuts[i].end);
      const bool goes_on =
          next.ends_with('?') || (!is_last && next.front() >= 'a' && next.front() <= 'z');
      if (goes_on) {
        cuts.erase(cuts.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
    return cuts;
  }

  /// `first` is the feature of the whole; those of the parts follow it.
  void in_parts(std::string_view value, std::string_view source, std::size_t first) {
    value = trim(value.substr(0, kTitleBytes));
    offer(value, source, first);
    const auto cuts = cuts_of(value);
    if (!cuts.empty()) {
      part(value.substr(0, cuts.back().begin), value.substr(cuts.back().end), source, first + 1);
      if (cuts.size() > 1) {
        const auto& cut = cuts[cuts.size() - 2];
        part(value.substr(0, cut.begin), value.substr(cuts.back().end), source, first + 2);
      }
      part(value.substr(0, cuts.front().begin), value.substr(cuts.front().end), source, first + 3);
      part(value.substr(cuts.front().end), value.substr(0, cuts.front().begin), source, first + 4);
      part(value.substr(cuts.back().end), value.substr(0, cuts.back().begin), source, first + 5);
    }
    const auto colon = value.find(": ");
    if (colon == std::string_view::npos) return;
    part(value.substr(0, colon), value.substr(colon + 1), source, kColon);
    part(value.substr(colon + 2), value.substr(0, colon), source, kColon);
  }

  void head_too(std::string_view value, std::string_view source, std::size_t whole,
                std::size_t head) {
    value = trim(value.substr(0, kTitleBytes));
    offer(value, source, whole);
    const auto cuts = cuts_of(value);
    if (!cuts.empty())
      part(value.substr(0, cuts.back().begin), value.substr(cuts.back().end), source, head);
  }

  /// Manuals number their sections, some of them in h1: "1. Introduction", "2. Details".
  static bool is_numbered(std::string_view text) {
    const auto end = text.find_first_not_of("0123456789.");
    return end != std::string_view::npos && end > 0 && text[end] == ' ' && text.front() != '.' &&
           text.substr(0, end).find('.') != std::string_view::npos;
  }

  bool has_numbered_sections() const {
    std::size_t count = 0;
    for (const Mark& mark : page_.evidence.marks().all()) {
      if (mark.kind == MarkKind::kHeading1)
        count += is_numbered(trim(page_.view(mark.range, kTitleBytes)));
    }
    return count >= 2;
  }

  /// A numbered heading under a title that says something else than the name of the site.
  bool is_section_of_title(std::string_view heading) const {
    return !title_key_.empty() && !names_site(page_, title_key_) &&
           words_within(comparison_key(heading), title_key_) < 1;
  }

  void headings() {
    const bool numbered_sections = has_numbered_sections();
    std::size_t count = 0;
    bool h2 = false;
    for (const Mark& mark : page_.evidence.marks().all()) {
      const bool is_h1 = mark.kind == MarkKind::kHeading1;
      if (!is_h1 && (mark.kind != MarkKind::kHeading2 || h2)) continue;
      const std::string_view text = page_.view(mark.range, kTitleBytes);
      if (comparison_key(text).empty()) continue;
      if (!is_h1) {
        h2 = true;
        offer(text, "h2", kFirstH2);
        continue;
      }
      if (is_numbered(trim(text)) && (numbered_sections || is_section_of_title(text))) continue;
      const bool is_main = mark.range.begin == page_.heading.begin;
      Candidate* const one = offer(text, "h1", is_main ? kMainH1 : kOtherH1);
      if (one == nullptr) continue;
      if (count == 0) one->features.set(kFirstH1);
      if (mark.in_aside) one->features.set(kAsideH1);
      if (is_main) {
        h1_key_ = comparison_key(text);
        head_too(text, "h1", kMainH1, kH1Head);
        const auto line = text.find('\n');
        if (line != std::string_view::npos) offer(text.substr(0, line), "h1", kH1Head);
      }
      if (++count == 1) only_key_ = comparison_key(text);
      if (count == 12) break;
    }
    h1_count_ = count;
  }

  void json() {
    for (const Said& said : page_.evidence.all()) {
      if (said.sign == Sign::kHeadline) {
        head_too(said.value, "json-ld", kHeadline, kHeadlineHead);
      } else if (said.sign == Sign::kItemName) {
        offer(said.value, "json-ld", kName);
      }
    }
  }

  void others() {
    std::size_t items = 0;
    for (const Mark& mark : page_.evidence.marks().all()) {
      if (mark.kind == MarkKind::kItemTitle && !mark.in_comment && ++items <= 3) {
        offer(mark.attribute.empty() ? page_.view(mark.range, kTitleBytes)
                                     : std::string_view(mark.attribute),
              "microdata", kItem);
      }
    }
    for (const Said& said : page_.evidence.all()) {
      if (said.sign == Sign::kJsonBreadcrumb && said.value.find("://") == std::string::npos)
        crumb_ = comparison_key(said.value);
    }
  }

  void describe() {
    for (Candidate& one : out_.all()) describe(one);
  }

  void describe(Candidate& one) const {
    auto& f = one.features;
    const std::string& key = one.key;
    f.set(kInTitle, words_within(key, title_key_) == 1);
    f.set(kMostlyInTitle, words_within(key, title_key_) >= 0.7);
    f.set(kBeginsTitle, title_key_.starts_with(key));
    f.set(kEndsTitle, title_key_.ends_with(key));
    f.set(kInGraph, !graph_key_.empty() && words_within(key, graph_key_) == 1);
    f.set(kHasH1, !h1_key_.empty() && words_within(h1_key_, key) == 1);
    f.set(kInH1, !h1_key_.empty() && words_within(key, h1_key_) == 1);
    f.set(kCrumb, key == crumb_);
    f.set(kOnlyH1, h1_count_ == 1 && key == only_key_);
    f.set(kIsSite, names_site(page_, key));
    if (!page_.site.empty() && !f.test(kIsSite)) {
      f.set(kBeginsWithSite, key.starts_with(page_.site));
      f.set(kEndsWithSite, key.ends_with(page_.site));
      f.set(kHasSite, key.find(page_.site) != std::string::npos);
    }
    const double in_path = words_within(key, page_.path);
    f.set(kPathSome, in_path >= 0.25);
    f.set(kPathHalf, in_path >= 0.5);
    f.set(kPathMost, in_path >= 0.8);
    const auto segment = page_.path.rfind(' ');
    f.set(kCoversPath, segment != std::string::npos && words_within(page_.path, key) >= 0.6);
    const auto words = static_cast<std::size_t>(std::count(key.begin(), key.end(), ' ')) + 1;
    f.set(words == 1    ? kWords1
          : words <= 3  ? kWords2
          : words <= 6  ? kWords4
          : words <= 12 ? kWords7
          : words <= 20 ? kWords13
                        : kWords21);
    f.set(kHasSeparator, !title_separators(one.value).empty());
    f.set(kCut, one.value.ends_with("...") || one.value.ends_with("…"));
    f.set(kGeneric, is_generic(key));
    cross(one);
  }

  void cross(Candidate& one) const {
    auto& f = one.features;
    const bool title = f.test(kTitle) || f.test(kTitleHead) || f.test(kTitleHead2);
    const bool graph = f.test(kGraph) || f.test(kGraphHead);
    const bool h1 = f.test(kMainH1) || f.test(kOtherH1);
    const std::size_t agree = std::size_t{title} + std::size_t{graph} + std::size_t{h1} +
                              std::size_t{f.test(kHeadline) || f.test(kHeadlineHead)} +
                              std::size_t{f.test(kCard) || f.test(kCardHead)} +
                              std::size_t{f.test(kItem) || f.test(kName)};
    f.set(kAgree2, agree >= 2);
    f.set(kAgree3, agree >= 3);
    f.set(kAgree4, agree >= 4);
    const bool plain = !page_.is_article && !page_.is_product && !page_.is_thread && !page_.is_home;
    f.set(kHomeTitle, page_.is_home && f.test(kTitle));
    f.set(kHomeTitleHead, page_.is_home && (f.test(kTitleHead) || f.test(kTitleTail)));
    f.set(kHomeSite, page_.is_home && f.test(kIsSite));
    f.set(kHomeH1, page_.is_home && h1);
    f.set(kHomeGraph, page_.is_home && graph);
    f.set(kArticleH1, page_.is_article && f.test(kMainH1));
    f.set(kArticleHeadline, page_.is_article && f.test(kHeadline));
    f.set(kProductH1, page_.is_product && f.test(kMainH1));
    f.set(kProductName, page_.is_product && f.test(kName));
    f.set(kProductGraph, page_.is_product && graph);
    f.set(kThreadH1, page_.is_thread && f.test(kMainH1));
    f.set(kThreadTitleHead, page_.is_thread && f.test(kTitleHead));
    f.set(kPlainH1, plain && f.test(kMainH1));
    f.set(kPlainTitleHead, plain && f.test(kTitleHead));
    f.set(kH1DiffersFromTitle, h1 && !f.test(kMostlyInTitle));
    f.set(kNoH1TitleHead, h1_count_ == 0 && f.test(kTitleHead));
    f.set(kNoH1Title, h1_count_ == 0 && f.test(kTitle));
  }

  const PageView& page_;
  const std::string title_key_;
  std::string graph_key_, h1_key_, only_key_, crumb_;
  std::size_t h1_count_ = 0;
  Candidates out_;
};

}  // namespace

std::span<const std::string_view> title_features() {
  static_assert(kFeatures <= kMaxFeatures);
  return kNames;
}

Candidates title_candidates(const PageView& page) { return Maker(page).make(); }

}  // namespace porthole::parser
