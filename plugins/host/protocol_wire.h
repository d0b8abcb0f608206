#pragma once

/// Wire format of messages between a crawl and the sandbox processes of its protocols (frames:
/// plugins/host/frame.h).
///
/// Decoding validates every length and value: invalid input gives no message.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "plugins/protocol_handler.h"

namespace porthole::plugins {

struct FetchJob {
  ProtocolRequest request;  ///< The sandbox process fills in its addresses.
  std::string host;         ///< To be resolved, "" if the protocol has no hosts.
  int port = 0;
  int default_port = 0;  ///< That of the URL's scheme.
};

struct FetchReply {
  enum class Outcome : std::uint8_t {
    kAnswer,
    kFailed,        ///< The handler threw.
    kUnresolvable,  ///< The host has no address.
    kForbidden,     ///< None of its addresses is allowed.
    kUnusable,      ///< The handler could not be created.
  };
  Outcome outcome = Outcome::kAnswer;
  std::string detail;
  ProtocolAnswer answer;
};

std::string encode_job(const FetchJob& job);
std::optional<FetchJob> decode_job(std::string_view body);
std::string encode_reply(const FetchReply& reply);
std::optional<FetchReply> decode_reply(std::string_view body);

}  // namespace porthole::plugins
