#pragma once

/// Summary: the description of a page: its content, annotations by other pages, its annotations of
/// other pages.
///
/// It is a value, made from the repository when it is wanted (summarizer.h) and stored nowhere; RDF
/// (rdf_writer.h, rdf_formats.h), JSON, pages of the search site and the documents of the index
/// (indexer/) are written of it. The vocabulary is schemas/summary.rdfs. Source: Sundaresan, Yi,
/// Huang 2000, section 4.3, "Cumulative Metadata".

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/document.h"
#include "base/link.h"
#include "base/relevance.h"
#include "base/result.h"
#include "repository/records.h"

namespace porthole::summarizer {

/// Name of the property of a page that states no date, where its server states one.
inline constexpr const char* kDateSource = "dateSource";

/// One text of a link, of one kind.
struct Annotation {
  std::string page;  ///< The annotator (for annotations by others) or the annotatee (own), a URL.
  std::string text;  ///< XML where the kind is kFragment.
  AnnotationKind kind = AnnotationKind::kAnchor;
  Element element = Element::kA;
  Relevance relevance;                             ///< The annotator's, for annotations by others.
  std::optional<double> authority = std::nullopt;  ///< The annotator's; absent if unknown.
  std::string first_seen{};  ///< Time of the first fetch of the annotator with it, a W3C date and
                             ///< time.
  std::string last_seen{};   ///< Time of the last fetch with it.
  std::string closed{};      ///< Time of the first fetch without it; "" while it exists.
  int sites = 0;             ///< Number of sites with the same text, for annotations by others.
  bool navigation = false;   ///< Boilerplate of menus and footers (Annotations).
};

struct Summary {
  std::string url;
  std::string title;
  std::string description;
  std::string language;  ///< BCP 47, "" when unknown.
  std::string media_type;
  std::string fetched;   ///< W3C date and time; "" for a URL that only links describe.
  std::string modified;  ///< As declared by the page; of one that states no date, by its server
                         ///< (the property kDateSource says so); "" if unknown.
  std::string published;
  std::string topic;    ///< Title of the collection's topic, or its best class.
  Relevance relevance;  ///< The mean of its annotators for a URL that only links describe.
  /// Scores of the last distillation; absent if the page has none.
  std::optional<double> hub, authority;
  /// Importance in [0, 1], predicted by the collection's importance model; absent without a model.
  std::optional<double> importance;
  bool nosnippet = false;
  bool noarchive = false;
  std::int64_t bytes = 0;
  std::string digest;                ///< "sha1:BASE32".
  std::string text;                  ///< The main content of the page (docs/content.md).
  std::string boilerplate;           ///< The rest of its text; not exported as RDF.
  std::string resource_class;        ///< As in base/document.h; "" for a plain page.
  std::vector<Property> properties;  ///< As in base/document.h.
  std::vector<std::string> aliases;  ///< URLs that lead here.
  std::vector<Annotation> annotations_by_others;
  std::vector<Annotation> own_annotations;
};

using repository::SummaryChange;

/// The summaries of a collection, as the indexer reads them.
class SummarySource {
 public:
  virtual ~SummarySource() = default;
  /// Changes with serial > `after` in order, at most `limit`.
  virtual Result<std::vector<SummaryChange>> changes_after(std::int64_t after, int limit) = 0;
  /// The summary of the page with this URL; absent if it has none.
  virtual Result<std::optional<Summary>> summary_of(const std::string& url) = 0;
  /// Names the present state of a store that an older copy may replace; "" for other sources.
  virtual Result<std::string> revision() { return std::string(); }
  /// Whether the state with this name is the present one or an earlier one. It is not after an
  /// older copy took the place of the store: then its serials name other changes.
  virtual Result<bool> had_revision(const std::string& /*revision*/) { return true; }
};

}  // namespace porthole::summarizer
