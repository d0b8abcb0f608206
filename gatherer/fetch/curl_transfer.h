#pragma once

/// CurlTransfer: one HTTP transfer, that is, a reusable libcurl easy handle with the state of its
/// current request and response. A private class of curl_fetcher.cc.
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

  /// Sets the handle up for `request`, whose URL is http or https. The caller then adds it to a
  /// multi handle.
  void prepare(FetchRequest request);

  /// The reason to abort the transfer at `now` (no first byte in time, or too slow); empty to
  /// continue.
  std::string stall(SteadyTime now);

  /// The response, once libcurl has finished with the handle.
  FetchResponse finish(CURLcode result);
  /// The response of a transfer that is aborted for the reason given by stall().
  FetchResponse give_up(std::string why);

  CURL* easy() const { return easy_.get(); }
  std::size_t place = 0;  ///< Index among the active transfers; kept by the fetcher.

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
  Verdict judge_failure(CURLcode result);
  Verdict judge_part(const char* problem);
  FetchResponse respond(Verdict verdict);

  const CurlFetcherOptions& options_;
  std::unique_ptr<CURL, EasyCleanup> easy_;
  std::unique_ptr<curl_slist, ListCleanup> headers_;
  char error_[CURL_ERROR_SIZE] = {};

  // State of the current request.
  FetchRequest request_;
  FetchResponse response_;
  std::unique_ptr<archive::ContentDecoder> decoder_;
  std::optional<Verdict> verdict_;  // Our own verdict; overrides libcurl's.
  bool head_complete_ = false;
  std::size_t header_bytes_ = 0;
  int header_lines_ = 0;
  std::string refused_address_;  // Why the filter rejected the last address.
  bool tried_address_ = false;
  bool no_descriptor_ = false;  ///< The last socket could not be created.
  std::optional<SteadyTime> sent_at_;
  std::optional<SteadyTime> window_began_;  // Since the first byte.
  std::int64_t window_bytes_ = 0;
};

}  // namespace porthole::gatherer
