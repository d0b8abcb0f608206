#include "plugins/protocols/support/message_list.h"

#include <Poco/Exception.h>
#include <Poco/Net/MessageHeader.h>

#include "base/text/text.h"

namespace porthole {
namespace {

constexpr std::size_t kMostBytes = 64 << 10;
constexpr std::size_t kMostOfAField = 500;

}  // namespace

std::string MessageHeading::title(std::string_view otherwise) const {
  return subject.empty() ? std::string(otherwise) : subject;
}

std::string MessageHeading::note() const {
  return from + (from.empty() || date.empty() ? "" : ", ") + date;
}

std::string decoded_words(std::string_view text) {
  const std::string raw(text);
  if (raw.find("=?") == std::string::npos) return fold_space(clean_utf8(raw));
  try {
    return fold_space(clean_utf8(Poco::Net::MessageHeader::decodeWord(raw)));
  } catch (const Poco::Exception&) {
    return fold_space(clean_utf8(raw));
  }
}

MessageHeading read_heading(std::string_view header) {
  MessageHeading heading;
  std::string* field = nullptr;
  for (std::string_view line : split(header.substr(0, kMostBytes), '\n')) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) break;
    if (line.front() == ' ' || line.front() == '\t') {
      if (field != nullptr) *field += line;
      continue;
    }
    field = nullptr;
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string name = ascii_lower(trim(line.substr(0, colon)));
    if (name == "subject") field = &heading.subject;
    if (name == "from") field = &heading.from;
    if (name == "date") field = &heading.date;
    if (field != nullptr) *field = line.substr(colon + 1);
  }
  for (std::string* each : {&heading.subject, &heading.from, &heading.date}) {
    *each = shortened(decoded_words(*each), kMostOfAField);
  }
  return heading;
}

OptionDeclaration page_size_option() {
  return {.name = "page-size",
          .type = OptionType::kWhole,
          .otherwise = "500",
          .help = "how many entries a page of links has",
          .least = 1,
          .most = 4000};
}

void MessageList::add(std::string_view href, const MessageHeading& heading,
                      std::string_view otherwise) {
  page_.link(href, heading.title(otherwise), heading.note());
  ++added_;
}

}  // namespace porthole
