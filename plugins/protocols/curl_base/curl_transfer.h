#pragma once

/// CurlTransferrer: transfers one URL by libcurl, and returns its bytes and metadata.
///
/// Connections are reused for the next transfer. Thread safety: none.

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "plugins/protocols/curl_base/curl_handle.h"

namespace porthole {

struct CurlResult {
  CURLcode code = CURLE_OK;
  std::string why;   ///< Set if `code` is not CURLE_OK.
  long status = 0;   ///< The last status code, if the protocol has any.
  std::string head;  ///< Lines that are not part of the body.
  std::string body;  ///< At most the request's limit.
  bool truncated = false;
  bool unchanged = false;  ///< Not newer than request.last_modified.
  std::optional<WallTime> changed;
};

class CurlTransferrer {
 public:
  explicit CurlTransferrer(const CurlSettings& settings);

  /// For setting protocol options, which persist.
  CURL* get() const { return handle_.get(); }

  CurlResult transfer(const Url& url, const std::string& target, const ProtocolRequest& request);

 private:
  static std::size_t take_body(char* bytes, std::size_t size, std::size_t count,
                               void* self) noexcept;
  static std::size_t take_head(char* bytes, std::size_t size, std::size_t count,
                               void* self) noexcept;

  CurlHandle handle_;
  CurlResult result_;
  std::size_t limit_ = 0;
};

/// Converts `result` to a response: 200, 304, or the one for its failure.
///
/// Errors: as answer_for_failure().
ProtocolAnswer answer_of(CurlResult result, std::string_view content_type);

}  // namespace porthole
