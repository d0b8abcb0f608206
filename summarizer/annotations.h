#pragma once

/// Annotations: merges the texts of links into annotations without duplicates. A private class of
/// summarizer/.
///
/// In:  links of one page or to one page, with their source and dates.
/// Out: the annotations of the summary.
///
/// Equal texts of the same kind by the same page are one annotation, however many links have them:
/// first seen with the first of them, last seen with the last, open while one of them exists. So a
/// text that stays while the text around it changes is one annotation with one history.

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

/// Maximum number of annotations on each side of a summary; those of the most relevant annotators
/// are kept (on the page's own side, the first ones).
inline constexpr std::size_t kMaxAnnotations = 10000;

/// The source of a link's annotations: page, site, relevance and dates.
struct AnnotationSource {
  std::string_view page;  ///< The other end of the link: annotator or annotatee.
  std::string_view site;  ///< The annotator's site. Must outlive the Annotations object.
  Relevance relevance = Relevance();
  std::optional<double> authority = std::nullopt;
  WallTime first_seen{}, last_seen{}, closed{};
};

class Annotations {
 public:
  void add(const AnnotationSource& source, const Link& link);

  /// Sets `sites` of each text, and marks navigation: texts on more than half of the pages of the
  /// annotator's site, if that has kLeastPages or more, generic texts ("click here"), and those of
  /// links that stand in boilerplate only. Closed annotations are not counted.
  void weigh_by_site(const std::unordered_map<std::string, std::int64_t>& pages_of_site);
  /// Marks navigation: generic texts, those of links that stand in boilerplate only, and those that
  /// `is_navigation` tells.
  template <class Is>
  void mark_navigation_if(Is is_navigation) {
    for (Entry& entry : list_) {
      entry.annotation.navigation = entry.is_boilerplate || says_nothing_of(entry.annotation) ||
                                    is_navigation(entry.annotation);
    }
  }

  /// At most kMaxAnnotations: open ones first, else in the order of adding. The object is empty
  /// afterwards.
  std::vector<Annotation> take();
  /// As take(), but sorted by relevance, largest first.
  std::vector<Annotation> take_most_relevant_first();

 private:
  struct Entry {
    Annotation annotation;
    std::string_view site;
    bool is_boilerplate = false;  ///< All links that have the text stand in boilerplate.
  };
  /// Views into `list_`, whose elements are stable.
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

  void add_text(const AnnotationSource& source, const Dates& dates, AnnotationKind kind,
                const Link& link, std::string text);
  const std::string& text_of(WallTime time);
  static bool says_nothing_of(const Annotation& annotation);

  std::deque<Entry> list_;
  std::unordered_map<Words, Entry*, WordsHash> place_of_;
  std::unordered_map<std::int64_t, std::string> date_texts_;  ///< Cache: links of a page share
                                                              ///< dates.
};

}  // namespace porthole::summarizer
