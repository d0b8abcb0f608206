#include "plugins/formats/mail/message.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "plugins/page_facts.h"

namespace porthole {
namespace {

std::string bytes_of(GMimeStream* stream) {
  const GByteArray* bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream));
  return bytes->len == 0 ? "" : std::string(reinterpret_cast<const char*>(bytes->data), bytes->len);
}

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

constexpr int kMostParts = 500;
constexpr int kMostDepth = 20;

}  // namespace

MimeOwned<GMimeMessage> parse_message(std::string_view bytes) {
  static const bool kReady = (g_mime_init(), true);
  (void)kReady;
  const MimeOwned<GMimeStream> stream(
      g_mime_stream_mem_new_with_buffer(bytes.data(), bytes.size()));
  const MimeOwned<GMimeParser> parser(g_mime_parser_new_with_stream(stream.get()));
  return MimeOwned<GMimeMessage>(g_mime_parser_construct_message(parser.get(), nullptr));
}

std::string decoded(GMimePart* part) {
  GMimeDataWrapper* content = g_mime_part_get_content(part);
  if (content == nullptr) return {};
  const MimeOwned<GMimeStream> stream(g_mime_stream_mem_new());
  g_mime_data_wrapper_write_to_stream(content, stream.get());
  return bytes_of(stream.get());
}

std::string written(GMimeObject* object) {
  const MimeOwned<GMimeStream> stream(g_mime_stream_mem_new());
  g_mime_object_write_to_stream(object, nullptr, stream.get());
  return bytes_of(stream.get());
}

std::string type_of(GMimeObject* object) {
  const MimeOwned<char> type(
      g_mime_content_type_get_mime_type(g_mime_object_get_content_type(object)));
  return ascii_lower(clean(type.get()));
}

std::string clean(const char* text) { return text == nullptr ? "" : fold_space(clean_utf8(text)); }

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

std::string MessageBody::read(GMimeMessage* message) {
  if (GMimeObject* part = g_mime_message_get_mime_part(message)) read_part(part, 0);
  return problem_;
}

void MessageBody::read_part(GMimeObject* part, int depth) {
  if (++parts_ > kMostParts || depth > kMostDepth) {
    problem_ = "more parts, or parts within parts, than are read";
    return;
  }
  const std::string type = type_of(part);
  if (GMIME_IS_MULTIPART_ENCRYPTED(part)) {
    problem_ = "encrypted";
  } else if (GMIME_IS_MULTIPART(part)) {
    read_multipart(GMIME_MULTIPART(part), depth);
  } else if (GMIME_IS_MESSAGE_PART(part)) {
    GMimeMessage* inside = g_mime_message_part_get_message(GMIME_MESSAGE_PART(part));
    if (inside == nullptr) return;
    attach(clean(g_mime_message_get_subject(inside)), type, written(GMIME_OBJECT(inside)));
  } else if (GMIME_IS_PART(part)) {
    GMimePart* const leaf = GMIME_PART(part);
    const std::string file = clean(g_mime_part_get_filename(leaf));
    if (file.empty() && type.starts_with("text/") && !g_mime_part_is_attachment(leaf)) {
      read_text(leaf, type);
    } else {
      if (!file.empty()) document_.properties.push_back({"attachment", file});
      attach(file, type, decoded(leaf));
    }
  }
}

void MessageBody::read_multipart(GMimeMultipart* multipart, int depth) {
  const int count = g_mime_multipart_get_count(multipart);
  if (type_of(GMIME_OBJECT(multipart)) != "multipart/alternative") {
    for (int i = 0; i < count; ++i) read_part(g_mime_multipart_get_part(multipart, i), depth + 1);
    return;
  }
  const std::size_t before = document_.text.size();
  for (int i = count - 1; i >= 0 && document_.text.size() == before; --i) {
    read_part(g_mime_multipart_get_part(multipart, i), depth + 1);
  }
}

void MessageBody::read_text(GMimePart* part, const std::string& type) {
  const char* charset = g_mime_object_get_content_type_parameter(GMIME_OBJECT(part), "charset");
  const std::string full = charset == nullptr ? type : type + "; charset=" + clean(charset);
  Document inside = page_.inner->read(page_.url, full, decoded(part));
  if (inside.status == ParseStatus::kUnsupported) return;
  document_.text += inside.text;
  if (!document_.text.ends_with('\n')) document_.text += '\n';
  for (Link& link : inside.links) document_.links.push_back(std::move(link));
}

void MessageBody::attach(std::string name, std::string type, std::string body) {
  // Two files may have one name; their pages may not.
  if (name.empty()) name = "part " + std::to_string(parts_);
  if (!names_.insert(name).second) name += " (" + std::to_string(parts_) + ")";
  const bool fits = document_.members.size() < static_cast<std::size_t>(page_.limits.members) &&
                    body.size() <= page_.limits.member_bytes &&
                    body.size() <= page_.limits.members_bytes - member_bytes_;
  if (!fits) {
    ++document_.members_cut;
    return;
  }
  member_bytes_ += body.size();
  document_.members.push_back({std::move(name), {}, std::move(type), std::move(body)});
}

}  // namespace porthole
