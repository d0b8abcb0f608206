// Fuzzer for server responses of other protocols. The first byte selects the input: a gopher menu,
// an ldap entry, a message header, or an OAI-PMH response.
//
//   cmake --preset fuzz && ninja -C build/fuzz protocol_fuzzer &&
//     build/fuzz/bin/protocol_fuzzer -max_total_time=300

#include <cstdint>
#include <string_view>

#include "base/text/text.h"
#include "plugins/protocols/gopher/gopher_menu.h"
#include "plugins/protocols/ldap/ldif.h"
#include "plugins/protocols/oai/oai_answer.h"
#include "plugins/protocols/support/message_list.h"
#include "tests/fuzz/laws.h"

namespace porthole::testing {
namespace {

void read_menu_of(std::string_view bytes) {
  for (const GopherItem& item : read_menu(bytes)) {
    demand(item.url.empty() || (item.type != 'i' && item.type != '3'),
           "words and errors lead nowhere", item.url);
    demand(item.url.find_first_of("\t\n") == std::string::npos, "an address ends with its field",
           item.url);
  }
  demand(without_last_line(bytes).size() <= bytes.size(), "a line less is no more");
}

void read_entries(std::string_view bytes) {
  for (const LdapEntry& entry : read_ldif(bytes)) {
    for (const auto& [name, value] : entry.attributes) {
      demand(clean_utf8(value) == value, "attributes are text", name);
      demand(!entry.first(name).empty(), "an attribute is found by its name", name);
    }
  }
}

void read_head(std::string_view bytes) {
  const MessageHeading heading = read_heading(bytes);
  for (const std::string& text : {heading.subject, heading.from}) {
    demand(clean_utf8(text) == text, "a heading is text", text);
  }
  demand(!heading.title("none").empty(), "there is a title");
  (void)heading.note();
}

void read_records(std::string_view bytes) {
  const auto answer = read_oai(bytes, "https://files.example/oai");
  if (!answer) return;
  for (const OaiRecord& record : answer->records) {
    for (const auto& [name, value] : record.fields)
      demand(!record.first(name).empty() || value.empty(), "a field is found", name);
  }
}

}  // namespace
}  // namespace porthole::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace porthole::testing;
  give_to_one_of({read_menu_of, read_entries, read_records, read_head}, data, size);
  return 0;
}
