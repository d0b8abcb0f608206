// Messages of mail or news, and mailboxes of them.

#include <algorithm>
#include <set>
#include <string>

#include "base/text/text.h"
#include "plugins/export.h"
#include "plugins/format_summarizer.h"
#include "plugins/formats/mail/message.h"

namespace porthole {
namespace {

constexpr std::string_view kFrom = "From ";

/// A message begins at `at`: a line "From ...", and a header below it.
bool begins_at(std::string_view box, std::size_t at) {
  if (!box.substr(at).starts_with(kFrom)) return false;
  const auto line_end = box.find('\n', at);
  return line_end != std::string_view::npos && begins_with_header(box.substr(line_end + 1));
}

/// Where the message that begins at `at` ends: at the next one, behind an empty line.
std::size_t end_of(std::string_view box, std::size_t at) {
  for (auto end = box.find("\nFrom ", at); end != std::string_view::npos;
       end = box.find("\nFrom ", end + 1)) {
    const bool is_after_empty_line =
        box.substr(0, end).ends_with('\n') || box.substr(0, end).ends_with("\n\r");
    if (is_after_empty_line && begins_at(box, end + 1)) return end + 1;
  }
  return box.size();
}

/// Without the line above it, and with its own lines "From " as they were.
std::string message_in(std::string_view part) {
  part.remove_prefix(std::min(part.find('\n'), part.size() - 1) + 1);
  std::string message;
  message.reserve(part.size());
  for (std::size_t at = 0; at < part.size();) {
    const std::size_t end = std::min(part.find('\n', at), part.size() - 1) + 1;
    std::string_view line = part.substr(at, end - at);
    const std::size_t marks = std::min(line.find_first_not_of('>'), line.size());
    if (marks > 0 && line.substr(marks).starts_with(kFrom)) line.remove_prefix(1);
    message += line;
    at = end;
  }
  return message;
}

std::string_view head_of(std::string_view message) {
  return message.substr(0, std::min(message.find("\n\n"), message.find("\r\n\r\n")));
}

}  // namespace

/// Mailboxes in mbox format: messages in one file, each after a line that begins with "From ".
///
/// Source: RFC 4155. ">From " in a message is decoded to "From ", as in mboxrd.
class MboxSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "mbox",
            .version = "1.0",
            .help = "Mailboxes (mbox): their messages",
            .options = {{.name = "members",
                         .type = OptionType::kWhole,
                         .otherwise = "10000",
                         .help = "messages that become pages of their own",
                         .least = 0,
                         .most = 10'000}}};
  }

  // Archives of mailing lists are served as text, which is what libmagic takes them for as well.
  Formats formats() const override {
    return {.types = {"application/mbox", "application/x-mbox", "text/plain"},
            .suffixes = {".mbox", ".mbx"}};
  }

  bool reads(const PageBytes& page) const override { return begins_at(page.body, 0); }

  std::string configure(const OptionValues& options) override {
    members_ = options.whole("members");
    return {};
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    document.resource_class = "Mailbox";
    document.media_type = "application/mbox";
    const auto most =
        static_cast<std::size_t>(std::min<std::int64_t>(members_, page.limits.members));
    std::set<std::string> names;
    std::size_t messages = 0, bytes = 0;
    for (std::size_t at = 0; at < page.body.size();) {
      const std::size_t end = end_of(page.body, at);
      std::string text = message_in(page.body.substr(at, end - at));
      at = end;
      ++messages;
      const MimeOwned<GMimeMessage> head = parse_message(std::string(head_of(text)) + "\n\n");
      if (!head) continue;
      Document about;
      PageFacts facts(page, about);
      read_headers(head.get(), facts);
      for (const Property& property : about.properties) {
        if (property.name == "from") document.text += property.value + ": ";
      }
      document.text += about.title + "\n";
      if (!about.title.empty()) document.properties.push_back({"member", about.title});
      const bool fits = document.members.size() < most && text.size() <= page.limits.member_bytes &&
                        text.size() <= page.limits.members_bytes - bytes;
      if (!fits) {
        ++document.members_cut;
        continue;
      }
      bytes += text.size();
      std::string name = clean(g_mime_message_get_message_id(head.get()));
      if (name.empty() || !names.insert(name).second) name = std::to_string(messages);
      document.members.push_back({std::move(name), {}, "message/rfc822", std::move(text)});
    }
    document.properties.insert(document.properties.begin(), {"messages", std::to_string(messages)});
    return {};
  }

 private:
  std::int64_t members_ = 10'000;
};

class MailSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "mail",
            .version = "1.0",
            .help = "Messages of mail and news: header, text, attachments"};
  }

  Formats formats() const override {
    return {.types = {"message/rfc822", "message/news", "message/global"}, .suffixes = {".eml"}};
  }

  bool reads(const PageBytes& page) const override { return begins_with_header(page.body); }

  std::string summarize(const PageBytes& page, Document& document) override {
    const MimeOwned<GMimeMessage> message = parse_message(page.body);
    if (!message) return "no message";
    document.resource_class = "Message";
    PageFacts facts(page, document);
    read_headers(message.get(), facts);
    return MessageBody(page, document).read(message.get());
  }
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::MailSummarizer)
PORTHOLE_EXPORT(porthole::MboxSummarizer)
