#pragma once

/// Backlinks: what other pages say about a URL, over several collections, as Web Annotations.
///
/// In:  a URL; repositories, and links of other origin.
/// Out: each page that links to it with the words of its links and their dates, as JSON-LD.
///
/// Source: W3C Recommendation "Web Annotation Data Model" (2017), sections 3 and 4 (annotations,
/// bodies, SpecificResource, purposes), 3.3.5 (motivation linking), 5 (collections and pages).
/// Thread safety: functions without state; a repository is used by one thread at a time.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/json/json.h"
#include "base/link.h"
#include "base/result.h"
#include "base/url/url.h"
#include "repository/repository.h"

namespace porthole::search {

/// One link to the URL.
struct Backlink {
  std::string source;  ///< The page that has it.
  std::string title;   ///< Title of that page.
  Link link;
  std::optional<double> relevance;  ///< Relevance of that page, where a collection has judged it.
  WallTime first_seen{}, last_seen{};
  WallTime closed{};     ///< When the link was found to be gone; the epoch while it is there.
  std::string found_in;  ///< The collection or file.
};

/// The links of the repository to the page with `url`, its aliases included, also those that are
/// gone; a page's links to itself are left out. Empty when the URL is unknown. Errors: the
/// repository's.
Result<std::vector<Backlink>> backlinks_in(repository::Repository& repository, const Url& url,
                                           const std::string& collection);

/// Counts links of one page with the same words once, with the first and the last date of any; it
/// is there while one of them is. Links that are there come first, then by relevance, then by page.
void merge_backlinks(std::vector<Backlink>& links);

/// An AnnotationCollection whose first page has `size` annotations after the first `from`.
/// `id`: the IRI of the collection; "" = none.
nlohmann::ordered_json web_annotations(const std::string& url, const std::vector<Backlink>& links,
                                       std::size_t from, std::size_t size, const std::string& id);

inline constexpr const char* kAnnotationType =
    "application/ld+json; profile=\"http://www.w3.org/ns/anno.jsonld\"";

}  // namespace porthole::search
