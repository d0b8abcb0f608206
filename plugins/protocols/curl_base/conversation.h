#pragma once

/// Conversation: a line-based dialogue over a connection made by libcurl, with login where the
/// scheme supports it (imap, pop3), with or without TLS.
///
///   Conversation talk(settings);
///   talk.open(url, "http://host:119", request);
///   talk.say("LIST");
///   const std::string answer = talk.line();
///
/// Errors: all functions throw ConversationLost when the connection ends, the request times out, or
/// a line exceeds 64 KiB; open() throws CurlFailure.
/// Thread safety: none.

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "plugins/protocols/curl_base/curl_handle.h"

namespace porthole {

class ConversationLost : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Conversation {
 public:
  explicit Conversation(const CurlSettings& settings);

  /// Connects. `target` gives libcurl the protocol, host and port: http for plain bytes, https for
  /// bytes in TLS.
  void open(const Url& url, const std::string& target, const ProtocolRequest& request);
  /// Starts the timeout of `request`.
  void begin(const ProtocolRequest& request);

  /// Sends a line and adds its line end. Requires: `text` has no line break.
  void say(std::string_view text);
  /// The next line, without its end.
  std::string line();
  /// Reads `count` bytes.
  std::string bytes(std::size_t count);
  /// Reads lines up to a line with a single dot; each ends with CR LF, dot-stuffing is removed (RFC
  /// 3977 3.1.1). Bytes beyond `limit` are read and dropped, which sets `cut`.
  std::string block(std::size_t limit, bool& cut);

 private:
  void receive();

  CurlHandle handle_;
  std::string received_;
  std::size_t taken_ = 0;  ///< Number of bytes of received_ already returned.
  std::chrono::steady_clock::time_point deadline_;
};

/// Keeps the last connection for the next request to the same server.
class KeptConversation {
 public:
  using Open = std::function<void(Conversation& fresh)>;  ///< Connects, and reads the greeting.
  using Talk = std::function<ProtocolAnswer(Conversation& talk)>;

  /// Runs `talk` on the kept connection, or on a new one made by `open`, also if the kept one is
  /// dead. After an exception no connection is kept.
  ProtocolAnswer with(const std::string& server, const CurlSettings& settings,
                      const ProtocolRequest& request, const Open& open, const Talk& talk);

 private:
  ProtocolAnswer use(const ProtocolRequest& request, const Talk& talk);

  std::unique_ptr<Conversation> kept_;
  std::string server_;
};

}  // namespace porthole
