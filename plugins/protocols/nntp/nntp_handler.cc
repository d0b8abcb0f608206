// nntp, nntps, news: a server lists its groups, a group its articles, each article is
// message/rfc822.
//
//   nntp://host/                   groups
//   nntp://host/GROUP              articles
//   nntp://host/GROUP?from=501     those from a number on
//   nntp://host/GROUP/NUMBER       an article
//   news://host/MESSAGE-ID         the same, by its name
//   news:MESSAGE-ID                redirected to the option `server`
//
// Source: RFC 3977, RFC 4643 (login), RFC 5538 (URLs). libcurl connects and encrypts.

#include <algorithm>
#include <charconv>
#include <map>
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

constexpr std::size_t kMostOfAList = 32 << 20;

std::int64_t number_in(std::string_view text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// The code and words of a reply of one line.
struct Reply {
  int code = 0;
  std::string text;
};

Reply ask(Conversation& talk, const std::string& command) {
  talk.say(command);
  std::string line = talk.line();
  return {static_cast<int>(number_in(line)), std::move(line)};
}

/// The response for an error reply.
ProtocolAnswer refusal_for(const Reply& reply) {
  switch (reply.code) {
    case 411:
    case 420:
    case 423:
    case 430:
      return refusal(404, reply.text);
    case 400:
    case 403:
      return refusal(503, reply.text);
    case 480:
    case 481:
    case 483:
    case 502:
      return refusal(403, reply.text);
    default:
      throw ConversationLost("the server says: " + clean_utf8(reply.text));
  }
}

/// Refused at the door, or the login.
class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class NntpHandler final : public ProtocolHandler {
 public:
  PluginAbout about() const override {
    PluginAbout about{.name = "nntp",
                      .version = "1.0",
                      .help = "Newsgroups of NNTP servers",
                      .options = credential_options()};
    about.options.push_back({.name = "certificates",
                             .help = "a PEM file of trusted issuers, in place of the system's"});
    about.options.push_back(
        {.name = "server", .help = "host[:port] that news:MESSAGE-ID is asked of"});
    about.options.push_back(page_size_option());
    return about;
  }

  Manners manners() const override {
    return {.schemes = {"nntp", "nntps", "news"}, .default_port = 119};
  }
  std::string configure(const OptionValues& options) override {
    page_size_ = options.whole("page-size");
    server_ = options.text("server");
    return read_settings(options, settings_);
  }
  ProtocolAnswer fetch(const ProtocolRequest& request) override {
    const Result<Url> url = Url::parse(request.url);
    if (!url) return refusal(404, "no URL");
    if (url->host().empty()) {  // news:MESSAGE-ID, as References say it
      if (url->scheme() != "news" || server_.empty()) return refusal(404, "no server in the URL");
      return moved_to("news://" + server_ + "/" + std::string(url->path()));
    }
    try {
      return kept_.with(
          server_of(*url), settings_, request,
          [&](Conversation& fresh) { open(fresh, *url, request); },
          [&](Conversation& talk) { return answer(talk, *url, request.body_limit); });
    } catch (const CurlFailure& failure) {
      return answer_for_failure(failure.code, failure.what());
    } catch (const Refused& refused) {
      return refusal(403, refused.what());
    }
  }

 private:
  void open(Conversation& fresh, const Url& url, const ProtocolRequest& request) const {
    // To libcurl it is a connection for bytes; http and https tell it whether in TLS.
    const char* const scheme = url.scheme() == "nntps" ? "https://" : "http://";
    fresh.open(url, scheme + std::string(url.host()) + ":" + std::to_string(port_of(url)), request);
    const std::string greeting = fresh.line();
    if (!greeting.starts_with("20")) throw Refused(greeting);
    if (settings_.credentials.user.empty()) return;
    Reply reply = ask(fresh, "AUTHINFO USER " + settings_.credentials.user);
    if (reply.code == 381) reply = ask(fresh, "AUTHINFO PASS " + settings_.credentials.password);
    if (reply.code != 281) throw Refused(reply.text);
  }

  ProtocolAnswer answer(Conversation& talk, const Url& url, std::int64_t limit) const {
    const std::string path = percent_decode(url.path());
    const auto is_odd = [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == 0x7F; };
    if (std::any_of(path.begin(), path.end(), is_odd)) return refusal(404, "no name of a group");
    const std::string rest = path.substr(std::min<std::size_t>(1, path.size()));
    if (rest.empty()) return groups(talk, url, limit);
    if (url.scheme() == "news" && rest.find('@') != std::string::npos) {
      return article(talk, "<" + rest + ">", limit);
    }
    const std::string group = rest.substr(0, rest.find('/'));
    if (group.size() + 1 >= rest.size()) return articles(talk, url, group, limit);
    const std::string number = rest.substr(group.size() + 1);
    const Reply chosen = ask(talk, "GROUP " + group);
    if (chosen.code != 211) return refusal_for(chosen);
    if (number.find_first_not_of("0123456789") != std::string::npos) {
      return refusal(404, "no number of an article");
    }
    return article(talk, number, limit);
  }

  static ProtocolAnswer groups(Conversation& talk, const Url& url, std::int64_t limit) {
    std::map<std::string, std::string> words;
    bool cut = false;
    if (ask(talk, "LIST NEWSGROUPS").code == 215) {
      const std::string list = talk.block(kMostOfAList, cut);
      for (const std::string_view line : split(list, '\n')) {
        const std::size_t end = line.find_first_of(" \t");
        if (end != std::string_view::npos)
          words[std::string(line.substr(0, end))] = trim(line.substr(end));
      }
    }
    const Reply reply = ask(talk, "LIST");
    if (reply.code != 215) return refusal_for(reply);
    const std::string list = talk.block(kMostOfAList, cut);
    PageWriter page(server_of(url) + "/", limit);
    for (const std::string_view line : split(list, '\n')) {
      const std::string group(line.substr(0, line.find(' ')));
      if (!trim(group).empty()) page.link("/" + encoded_path(group), group, words[group]);
    }
    return std::move(page).answer();
  }

  ProtocolAnswer articles(Conversation& talk, const Url& url, const std::string& group,
                          std::int64_t limit) const {
    const Reply chosen = ask(talk, "GROUP " + group);
    if (chosen.code != 211) return refusal_for(chosen);
    const std::vector<std::string_view> numbers =
        split(chosen.text, ' ');  // 211 count low high group
    if (numbers.size() < 4) throw ConversationLost("a group without numbers");
    const std::int64_t high = number_in(numbers[3]);
    const std::int64_t first =
        std::max(number_in(numbers[2]), query_number(url.query(), "from", 0));
    const std::int64_t last = std::min(high, first + page_size_ - 1);
    MessageList list(group, limit, page_size_);
    const std::string range = std::to_string(first) + "-" + std::to_string(last);
    Reply overview = ask(talk, "OVER " + range);
    if (overview.code == 500) overview = ask(talk, "XOVER " + range);
    if (overview.code == 224) {
      bool cut = false;
      const std::string lines = talk.block(kMostOfAList, cut);
      for (const std::string_view line : split(lines, '\n')) {
        const std::vector<std::string_view> fields = split(line, '\t');
        if (fields.size() < 4) continue;
        const std::string number(fields[0]);
        list.add("/" + encoded_path(group) + "/" + number,
                 {decoded_words(fields[1]), decoded_words(fields[2]), decoded_words(fields[3])},
                 "article " + number);
      }
    } else if (overview.code != 423 && overview.code != 420) {
      return refusal_for(overview);
    }
    if (last < high) {
      list.continue_at("/" + encoded_path(group) + "?from=" + std::to_string(last + 1));
    }
    return std::move(list).answer();
  }

  static ProtocolAnswer article(Conversation& talk, const std::string& which, std::int64_t limit) {
    const Reply reply = ask(talk, "ARTICLE " + which);
    if (reply.code != 220) return refusal_for(reply);
    bool cut = false;
    ProtocolAnswer answer =
        document("message/rfc822", talk.block(static_cast<std::size_t>(limit), cut), limit);
    answer.truncated = cut;
    return answer;
  }

  CurlSettings settings_{.protocols = "http,https"};
  KeptConversation kept_;
  std::int64_t page_size_ = 0;
  std::string server_;
};

}  // namespace
}  // namespace porthole

PORTHOLE_EXPORT(porthole::NntpHandler)
