#pragma once

/// A conversation in lines over a connection that libcurl made, and where the scheme has a login
/// (imap, pop3) logged in, with TLS or without.
///
///   Conversation talk(settings);
///   talk.open(url, "http://host:119", request);
///   talk.say("LIST");
///   const std::string answer = talk.line();
///
/// Errors: all functions throw ConversationLost when the connection ends, the time of the request
/// is over, or a line has more than 64 KiB; open() throws CurlFailure.
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

  /// Connects. `target` tells libcurl the protocol, host and port: http for plain bytes, https for
  /// plain bytes in TLS.
  void open(const Url& url, const std::string& target, const ProtocolRequest& request);
  /// From here on the time of `request` holds.
  void begin(const ProtocolRequest& request);

  /// Sends a line; its end is added. Requires: `text` has no line break.
  void say(std::string_view text);
  /// The next line, without its end.
  std::string line();
  /// So many bytes.
  std::string bytes(std::size_t count);
  /// Lines up to one with a dot alone, each with CR LF, dots undone (RFC 3977 3.1.1). What is beyond
  /// `limit` bytes is read and dropped, which `cut` tells.
  std::string block(std::size_t limit, bool& cut);

 private:
  void receive();

  CurlHandle handle_;
  std::string received_;
  std::size_t taken_ = 0;  ///< Bytes of received_ that were handed out.
  std::chrono::steady_clock::time_point deadline_;
};

/// Keeps the last conversation for the next page of the same server.
class KeptConversation {
 public:
  using Open = std::function<void(Conversation& fresh)>;  ///< Connects, and greets.
  using Talk = std::function<ProtocolAnswer(Conversation& talk)>;

  /// What `talk` answers, over the conversation that is kept, or one that `open` makes: also when
  /// the kept one turns out to be dead. After an exception none is kept.
  ProtocolAnswer with(const std::string& server, const CurlSettings& settings,
                      const ProtocolRequest& request, const Open& open, const Talk& talk);

 private:
  ProtocolAnswer use(const ProtocolRequest& request, const Talk& talk);

  std::unique_ptr<Conversation> kept_;
  std::string server_;
};

}  // namespace porthole
