#pragma once

/// Capture: one fetch as input of the WARC writer; and the writer's options.

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/link.h"

namespace porthole::archive {

/// A request and its response. The views must outlive the call that takes the capture.
struct Capture {
  std::string_view url;  ///< Serialised; its fragment is left out.
  WallTime started{};
  std::chrono::milliseconds took{0};
  std::string_view address;        ///< IP that answered; "" = unknown.
  std::string_view request_head;   ///< As sent, with the empty line; "" = no request record.
  std::string_view response_head;  ///< As received, with the empty line.
  std::string_view raw_body;       ///< As received, without transfer coding.
  bool truncated = false;          ///< The body was longer than raw_body.
  std::string_view via;            ///< URL of the page it was found on; "" for a seed.
  int hops = 0;                    ///< Links from the nearest seed.
  const std::vector<const Link*>* links = nullptr;  ///< Out-links; nullptr = not known.
};

struct WarcWriterOptions {
  std::string software = "porthole/" PORTHOLE_VERSION;
  std::string user_agent;        ///< Sent with the requests.
  std::string operator_contact;  ///< "" = left out.
  /// Name of the machine; characters other than letters, digits, '.' and '-' are left out.
  std::string host = "localhost";
  std::int64_t file_limit = std::int64_t{1} << 30;  ///< Bytes; a new file is begun beyond.
  /// Go on in a new file though the archive has committed records beyond the place to continue at,
  /// or fewer than that: they are left as they are.
  bool set_aside = false;
  std::string remedy;  ///< Named in the error when set_aside is not set and the archive is so.
};

}  // namespace porthole::archive
