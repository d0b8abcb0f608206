#pragma once

/// The summary of a page: what it says of itself, what others say about it, what it says about others.
///
/// It is written as RDF/XML (rdf_writer.h) and read back from it (rdf_reader.h); the vocabulary is
/// schemas/summary.rdfs. Source: Sundaresan, Yi, Huang 2000, section 4.3, "Cumulative Metadata".

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/document.h"
#include "base/link.h"
#include "base/relevance.h"
#include "base/result.h"

namespace porthole::summarizer {

/// One thing that is said with a link, of one kind.
struct Annotation {
  std::string page;  ///< The annotator (for annotations by others) or the annotatee (own), a URL.
  std::string text;  ///< XML where the kind is kFragment.
  AnnotationKind kind = AnnotationKind::kAnchor;
  Element element = Element::kA;
  Relevance relevance;  ///< Of the annotator, for annotations by others.
  std::optional<double> authority = std::nullopt;  ///< The same; nothing where it has none.
  std::string first_seen{};  ///< When the annotator was first fetched with it, a W3C date and time.
  std::string last_seen{};   ///< When it was last fetched with it.
  std::string closed{};      ///< When it was first fetched without it; "" while it is there.
  int sites = 0;             ///< How many sites say the same of the page, for annotations by others.
  bool navigation = false;   ///< Words that tell where a reader may go (summarizer/navigation.h).
};

struct Summary {
  std::string url;
  std::string title;
  std::string description;
  std::string language;    ///< BCP 47, "" when unknown.
  std::string media_type;
  std::string fetched;     ///< W3C date and time.
  std::string modified;    ///< Of the page as it says; "" when unknown.
  std::string published;
  std::string topic;       ///< Title of the collection's topic, or its best class.
  Relevance relevance;
  /// By the last distillation; nothing where it gave the page no score, or there was none.
  std::optional<double> hub, authority;
  /// How much pages like it are cited, in [0, 1], by the collection's status model; nothing where there is none.
  std::optional<double> status;
  bool nosnippet = false;
  bool noarchive = false;
  std::int64_t bytes = 0;
  std::string digest;      ///< "sha1:BASE32".
  std::string text;        ///< What the page says, as text.
  std::string resource_class;        ///< As in base/document.h; "" for a page and no more.
  std::vector<Property> properties;  ///< The same.
  std::vector<std::string> aliases;            ///< URLs that lead here.
  std::vector<Annotation> annotations_by_others;
  std::vector<Annotation> own_annotations;
};

/// Where the indexer gets its summaries from; the program puts the repository behind it.
struct SummaryChange {
  std::int64_t serial = 0;
  std::string url;
  std::string rdf;      ///< "" when removed.
  bool removed = false;
};
class SummarySource {
 public:
  virtual ~SummarySource() = default;
  /// Changes with serial > `after` in order, at most `limit`.
  virtual Result<std::vector<SummaryChange>> changes_after(std::int64_t after, int limit) = 0;
};

}  // namespace porthole::summarizer
