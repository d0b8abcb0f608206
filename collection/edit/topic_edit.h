#pragma once

/// Edits the topics of a taxonomy: makes, renames, moves, merges and removes them with their
/// examples, marks and comments.
///
///   Result<TaxonomyFile> after = merge_topics(file, "sport/bikes", "recreation/cycling");
///   after->save();
///
/// In:  a taxonomy file; paths of topics ("recreation/cycling").
/// Out: the taxonomy after the change, not saved yet; layout and comments are kept.
///
/// A good topic cannot be above another: a mark is dropped where a good topic comes to stand below
/// a good one, since its pages are wanted there anyway.
///
/// Errors of all functions: kNotFound with the nearest existing path; kInvalid when the result
/// would not be a valid taxonomy, or the file is not UTF-8.
/// Thread safety: pure functions.

#include <string>
#include <string_view>

#include "base/result.h"
#include "collection/taxonomy_file.h"

namespace porthole::collection {

/// Makes the topic at `path`, with those above it that are missing. `title` may be "".
/// Errors: kInvalid when the topic exists.
Result<TaxonomyFile> make_topic(const TaxonomyFile& file, std::string_view path,
                                std::string_view title);

/// Gives the topic at `path` the name `name`, and the title `title` unless that is "".
/// Errors: kUsage when `name` is empty.
Result<TaxonomyFile> rename_topic(const TaxonomyFile& file, std::string_view path,
                                  std::string_view name, std::string_view title);

/// Moves the topic at `path` with everything below it under the topic at `parent` ("" is the root).
Result<TaxonomyFile> move_topic(const TaxonomyFile& file, std::string_view path,
                                std::string_view parent);

/// Moves examples and subtopics of `from` to `into` and removes `from`. Subtopics of the same name
/// are merged. `into` is good afterwards if one of the two was, and marked for showing likewise. A
/// description of `from` is kept if `into` has none. Errors: kInvalid when `into` is below `from`.
Result<TaxonomyFile> merge_topics(const TaxonomyFile& file, std::string_view from,
                                  std::string_view into);

/// Removes the topic at `path` with its examples and everything below it.
Result<TaxonomyFile> remove_topic(const TaxonomyFile& file, std::string_view path);

}  // namespace porthole::collection
