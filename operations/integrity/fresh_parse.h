#pragma once

/// Parses archived pages again and compares them with what the repository has of them.
///
/// In:  the recorded answers of pages, as fetched pages whose id is that of the stored page.
/// Out: the pages whose stored title, description, text or blocks are others than those of a fresh
///      parse, with the parts that differ.
///
/// The parsers are those of a crawl: processes with limits of time and memory, and the summarizers
/// of the specification. A page is not compared, and counted as passed over, when either parse
/// ended at a limit or without text, or when the repository has it from another record by now (a
/// crawl that goes on meanwhile).
///
/// Thread safety: one thread. Lifetime: the repository outlives it.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "archive/place.h"
#include "archive/recorded_web.h"
#include "base/result.h"
#include "collection/specification.h"
#include "gatherer/crawl/page_reader.h"
#include "parser/parser_pool.h"
#include "repository/repository.h"

namespace porthole::operations {

/// A page to parse again.
struct ArchivedPage {
  repository::UrlId id = 0;
  std::string href;
  archive::Place place;         ///< The place of its record.
  std::int64_t body_limit = 0;  ///< Bytes of the body that were kept when it was fetched.
};

/// A page that is stored otherwise than it is parsed now.
struct StoredOtherwise {
  std::string href;
  archive::Place place;  ///< The place of its record.
  std::string parts;     ///< "title, text".
  std::string media_type;
};

class FreshParse {
 public:
  /// Errors: those of choose_summarizers() and ParserPool::start().
  static Result<FreshParse> start(const collection::Specification& specification,
                                  repository::Repository& repository);

  /// Takes a page and the answer of its record; waits while many are under way.
  void add(ArchivedPage page, archive::RecordedAnswer answer);
  /// True when a stored page could not be read: finish() will say why.
  bool failed() const { return failure_.has_value(); }
  /// Waits for all pages that were taken. Errors: those of Pages::get().
  Result<void> finish();

  /// Those found since the last call.
  std::vector<StoredOtherwise> take_found() { return std::exchange(found_, {}); }
  std::int64_t compared() const { return compared_; }
  std::int64_t passed_over() const { return passed_over_; }

 private:
  FreshParse(std::unique_ptr<parser::ParserPool> pool, repository::Repository& repository,
             const collection::Specification& specification);
  void collect(std::size_t most_under_way);
  void compare(const gatherer::ParsedPage& page);

  std::unique_ptr<parser::ParserPool> pool_;
  repository::Repository* repository_;
  gatherer::PageParser parser_;
  std::unordered_map<repository::UrlId, ArchivedPage> under_way_;
  std::vector<StoredOtherwise> found_;
  std::optional<Error> failure_;
  std::int64_t compared_ = 0, passed_over_ = 0;
};

}  // namespace porthole::operations
