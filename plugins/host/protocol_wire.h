#pragma once

/// What goes through the channel between a crawl and the workers of its protocols, as frames
/// (plugins/host/frame.h).
///
/// Decoding checks every length and every value: any bytes give a message or nothing.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "plugins/protocol_handler.h"

namespace porthole::plugins {

struct FetchJob {
  ProtocolRequest request;  ///< Its addresses are filled in by the worker.
  std::string host;         ///< To be looked up, "" when the protocol has no hosts.
  int port = 0;
};

struct FetchReply {
  enum class Outcome : std::uint8_t {
    kAnswer,
    kFailed,        ///< The handler threw.
    kUnresolvable,  ///< The host has no address.
    kForbidden,     ///< It has none that we may speak to.
    kUnusable,      ///< The handler could not be made.
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
