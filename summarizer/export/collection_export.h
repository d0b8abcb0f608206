#pragma once

/// Exports of a collection as a whole: its archive, its graph of links.

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "repository/repository.h"

namespace porthole::summarizer {

// Exports the archive of a collection as one WARC stream.

/// Concatenates the files of `folder` (one gzip member for each record), which gives one WARC file
/// (ISO 28500:2017, Annex D); `last_file` is cut at `last_size` bytes, the end of the last commit.
/// `write` returns false to stop.
///
/// Errors: kStorage, kPermission when a file cannot be read.
Result<void> write_archive(const std::filesystem::path& folder, const std::string& last_file,
                           std::int64_t last_size,
                           const std::function<bool(std::string_view)>& write);

// Exports the link graph as GraphML.
//
// In:  a repository.
// Out: a node for every known URL and an edge for every link of a fetched page, streamed in
//      constant memory.
//
// Source: http://graphml.graphdrawing.org/specification.html.

/// `write` gets the document in pieces and returns false to stop. Errors: the repository's.
Result<void> write_graph(repository::Repository& repository,
                         const std::function<bool(std::string_view)>& write);

}  // namespace porthole::summarizer
