#pragma once

/// Interface of what answers the requests of a front (front.h).

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/http_head.h"
#include "http/request.h"
#include "http/response.h"

namespace porthole::http {

/// An answer with all of its fields but Date, Content-Length and Connection.
struct Reply {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> fields;
  std::string body;  ///< Not sent to HEAD, nor with status 304.
};

/// Outlives the front that it is given to.
class Application {
 public:
  virtual ~Application() = default;

  /// Judges the bytes received so far of a request. Called in the loop for every piece that
  /// arrives: it must be quick.
  virtual HeadVerdict judge(std::string_view bytes) const = 0;
  /// Called in many threads at a time.
  virtual Reply answer(const Request& request) const = 0;
  /// The form of refusals of a request for `target`, which is not judged. Called in the loop.
  virtual RefusalForm form_of(std::string_view /*target*/) const { return RefusalForm::kPage; }
  /// The answer to a request that the front refuses (400, 408, 503, ...). Called in the loop, once
  /// for each status and form, and kept.
  virtual Reply refuse(int status, RefusalForm form) const = 0;
};

}  // namespace porthole::http
