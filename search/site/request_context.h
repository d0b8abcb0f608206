#pragma once

/// A request as the handlers of the search site are given it.

#include <string>
#include <string_view>

#include "http/parameters.h"
#include "search/site/request_counts.h"
#include "search/site/served_collections.h"

namespace porthole::search {

/// Lifetime: what it refers to and the viewed texts outlive it.
struct RequestContext {
  ServedCollections& collections;
  std::string_view path;
  const http::Parameters& parameters;
  std::string_view target;        ///< Path and query as sent.
  std::string_view origin;        ///< "http://127.0.0.1:8080".
  std::string_view languages;     ///< Accept-Language, "de-AT,de;q=0.9,en;q=0.8".
  const RequestCounts& answered;  ///< By the server.

  const std::string& query() const { return parameters.text("q"); }
  const std::string& url() const { return parameters.text("url"); }
  const std::string& collection() const { return parameters.text("collection"); }
};

}  // namespace porthole::search
