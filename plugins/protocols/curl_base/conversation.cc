#include "plugins/protocols/curl_base/conversation.h"

#include <poll.h>

#include <algorithm>
#include <array>
#include <utility>

namespace porthole {
namespace {

constexpr std::size_t kMostOfALine = 64 << 10;

/// Waits until the connection can be read or written, or throws when the time is over.
void wait_for(CURL* easy, short event, std::chrono::steady_clock::time_point deadline) {
  curl_socket_t socket = CURL_SOCKET_BAD;
  curl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &socket);
  if (socket == CURL_SOCKET_BAD) throw ConversationLost("the connection is gone");
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  pollfd ready{socket, event, 0};
  if (left.count() <= 0 || ::poll(&ready, 1, static_cast<int>(left.count())) == 0) {
    throw ConversationLost("the server does not answer in time");
  }
}

}  // namespace

Conversation::Conversation(const CurlSettings& settings) : handle_(settings) {
  curl_easy_setopt(handle_.get(), CURLOPT_CONNECT_ONLY, 1L);
}

void Conversation::begin(const ProtocolRequest& request) {
  deadline_ = std::chrono::steady_clock::now() + std::chrono::seconds(request.timeout_seconds);
}

void Conversation::open(const Url& url, const std::string& target, const ProtocolRequest& request) {
  begin(request);
  handle_.aim(url, target, request);
  const CURLcode code = handle_.perform();
  if (code != CURLE_OK) throw CurlFailure(code, handle_.why(code));
}

void Conversation::say(std::string_view text) {
  std::string rest = std::string(text) + "\r\n";
  while (!rest.empty()) {
    std::size_t sent = 0;
    const CURLcode code = curl_easy_send(handle_.get(), rest.data(), rest.size(), &sent);
    if (code == CURLE_AGAIN) {
      wait_for(handle_.get(), POLLOUT, deadline_);
    } else if (code != CURLE_OK) {
      throw ConversationLost(handle_.why(code));
    }
    rest.erase(0, sent);
  }
}

void Conversation::receive() {
  received_.erase(0, std::exchange(taken_, 0));
  std::array<char, 16 << 10> piece{};
  while (true) {
    std::size_t got = 0;
    const CURLcode code = curl_easy_recv(handle_.get(), piece.data(), piece.size(), &got);
    if (code == CURLE_AGAIN) {
      wait_for(handle_.get(), POLLIN, deadline_);
      continue;
    }
    if (code != CURLE_OK || got == 0) throw ConversationLost("the server ended the connection");
    received_.append(piece.data(), got);
    return;
  }
}

std::string Conversation::line() {
  std::size_t end = received_.find('\n', taken_);
  while (end == std::string::npos) {
    if (received_.size() - taken_ > kMostOfALine) throw ConversationLost("a line without an end");
    receive();
    end = received_.find('\n', taken_);
  }
  std::string text = received_.substr(taken_, end - taken_);
  taken_ = end + 1;
  if (text.ends_with('\r')) text.pop_back();
  return text;
}

std::string Conversation::bytes(std::size_t count) {
  std::string all;
  while (true) {
    const std::size_t here = std::min(received_.size() - taken_, count - all.size());
    all.append(received_, taken_, here);
    taken_ += here;
    if (all.size() == count) return all;
    receive();
  }
}

std::string Conversation::block(std::size_t limit, bool& cut) {
  std::string all;
  cut = false;
  for (std::string text = line(); text != "."; text = line()) {
    if (text.starts_with('.')) text.erase(0, 1);
    if (all.size() + text.size() + 2 > limit) cut = true;
    if (!cut) all += text + "\r\n";
  }
  return all;
}

ProtocolAnswer KeptConversation::with(const std::string& server, const CurlSettings& settings,
                                      const ProtocolRequest& request, const Open& open,
                                      const Talk& talk) {
  if (kept_ && server_ == server) {
    try {
      return use(request, talk);
    } catch (const ConversationLost&) {  // it may have been closed long ago
    }
  }
  kept_ = std::make_unique<Conversation>(settings);
  server_ = server;
  try {
    open(*kept_);
  } catch (...) {
    kept_.reset();
    throw;
  }
  return use(request, talk);
}

ProtocolAnswer KeptConversation::use(const ProtocolRequest& request, const Talk& talk) {
  try {
    kept_->begin(request);
    return talk(*kept_);
  } catch (...) {
    kept_.reset();
    throw;
  }
}

}  // namespace porthole
