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
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/link.h"
#include "summarizer/summary.h"

namespace porthole::summarizer {

/// Who says a link, and since when.
struct Saying {
  std::string page;  ///< The other end: annotator or annotatee.
  std::string site;  ///< Of the annotator.
  Relevance relevance = Relevance();
  std::optional<double> authority = std::nullopt;
  WallTime first_seen{}, last_seen{}, closed{};
};

class Annotations {
 public:
  void add(const Saying& saying, const Link& link);

  /// Fills `sites`, of each text; counts no site for what it says no more.
  void count_sites();
  /// Marks what is said by more than half of a site's pages, where it has kLeastPages or more, and
  /// what says nothing on any page.
  void mark_navigation(const std::unordered_map<std::string, std::int64_t>& pages_of_site);
  /// Calls `is_navigation` for each annotation that says something.
  template <class Is>
  void mark_navigation_if(Is is_navigation) {
    for (Annotation& one : list_) one.navigation = says_nothing_of(one) || is_navigation(one);
  }

  /// At most kMaxAnnotations: what is still said first; else in the order of adding.
  std::vector<Annotation> take();
  /// The same, and then by relevance, largest first.
  std::vector<Annotation> take_most_relevant_first();

 private:
  void add_text(const Saying& saying, AnnotationKind kind, Element element, std::string text);
  static bool says_nothing_of(const Annotation& annotation);

  std::map<std::tuple<std::string, AnnotationKind, std::string>, std::size_t> place_of_;
  std::vector<Annotation> list_;
  std::vector<std::string> site_of_;  ///< Of each in list_.
};

}  // namespace porthole::summarizer
