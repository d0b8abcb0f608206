#pragma once

/// The search page of a collection, served beside the console at an address of its own, so that
/// nothing of the web is read as a page of the console.
///
/// In:  a collection with an index.
/// Out: its address; the first call starts the server, which follows later indexes by itself.
///
/// Thread safety: any thread.

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "base/result.h"
#include "collection/collection.h"
#include "http/server.h"

namespace porthole::console {

/// Where search pages listen: at `port` if it is free, else at any.
struct SearchAddress {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;
};

class SearchPage {
 public:
  explicit SearchPage(SearchAddress place) : place_(std::move(place)) {}

  /// "http://127.0.0.1:8080/"; "" while the collection has no index. Errors: those of
  /// search::serve_collection() and search::start_server().
  Result<std::string> url_of(const collection::Collection& collection);

 private:
  Result<std::unique_ptr<http::Server>> start_at(const collection::Collection& collection,
                                                 std::uint16_t port) const;

  const SearchAddress place_;
  std::mutex mutex_;
  std::unique_ptr<http::Server> server_;  // guarded by mutex_
};

}  // namespace porthole::console
