#pragma once

/// One request on its way through libcurl: an easy handle, used for many requests one after the
/// other, and what has come of the present one. Only curl_fetcher.cc knows it.
///
/// Thread safety: one thread.

#include <curl/curl.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "archive/content_decoder.h"
#include "base/clock.h"
#include "gatherer/fetch/curl_options.h"
#include "gatherer/fetch/fetcher.h"

namespace porthole::gatherer {

class CurlTransfer {
 public:
  /// Lifetime: `options` must outlive the transfer.
  explicit CurlTransfer(const CurlFetcherOptions& options);
  CurlTransfer(const CurlTransfer&) = delete;
  CurlTransfer& operator=(const CurlTransfer&) = delete;

  /// Makes the handle ready for `request`, whose URL is http or https; add it to a multi then.
  void prepare(FetchRequest request);

  /// Why the transfer should be given up at `now`: no first byte in time, or too slow. Empty: go
  /// on.
  std::string stall(SteadyTime now);

  /// The answer, once libcurl is done with the handle.
  FetchResponse finish(CURLcode result);
  /// The answer when we gave up, for the reason that stall() gave.
  FetchResponse give_up(std::string why);

  CURL* easy() const { return easy_.get(); }
  std::size_t place = 0;  ///< Among the transfers under way; the fetcher's.

 private:
  struct Verdict {
    FetchStatus status;
    std::string detail;
  };
  struct EasyCleanup {
    void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
  };
  struct ListCleanup {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
  };

  static std::size_t on_header(char* line, std::size_t size, std::size_t count,
                               void* self) noexcept;
  static std::size_t on_body(char* bytes, std::size_t size, std::size_t count, void* self) noexcept;
  static int on_request(void* self, char*, char*, int, int) noexcept;
  static int on_debug(CURL*, curl_infotype type, char* bytes, std::size_t size,
                      void* self) noexcept;
  static curl_socket_t on_open_socket(void* self, curlsocktype, curl_sockaddr* address) noexcept;

  void set_constant_options();
  void set_callbacks();
  void set_headers(const FetchRequest& request);
  void add_header(const std::string& line);
  bool take_header(std::string_view line);
  bool take_body(std::string_view bytes);
  bool make_decoder();
  bool refuse(FetchStatus status, std::string detail);
  Verdict judge(CURLcode result);
  Verdict judge_answer();
  Verdict judge_failure(CURLcode result) const;
  FetchResponse respond(Verdict verdict);

  const CurlFetcherOptions& options_;
  std::unique_ptr<CURL, EasyCleanup> easy_;
  std::unique_ptr<curl_slist, ListCleanup> headers_;
  char error_[CURL_ERROR_SIZE] = {};

  // Of the present request.
  FetchRequest request_;
  FetchResponse response_;
  std::unique_ptr<archive::ContentDecoder> decoder_;
  std::optional<Verdict> verdict_;  // Ours; it goes before libcurl's.
  bool head_complete_ = false;
  std::size_t header_bytes_ = 0;
  int header_lines_ = 0;
  std::string refused_address_;  // Why the filter refused the last address it refused.
  bool tried_address_ = false;
  bool no_descriptor_ = false;  ///< For the last socket that was wanted.
  std::optional<SteadyTime> sent_at_;
  std::optional<SteadyTime> window_began_;  // Since the first byte.
  std::int64_t window_bytes_ = 0;
};

}  // namespace porthole::gatherer
