#pragma once

/// Part: the experiments of a page of docs/figures/, and the webs and draws that the page is made
/// with unless options name others.
///
/// `laboratory figures --check` without options makes these draws again, so they have to be those
/// of the files that are part of the tree; a test compares.
///
/// Thread safety: pure functions.

#include <cstddef>
#include <string>
#include <vector>

namespace porthole::labs {

struct Part {
  const char* paper;              ///< "003": the name of the page, too.
  const char* title;              ///< The heading of the page.
  std::vector<std::string> webs;  ///< Names (dials.h) of the webs that the page shows.
  std::size_t draws_of_webs = 4;  ///< Webs of the same dials.
  std::size_t topics = 5;         ///< Topics of each web.
  /// Webs that are only made where --web names them.
  std::vector<std::string> further = {};
};

/// In the order in which they are made.
const std::vector<Part>& parts();

/// Those of the part's webs that `wanted` names; the webs of its page when it names none.
std::vector<std::string> webs_of(const Part& part, const std::vector<std::string>& wanted);

}  // namespace porthole::labs
