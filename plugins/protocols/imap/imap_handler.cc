// imap and imaps: a server lists its mailboxes, a mailbox its messages, each message is
// message/rfc822. Nothing is changed: mailboxes are opened by EXAMINE, messages read by BODY.PEEK,
// which leaves their flags.
//
//   imap://host/                                     mailboxes
//   imap://host/INBOX                                messages
//   imap://host/INBOX?UID%20501:*                    those from a UID on
//   imap://host/INBOX;UIDVALIDITY=7/;UID=5           a message
//
// Source: RFC 5092 (URLs), RFC 9051. libcurl connects, encrypts and logs in.

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
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

// IMAP client commands and their replies, over a logged-in Conversation.
//
// Source: RFC 9051 (IMAP4rev2), limited to what IMAP4rev1 has, too. Errors: as Conversation.
// Thread safety: none.

/// An untagged response line; its literals are removed and listed separately, in order.
struct ImapLine {
  std::string text;
  std::vector<std::string> literals;

  /// The number after `word` ("UID 5"), 0 if there is none.
  std::int64_t number_behind(std::string_view word) const;
};

struct ImapReply {
  bool ok = false;
  std::string text;  ///< Text of the tagged line.
  std::vector<ImapLine> lines;
};

constexpr std::string_view kTag = "porthole";
constexpr std::size_t kMostLines = 100'000;

/// The size that a line announces with {N} at its end, -1 when it does not.
std::int64_t literal_size(std::string_view line) {
  const std::size_t open = line.rfind('{');
  if (!line.ends_with('}') || open == std::string_view::npos) return -1;
  std::int64_t size = -1;
  const char* const end = line.data() + line.size() - 1;
  const auto [stop, error] = std::from_chars(line.data() + open + 1, end, size);
  return error == std::errc() && stop == end ? size : -1;
}

ImapLine read_line(Conversation& talk, std::size_t& room) {
  ImapLine line{talk.line(), {}};
  for (std::int64_t size = literal_size(line.text); size >= 0; size = literal_size(line.text)) {
    if (static_cast<std::size_t>(size) > room) throw ConversationLost("a reply that is too large");
    room -= static_cast<std::size_t>(size);
    line.text.erase(line.text.rfind('{'));
    line.literals.push_back(talk.bytes(static_cast<std::size_t>(size)));
    line.text += talk.line();
  }
  return line;
}

std::int64_t ImapLine::number_behind(std::string_view word) const {
  const std::string wanted = std::string(word) + " ";
  const std::size_t at = text.find(wanted);
  std::int64_t number = 0;
  if (at != std::string::npos) {
    std::from_chars(text.data() + at + wanted.size(), text.data() + text.size(), number);
  }
  return number;
}

/// Sends `command` and reads its reply. The total size of literals is limited to `most_bytes`.
ImapReply ask(Conversation& talk, const std::string& command, std::size_t most_bytes) {
  talk.say(std::string(kTag) + " " + command);
  ImapReply reply;
  while (reply.lines.size() < kMostLines) {
    ImapLine line = read_line(talk, most_bytes);
    if (line.text.starts_with("* BYE")) throw ConversationLost("the server says: " + line.text);
    if (line.text.starts_with("* ")) {
      reply.lines.push_back(std::move(line));
    } else if (line.text.starts_with(kTag)) {
      reply.text = line.text.substr(kTag.size());
      reply.ok = ascii_lower(reply.text).starts_with(" ok");
      return reply;
    } else {
      throw ConversationLost("the server sent an invalid reply");
    }
  }
  throw ConversationLost("a reply of too many lines");
}

/// `text` as a quoted string. Requires: no line break in it.
std::string quoted_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

