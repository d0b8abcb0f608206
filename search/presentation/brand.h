#pragma once

/// How the search page presents a collection: its name, logo and colour.

#include <string>
#include <vector>

#include "base/result.h"
#include "collection/specification.h"

namespace porthole::search {

struct Brand {
  std::string title{};                 ///< "" = the name of the collection.
  std::string description{};           ///< One line; "" = none.
  std::string logo{};                  ///< Bytes of the image; "" = Porthole's.
  std::string logo_type{};             ///< Media type of `logo`.
  std::string colour{};                ///< "#0d5f7a"; "" = Porthole's.
  std::vector<std::string> queries{};  ///< Examples of queries.
  std::vector<std::string> terms{};    ///< Words and phrases of the topic.
  std::string about{};                 ///< URL of the operator's page about the crawler; "" = none.
};

inline constexpr std::size_t kMaxLogo = 256 << 10;  ///< Bytes.

/// Reads the logo. Errors: kNotFound, kInvalid (not an image that browsers show, or too large),
/// each with the remedy.
Result<Brand> brand_of(const collection::Specification& specification);

/// CSS that sets the colour of links and buttons, light and dark: `colour` moved towards black or
/// white until its contrast with the page's background is 4.5 (WCAG 2.1, success criterion 1.4.3).
/// Requires: `colour` is "#rrggbb".
std::string colour_style(const std::string& colour);

}  // namespace porthole::search
