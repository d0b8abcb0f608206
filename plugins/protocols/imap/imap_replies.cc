#include "plugins/protocols/imap/imap_replies.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/text/text.h"

namespace porthole {
namespace {

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

}  // namespace

std::int64_t ImapLine::number_behind(std::string_view word) const {
  const std::string wanted = std::string(word) + " ";
  const std::size_t at = text.find(wanted);
  std::int64_t number = 0;
  if (at != std::string::npos) {
    std::from_chars(text.data() + at + wanted.size(), text.data() + text.size(), number);
  }
  return number;
}

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

std::string quoted_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

// * LIST (\HasNoChildren) "/" "name", where the name may be an atom, quoted, or a literal.
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

}  // namespace porthole
