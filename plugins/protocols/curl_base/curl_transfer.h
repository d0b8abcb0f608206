#pragma once

/// One transfer by libcurl: a URL in, bytes and what came with them out.
///
/// Connections are kept for the next one. Thread safety: none.

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "plugins/protocols/curl_base/curl_handle.h"

namespace porthole {

struct CurlResult {
  CURLcode code = CURLE_OK;
  std::string why;                  ///< When it is not CURLE_OK.
  long status = 0;                  ///< The last answer's number, where the protocol has any.
  std::string head;                 ///< Lines that are not the body.
  std::string body;                 ///< At most the request's limit.
  bool truncated = false;
  bool unchanged = false;           ///< Not newer than request.last_modified.
  std::optional<WallTime> changed;
};

class CurlTransferrer {
 public:
  explicit CurlTransferrer(const CurlSettings& settings);

  /// For options of a protocol; they stay.
  CURL* get() const { return handle_.get(); }

  CurlResult transfer(const Url& url, const std::string& target, const ProtocolRequest& request);

 private:
  static std::size_t take_body(char* bytes, std::size_t size, std::size_t count, void* self) noexcept;
  static std::size_t take_head(char* bytes, std::size_t size, std::size_t count, void* self) noexcept;

  CurlHandle handle_;
  CurlResult result_;
  std::size_t limit_ = 0;
};

/// `result` as the answer of a document of this type: 200, 304, or what the failure is.
///
/// Errors: as answer_for_failure().
ProtocolAnswer answer_of(CurlResult result, std::string_view content_type);

}  // namespace porthole