// * LIST (\HasNoChildren) "/" "name", where the name may be an atom, quoted, or a literal.
/// The mailbox name of a LIST response, "" for one that cannot be selected.
std::string mailbox_in(const ImapLine& line) {
  if (!line.text.starts_with("* LIST (")) return {};
  const std::size_t flags = line.text.find(')');
  if (flags == std::string::npos) return {};
  if (ascii_lower(line.text.substr(0, flags)).find("\\noselect") != std::string::npos) return {};
  if (!line.literals.empty()) return line.literals.front();
  std::string_view rest = std::string_view(line.text).substr(flags + 1);
  rest = trim(rest);
  rest.remove_prefix(std::min(rest.size(), rest.find(' ')));
  rest = trim(rest);
  if (!rest.starts_with('"')) return std::string(rest);
  std::string name;
  for (std::size_t i = 1; i < rest.size() && rest[i] != '"'; ++i) {
    if (rest[i] == '\\' && i + 1 < rest.size()) ++i;
    name += rest[i];
  }
  return name;
}

constexpr std::size_t kMostOfAReply = 16 << 20;

/// The mailbox or message that a URL names.
struct Place {
  std::string mailbox;
  std::int64_t validity = 0;
  std::int64_t uid = 0;
  std::int64_t from = 1;
};

