#include "plugins/formats/mail/headers.h"

#include <algorithm>
#include <vector>

#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "plugins/page_facts.h"

namespace porthole {
namespace {

constexpr int kMostAddresses = 200;
constexpr int kMostReferences = 200;
constexpr std::size_t kLongestFieldName = 76;

std::string header(GMimeMessage* message, const char* name) {
  const char* value = g_mime_object_get_header(GMIME_OBJECT(message), name);
  if (value == nullptr) return {};
  const MimeOwned<char> text(g_mime_utils_header_decode_text(nullptr, value));
  return clean(text.get());
}

void add_addresses(PageFacts& facts, const char* property, InternetAddressList* list) {
  const int count = list == nullptr ? 0 : internet_address_list_length(list);
  for (int i = 0; i < std::min(count, kMostAddresses); ++i) {
    InternetAddress* address = internet_address_list_get_address(list, i);
    const MimeOwned<char> text(internet_address_to_string(address, nullptr, FALSE));
    facts.say(property, clean(text.get()));
  }
}

/// The name of the first sender, or the address where there is no name.
std::string author(GMimeMessage* message) {
  InternetAddressList* from = g_mime_message_get_from(message);
  if (from == nullptr || internet_address_list_length(from) == 0) return {};
  InternetAddress* first = internet_address_list_get_address(from, 0);
  const std::string name = clean(internet_address_get_name(first));
  if (!name.empty() || !INTERNET_ADDRESS_IS_MAILBOX(first)) return name;
  return clean(internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(first)));
}

/// The Message-IDs of a header, as properties and as links.
void add_references(GMimeMessage* message, const char* name, const char* property,
                    std::string_view scheme, PageFacts& facts) {
  std::vector<Link>& links = facts.document().links;
  const char* value = g_mime_object_get_header(GMIME_OBJECT(message), name);
  if (value == nullptr) return;
  const std::unique_ptr<GMimeReferences, MimeRelease> list(g_mime_references_parse(nullptr, value));
  for (int i = 0; i < std::min(g_mime_references_length(list.get()), kMostReferences); ++i) {
    const std::string id = clean(g_mime_references_get_message_id(list.get(), i));
    if (id.empty()) continue;
    facts.say(property, id);
    Link link;
    link.url = scheme;
    append_percent_encoded(link.url, id, EncodeSet::kPath);
    link.rel = ascii_lower(name);
    const auto same = [&link](const Link& other) { return other.url == link.url; };
    if (std::none_of(links.begin(), links.end(), same)) links.push_back(std::move(link));
  }
}

}  // namespace

void read_headers(GMimeMessage* message, PageFacts& facts) {
  Document& document = facts.document();
  document.title = clean(g_mime_message_get_subject(message));
  document.published = date_of(message);
  facts.say("author", author(message));
  add_addresses(facts, "from", g_mime_message_get_from(message));
  add_addresses(facts, "to", g_mime_message_get_to(message));
  add_addresses(facts, "to", g_mime_message_get_cc(message));
  facts.say("sent", document.published);
  facts.say("messageId", clean(g_mime_message_get_message_id(message)));
  facts.say_each("newsgroup", header(message, "Newsgroups"), ',');
  facts.say("organization", header(message, "Organization"));
  facts.say_each("keyword", header(message, "Keywords"), ',');
  for (const char* program : {"User-Agent", "X-Mailer", "X-Newsreader"}) {
    facts.say("generator", header(message, program));
  }
  document.language = header(message, "Content-Language");
  document.noarchive = equals_ignoring_case(header(message, "X-No-Archive"), "yes");
  const std::string_view url = facts.page().url;
  const bool is_news = url.starts_with("news:") || url.starts_with("nntp:");
  const std::string_view scheme = is_news ? "news:" : "mid:";
  add_references(message, "In-Reply-To", "inReplyTo", scheme, facts);
  add_references(message, "References", "references", scheme, facts);
}

std::string date_of(GMimeMessage* message) {
  GDateTime* date = g_mime_message_get_date(message);
  if (date == nullptr) return {};
  const MimeOwned<char> text(g_date_time_format(date, "%Y-%m-%dT%H:%M:%S%:z"));
  std::string sent = clean(text.get());
  if (sent.ends_with("+00:00")) sent.replace(sent.size() - 6, 6, "Z");
  return sent;
}

bool begins_with_header(std::string_view bytes) {
  const auto colon = bytes.substr(0, kLongestFieldName + 1).find(':');
  if (colon == std::string_view::npos || colon == 0) return false;
  const std::string_view name = bytes.substr(0, colon);
  return std::all_of(name.begin(), name.end(), [](char c) { return c > ' ' && c < 0x7F; });
}

}  // namespace porthole
