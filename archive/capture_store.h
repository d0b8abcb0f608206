#pragma once

/// CaptureStore: receives the captures of a crawl and says where their records are.
///
/// The WARC writer appends them (warc_writer.h); a repository that is built again from its archive
/// finds those that are there.
///
/// Thread safety: one thread at a time.

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "archive/place.h"
#include "base/clock.h"
#include "base/link.h"
#include "base/result.h"

namespace porthole::archive {

/// One fetch: a request and its response. The views must outlive the call that takes the capture.
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

class CaptureStore {
 public:
  virtual ~CaptureStore() = default;

  /// Returns the place of the capture's response record.
  virtual Result<Place> write(const Capture& capture) = 0;
  /// Returns when everything written is on disk. Call it before committing a Place.
  virtual Result<void> sync() = 0;
  /// Call it when file() and size() are committed.
  virtual Result<void> committed() = 0;
  /// Where the archive ends: what to commit beside the places in it.
  virtual std::string file() const = 0;
  virtual std::int64_t size() const = 0;
};

}  // namespace porthole::archive