std::int64_t number_in(std::string_view text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

Place place_of(const Url& url) {
  constexpr std::string_view kUid = "/;UID=";
  constexpr std::string_view kValidity = ";UIDVALIDITY=";
  Place place;
  std::string_view path = url.path();
  if (path.starts_with('/')) path.remove_prefix(1);
  if (const std::size_t at = path.find(kUid); at != std::string_view::npos) {
    place.uid = number_in(path.substr(at + kUid.size()));
    path = path.substr(0, at);
  }
  if (const std::size_t at = path.find(kValidity); at != std::string_view::npos) {
    place.validity = number_in(path.substr(at + kValidity.size()));
    path = path.substr(0, at);
  }
  if (path.ends_with('/')) path.remove_suffix(1);
  place.mailbox = percent_decode(path);
  const std::string search = percent_decode(url.query());
  if (search.starts_with("UID "))
    place.from = std::max<std::int64_t>(1, number_in(search.substr(4)));
  return place;
}

/// Every UID in the lines of a SEARCH.
std::vector<std::int64_t> uids_in(const ImapReply& reply) {
  std::vector<std::int64_t> uids;
  for (const ImapLine& line : reply.lines) {
    if (!line.text.starts_with("* SEARCH")) continue;
    for (const std::string_view word : split(line.text, ' ')) {
      if (const std::int64_t uid = number_in(word); uid > 0) uids.push_back(uid);
    }
  }
  std::sort(uids.begin(), uids.end());
  return uids;
}

class ImapHandler final : public ProtocolHandler {
 public:
  PluginAbout about() const override {
    PluginAbout about{.name = "imap",
                      .version = "1.0",
                      .help = "Mailboxes of IMAP servers, read without changing anything",
                      .options = tls_options("required")};
    for (OptionDeclaration& option : credential_options()) {
      about.options.push_back(std::move(option));
    }
    about.options.push_back(page_size_option());
    return about;
  }

  Manners manners() const override {
    return {.schemes = {"imap", "imaps"}, .open_to_links = false, .default_port = 143};
  }
  std::string configure(const OptionValues& options) override {
    page_size_ = options.whole("page-size");
    return read_settings(options, settings_);
  }
  ProtocolAnswer fetch(const ProtocolRequest& request) override {
    const Result<Url> url = Url::parse(request.url);
    if (!url) return refusal(404, "no URL");
    const Place place = place_of(*url);
    if (place.mailbox.find_first_of(std::string_view("\r\n\0", 3)) != std::string::npos) {
      return refusal(404, "no name of a mailbox");
    }
    const auto open = [&](Conversation& fresh) {
      fresh.open(*url, server_of(*url) + "/", request);
    };
    const auto converse = [&](Conversation& talk) {
      if (place.mailbox.empty()) return mailboxes(talk, *url, request.body_limit);
      const ImapReply opened = ask(talk, "EXAMINE " + quoted_string(place.mailbox), kMostOfAReply);
      if (!opened.ok) return refusal(404, opened.text);
      for (const ImapLine& line : opened.lines) {
        const std::int64_t validity = line.number_behind("[UIDVALIDITY");
        if (validity == 0) continue;
        if (place.validity != 0 && place.validity != validity) {
          return refusal(404, "the mailbox has been made anew");
        }
        Place known = place;
        known.validity = validity;
        return place.uid != 0 ? message(talk, known, request.body_limit)
                              : messages(talk, *url, known, request.body_limit);
      }
      return refusal(404, "the mailbox does not keep its messages apart (UIDVALIDITY)");
    };
    try {
      return kept_.with(server_of(*url), settings_, request, open, converse);
    } catch (const CurlFailure& failure) {
      return answer_for_failure(failure.code, failure.what());
    }
  }

 private:
  ProtocolAnswer mailboxes(Conversation& talk, const Url& url, std::int64_t limit) const {
    const ImapReply list = ask(talk, "LIST \"\" \"*\"", kMostOfAReply);
    if (!list.ok) return refusal(403, list.text);
    PageWriter page(server_of(url) + "/", limit);
    for (const ImapLine& line : list.lines) {
      const std::string name = mailbox_in(line);
      if (!name.empty()) page.link(server_of(url) + "/" + encoded_path(name), name);
    }
    return std::move(page).answer();
  }

  ProtocolAnswer messages(Conversation& talk, const Url& url, const Place& place,
                          std::int64_t limit) const {
    const std::string mailbox = server_of(url) + "/" + encoded_path(place.mailbox);
    const ImapReply found =
        ask(talk, "UID SEARCH UID " + std::to_string(place.from) + ":*", kMostOfAReply);
    std::vector<std::int64_t> uids = uids_in(found);
    std::erase_if(uids,
                  [&](std::int64_t uid) { return uid < place.from; });  // N:* has the last one
    MessageList list(place.mailbox, limit, page_size_);
    const std::size_t shown = std::min(uids.size(), static_cast<std::size_t>(page_size_));
    if (shown > 0) {
      const ImapReply headers =
          ask(talk,
              "UID FETCH " + std::to_string(uids.front()) + ":" + std::to_string(uids[shown - 1]) +
                  " (UID BODY.PEEK[HEADER.FIELDS (SUBJECT FROM DATE)])",
              kMostOfAReply);
      for (const ImapLine& line : headers.lines) {
        const std::int64_t uid = line.number_behind("UID");
        if (uid == 0 || line.literals.empty()) continue;
        list.add(mailbox + ";UIDVALIDITY=" + std::to_string(place.validity) +
                     "/;UID=" + std::to_string(uid),
                 read_heading(line.literals.front()), "message " + std::to_string(uid));
      }
    }
    if (shown < uids.size()) {
      list.continue_at(mailbox + "?UID%20" + std::to_string(uids[shown]) + ":*");
    }
    return std::move(list).answer();
  }

  static ProtocolAnswer message(Conversation& talk, const Place& place, std::int64_t limit) {
    const ImapReply got = ask(talk,
                              "UID FETCH " + std::to_string(place.uid) + " (UID BODY.PEEK[]<0." +
                                  std::to_string(limit + 1) + ">)",
                              static_cast<std::size_t>(limit) + kMostOfAReply);
    for (const ImapLine& line : got.lines) {
      if (line.number_behind("UID") == place.uid && !line.literals.empty()) {
        return document("message/rfc822", line.literals.front(), limit);
      }
    }
    return refusal(404, "no such message");
  }

  CurlSettings settings_{.protocols = "imap,imaps"};
  KeptConversation kept_;
  std::int64_t page_size_ = 0;
};

}  // namespace
}  // namespace porthole

PORTHOLE_EXPORT(porthole::ImapHandler)
