#pragma once

/// Collects what is said with links into annotations, each said once.
///
/// In:  links, of one page or to one page, with who says them and since when.
/// Out: annotations, as the summary has them. Inside this room only.
///
/// The same words of the same kind by the same page are one annotation, however many links say them:
/// first seen when the first of them was, last seen when the last was, open while one of them is. A
/// text that stays while the words around it change is so one annotation with one history.

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/link.h"
#include "summarizer/summary.h"

namespace porthole::summarizer {

/// At most so many annotations stand on each side of a summary; those of the most relevant
/// annotators are kept (the first ones on the page's own side).
inline constexpr std::size_t kMaxAnnotations = 10000;

/// Who says a link, and since when.
struct Saying {
  std::string_view page;  ///< The other end: annotator or annotatee.
  std::string_view site;  ///< Of the annotator. Outlives the Annotations that hear of it.
  Relevance relevance = Relevance();
  std::optional<double> authority = std::nullopt;
  WallTime first_seen{}, last_seen{}, closed{};
};

class Annotations {
 public:
  void add(const Saying& saying, const Link& link);

  /// Fills `sites`, of each text, and marks navigation: what is said by more than half of the pages of
  /// an annotator's site, where that has kLeastPages or more, and what says nothing on any page. What
  /// is said no more counts for no site.
  void weigh_by_site(const std::unordered_map<std::string, std::int64_t>& pages_of_site);
  /// Calls `is_navigation` for each annotation that says something.
  template <class Is>
  void mark_navigation_if(Is is_navigation) {
    for (Said& said : list_) {
      said.annotation.navigation = says_nothing_of(said.annotation) || is_navigation(said.annotation);
    }
  }

  /// At most kMaxAnnotations: what is still said first; else in the order of adding. Then it is empty.
  std::vector<Annotation> take();
  /// The same, and then by relevance, largest first.
  std::vector<Annotation> take_most_relevant_first();

 private:
  struct Said {
    Annotation annotation;
    std::string_view site;
  };
  /// Views into `list_`, whose elements stay where they are.
  struct Words {
    std::string_view page, text;
    AnnotationKind kind;
    bool operator==(const Words&) const = default;
  };
  struct WordsHash {
    std::size_t operator()(const Words& words) const;
  };
  struct Dates {
    const std::string &first, &last, &closed;
  };

  void add_text(const Saying& saying, const Dates& dates, AnnotationKind kind, Element element,
                std::string text);
  const std::string& text_of(WallTime time);
  static bool says_nothing_of(const Annotation& annotation);

  std::deque<Said> list_;
  std::unordered_map<Words, Said*, WordsHash> place_of_;
  std::unordered_map<std::int64_t, std::string> date_texts_;  ///< Links of one page have one date.
};

}  // namespace porthole::summarizer
