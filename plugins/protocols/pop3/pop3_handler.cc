// pop3 and pop3s: the mailbox is a page of links, each message is message/rfc822. Nothing is
// deleted.
//
//   pop3://host/               messages
//   pop3://host/?from=501      those from a place in the mailbox on
//   pop3://host/UNIQUE-ID      a message, by what UIDL calls it
//
// Source: RFC 1939. libcurl connects, encrypts and logs in.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "base/url/url.h"
#include "plugins/export.h"
#include "plugins/protocol_handler.h"
#include "plugins/protocols/curl_base/conversation.h"
#include "plugins/protocols/support/answers.h"
#include "plugins/protocols/support/message_list.h"

namespace porthole {
namespace {

constexpr std::size_t kMostOfAList = 16 << 20;
constexpr std::size_t kMostOfAHeader = 64 << 10;

/// A message as the server counts it.
struct Numbered {
  std::string number;
  std::string unique;
};

bool is_granted(Conversation& talk, const std::string& command) {
  talk.say(command);
  return talk.line().starts_with("+OK");
}

std::vector<Numbered> all_messages(Conversation& talk) {
  std::vector<Numbered> messages;
  if (!is_granted(talk, "UIDL")) return messages;
  bool cut = false;
  const std::string list = talk.block(kMostOfAList, cut);
  for (const std::string_view line : split(list, '\n')) {
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos) continue;
    messages.push_back({std::string(line.substr(0, space)), std::string(trim(line.substr(space)))});
  }
  return messages;
}

class Pop3Handler final : public ProtocolHandler {
 public:
  PluginAbout about() const override {
    PluginAbout about{.name = "pop3",
                      .version = "1.0",
                      .help = "The mailbox of POP3 servers, read without deleting anything",
                      .options = tls_options("required")};
    for (OptionDeclaration& option : credential_options()) {
      about.options.push_back(std::move(option));
    }
    about.options.push_back(page_size_option());
    return about;
  }

  Manners manners() const override {
    return {.schemes = {"pop3", "pop3s"}, .open_to_links = false, .default_port = 110};
  }
  std::string configure(const OptionValues& options) override {
    page_size_ = options.whole("page-size");
    return read_settings(options, settings_);
  }
  ProtocolAnswer fetch(const ProtocolRequest& request) override {
    const Result<Url> url = Url::parse(request.url);
    if (!url) return refusal(404, "no URL");
    const std::string unique(url->path().substr(std::min<std::size_t>(1, url->path().size())));
    const auto open = [&](Conversation& fresh) {
      fresh.open(*url, server_of(*url) + "/", request);
    };
    const auto converse = [&](Conversation& talk) {
      return unique.empty() ? list(talk, *url, request.body_limit)
                            : message(talk, percent_decode(unique), request.body_limit);
    };
    try {
      return kept_.with(server_of(*url), settings_, request, open, converse);
    } catch (const CurlFailure& failure) {
      return answer_for_failure(failure.code, failure.what());
    }
  }

 private:
  ProtocolAnswer list(Conversation& talk, const Url& url, std::int64_t limit) const {
    const std::vector<Numbered> messages = all_messages(talk);
    MessageList list(server_of(url) + "/", limit, page_size_);
    const auto first = static_cast<std::size_t>(query_number(url.query(), "from", 1));
    for (std::size_t n = std::max<std::size_t>(1, first); n <= messages.size(); ++n) {
      if (list.is_full()) {
        list.continue_at("?from=" + std::to_string(n));
        break;
      }
      const Numbered& each = messages[n - 1];
      bool cut = false;
      const bool has_top = is_granted(talk, "TOP " + each.number + " 0");
      const std::string header = has_top ? talk.block(kMostOfAHeader, cut) : "";
      list.add(server_of(url) + "/" + encoded_segment(each.unique), read_heading(header),
               each.unique);
    }
    return std::move(list).answer();
  }

  static ProtocolAnswer message(Conversation& talk, const std::string& unique, std::int64_t limit) {
    for (const Numbered& each : all_messages(talk)) {
      if (each.unique != unique) continue;
      if (!is_granted(talk, "RETR " + each.number)) return refusal(404, "no such message");
      bool cut = false;
      ProtocolAnswer answer =
          document("message/rfc822", talk.block(static_cast<std::size_t>(limit), cut), limit);
      answer.truncated = cut;
      return answer;
    }
    return refusal(404, "no such message");
  }

  CurlSettings settings_{.protocols = "pop3,pop3s"};
  KeptConversation kept_;
  std::int64_t page_size_ = 0;
};

}  // namespace
}  // namespace porthole

PORTHOLE_EXPORT(porthole::Pop3Handler)
