#pragma once

/// Pages of `porthole help` that belong to no verb.

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "porthole/help/help_page.h"

namespace porthole::cli {

/// A page of reference: `porthole help exit-codes`.
struct Reference {
  std::string name;
  std::string title;
  std::string section;                                       ///< Its heading in porthole(1).
  std::vector<std::pair<std::string, std::string>> entries;  ///< Term and meaning.
};

/// All of them. The environment variables of options are those of `program`.
std::vector<Reference> references(const HelpPage& program);

std::string reference_text(const Reference& reference, std::size_t width);

}  // namespace porthole::cli
