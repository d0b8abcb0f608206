#pragma once

/// Writes results, fields, completions and errors as JSON, for `porthole search --json` and the API
/// (schemas/openapi.yaml).
///
/// Escapes < > & as \u003c and so on, so that a browser that misreads the response as HTML finds no
/// markup.

#include <string>
#include <vector>

#include "base/result.h"
#include "search/index/page_store.h"
#include "search/index/results.h"
#include "search/ranking/searcher.h"
#include "summarizer/summary.h"

namespace porthole::search {

/// {"query","estimated","corrected","results":[{"rank","url","title","snippet",...}],
/// "facets":{"topic":[{"value","pages","query"}],...},...}: schemas/openapi.yaml specifies it.
/// `snippet` is plain text; `snippet_html` is escaped, with <b> around hits.
std::string results_as_json(const Results& results);

/// {"fields":[{"name","kind","meaning","values":[{"value","pages","query"}],"all_values"}]}.
std::string fields_as_json(const std::vector<FieldListing>& fields);

/// {"query","completions":[{"kind","query","end","meaning","pages"}]}.
std::string completions_as_json(const Completions& completions);
/// [query, [completed queries], [their meanings]]: OpenSearch Suggestions 1.1.
std::string completions_as_opensearch(const Completions& completions);

struct CollectionSize {
  std::string name;
  std::int64_t documents = 0;
};
/// {"collections":[{"name","documents"}]}.
std::string collections_as_json(const std::vector<CollectionSize>& collections);

/// A page: its own properties, by_others, about_others.
/// `part`: which of its annotations `summary` has; null for all, which is then not said.
std::string summary_as_json(const summarizer::Summary& summary,
                            const AnnotationPart* part = nullptr);

}  // namespace porthole::search
