#include "parser/wire.h"

#include <utility>

#include "base/text/text.h"
#include "parser/limits.h"

namespace porthole::parser {
namespace {

using plugins::FrameReader;
using plugins::FrameWriter;
using plugins::Task;

/// All strings of a Link or a Document in wire order.
template <class L, class Visit>
void for_each_string(L& link, Visit visit) requires(std::is_same_v<std::remove_const_t<L>, Link>) {
  for (auto* text : {&link.url, &link.anchor, &link.title, &link.alt, &link.name, &link.onmouseover,
                     &link.rel, &link.before, &link.after, &link.heading, &link.fragment}) {
    visit(*text);
  }
}
template <class D, class Visit>
void for_each_string(D& document,
                     Visit visit) requires(std::is_same_v<std::remove_const_t<D>, Document>) {
  for (auto* text :
       {&document.status_detail, &document.title, &document.text, &document.description,
        &document.language, &document.charset, &document.media_type, &document.canonical,
        &document.refresh, &document.published, &document.modified, &document.resource_class}) {
    visit(*text);
  }
}

template <class P, class Visit>
void for_each_string(P& property,
                     Visit visit) requires(std::is_same_v<std::remove_const_t<P>, Property>) {
  visit(property.name);
  visit(property.value);
}
template <class S, class Visit>
void for_each_string(S& source,
                     Visit visit) requires(std::is_same_v<std::remove_const_t<S>, PropertySource>) {
  visit(source.property);
  visit(source.source);
}
template <class M, class Visit>
void for_each_string(M& member,
                     Visit visit) requires(std::is_same_v<std::remove_const_t<M>, Member>) {
  for (auto* text : {&member.name, &member.url, &member.media_type, &member.body}) visit(*text);
}

template <class Message>
std::size_t encoded_bytes(const Message& message) {
  std::size_t bytes = 16;
  for_each_string(message, [&bytes](const std::string& text) { bytes += 4 + text.size(); });
  return bytes;
}

constexpr std::size_t kBlockBytes = 4 + 4 + 4 + 4 + 4;

void write_block(const Block& block, FrameWriter& writer) {
  writer.number(block.begin);
  writer.number(block.length);
  writer.byte(static_cast<std::uint8_t>(block.kind));
  writer.byte(block.level);
  writer.byte(block.probability);
  writer.byte(block.is_content ? 1 : 0);
  writer.number(static_cast<std::uint32_t>(block.hash >> 32));
  writer.number(static_cast<std::uint32_t>(block.hash));
}

void read_block(Block& block, FrameReader& reader) {
  block.begin = reader.number();
  block.length = reader.number();
  block.kind = reader.enumerator(BlockKind::kControl);
  block.level = reader.byte();
  reader.require(block.level <= 6);
  block.probability = reader.byte();
  block.is_content = reader.flag();
  block.hash = static_cast<std::uint64_t>(reader.number()) << 32;
  block.hash |= reader.number();
}

/// True if the block lies in `text` and splits no character.
bool is_inside(const Block& block, std::string_view text) {
  const auto is_boundary = [text](std::size_t at) {
    return at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
  };
  return block.begin <= text.size() && block.length <= text.size() - block.begin &&
         is_boundary(block.begin) && is_boundary(block.end());
}

/// Removes the blocks beyond a cut text.
void cut_blocks(Document& document) {
  while (!document.blocks.empty() && document.blocks.back().end() > document.text.size())
    document.blocks.pop_back();
  if (document.block_reasons.size() > document.blocks.size())
    document.block_reasons.resize(document.blocks.size());
}

/// Keeps the first elements of `list` that fit into the limit, adding their size to `bytes`;
/// returns the number cut.
template <class List>
std::uint32_t keep_what_fits(List& list, std::size_t& bytes) {
  std::size_t kept = 0;
  while (kept < list.size()) {
    const std::size_t more = encoded_bytes(list[kept]);
    if (bytes + more > kMaxDocumentBytes) break;
    bytes += more;
    ++kept;
  }
  const auto cut = static_cast<std::uint32_t>(list.size() - kept);
  list.resize(kept);
  return cut;
}

/// Cuts `document` to the size of a frame; returns its size.
std::size_t fit(Document& document) {
  const auto bytes_of = [&document] {
    std::size_t sum = encoded_bytes(document) + document.blocks.size() * kBlockBytes;
    for (const std::string& reason : document.block_reasons) sum += 4 + reason.size();
    return sum;
  };
  std::size_t bytes = bytes_of();
  if (bytes > kMaxDocumentBytes) {
    const std::size_t surplus = bytes - kMaxDocumentBytes;
    document.text =
        cut(document.text, document.text.size() - std::min(surplus, document.text.size()));
    cut_blocks(document);
    bytes = bytes_of();
  }
  keep_what_fits(document.sources, bytes);
  keep_what_fits(document.properties, bytes);
  document.links_cut += keep_what_fits(document.links, bytes);
  document.members_cut += keep_what_fits(document.members, bytes);
  return bytes;
}

template <class Record>
void read_strings(Record& record, FrameReader& reader) {
  for_each_string(record, [&reader](std::string& text) { reader.string(text); });
}

/// Blocks lie in the text, which was read before, one after the other.
void read_blocks(Document& document, FrameReader& reader) {
  document.blocks.resize(reader.count(kBlockBytes));
  std::uint32_t read_to = 0;
  for (Block& block : document.blocks) {
    read_block(block, reader);
    reader.require(block.begin >= read_to && is_inside(block, document.text));
    read_to = block.end();
  }
  document.block_reasons.resize(reader.count(4));
  for (std::string& reason : document.block_reasons) reader.string(reason);
  reader.require(document.block_reasons.empty() ||
                 document.block_reasons.size() == document.blocks.size());
}

void read_links(std::vector<Link>& links, FrameReader& reader) {
  constexpr std::size_t kLeastBytes = 2 + 11 * 4;
  links.resize(reader.count(kLeastBytes));
  for (Link& link : links) {
    link.element = reader.enumerator(Element::kSitemap);
    link.place = reader.enumerator(LinkPlace::kBoilerplate);
    read_strings(link, reader);
  }
}

void read_properties(std::vector<Property>& properties, FrameReader& reader) {
  constexpr std::size_t kLeastBytes = 1 + 2 * 4;
  properties.resize(reader.count(kLeastBytes));
  for (Property& property : properties) {
    property.kind = reader.enumerator(PropertyKind::kXml);
    read_strings(property, reader);
    reader.require(is_schema_name(property.name));
  }
}

void read_sources(std::vector<PropertySource>& sources, FrameReader& reader) {
  constexpr std::size_t kLeastBytes = 2 * 4;
  sources.resize(reader.count(kLeastBytes));
  for (PropertySource& source : sources) {
    read_strings(source, reader);
    reader.require(is_schema_name(source.property));
  }
}

void read_members(std::vector<Member>& members, FrameReader& reader) {
  constexpr std::size_t kLeastBytes = 4 * 4;
  members.resize(reader.count(kLeastBytes));
  for (Member& member : members) {
    for (auto* text : {&member.name, &member.url, &member.media_type}) reader.string(*text);
    reader.bytes(member.body);
  }
}

}  // namespace

std::string encode_request(const Request& request) {
  FrameWriter writer(request.input.body.size() + request.input.url.size() + 256);
  writer.byte(static_cast<std::uint8_t>(Task::kParse));
  writer.number(request.cpu_seconds);
  writer.string(request.fallback_reason);
  writer.string(request.input.url);
  writer.string(request.input.content_type);
  writer.string(request.input.agent);
  writer.string(format_time(request.input.fetched));
  writer.number(static_cast<std::uint32_t>(request.input.max_links));
  writer.byte(request.input.truncated ? 1 : 0);
  writer.byte(request.input.is_member ? 1 : 0);
  writer.byte(request.input.as_xml ? 1 : 0);
  writer.byte(request.input.explain_blocks ? 1 : 0);
  writer.string(request.input.body);
  return std::move(writer).frame();
}

std::optional<Request> decode_request(std::string_view body) {
  FrameReader reader(body);
  Request request;
  reader.require(reader.enumerator(Task::kCheck) == Task::kParse);
  request.cpu_seconds = reader.number();
  reader.bytes(request.fallback_reason);
  reader.bytes(request.input.url);
  reader.bytes(request.input.content_type);
  reader.bytes(request.input.agent);
  std::string fetched;
  reader.bytes(fetched);
  const Result<WallTime> time = parse_time(fetched);
  reader.require(time.has_value());
  if (time) request.input.fetched = *time;
  const std::uint32_t max_links = reader.number();
  reader.require(max_links <= 0x7FFFFFFF);
  request.input.max_links = static_cast<int>(max_links);
  request.input.truncated = reader.flag();
  request.input.is_member = reader.flag();
  request.input.as_xml = reader.flag();
  request.input.explain_blocks = reader.flag();
  reader.bytes(request.input.body);
  if (!reader.ok() || !reader.at_end()) return std::nullopt;
  return request;
}

std::string encode_document(Document document) {
  FrameWriter writer(fit(document));
  writer.byte(static_cast<std::uint8_t>(document.status));
  for (const bool flag :
       {document.noindex, document.nofollow, document.noarchive, document.nosnippet}) {
    writer.byte(flag ? 1 : 0);
  }
  for_each_string(document, [&writer](const std::string& text) { writer.string(text); });
  writer.byte(static_cast<std::uint8_t>(document.page_type));
  writer.number(static_cast<std::uint32_t>(document.blocks.size()));
  for (const Block& block : document.blocks) write_block(block, writer);
  writer.number(static_cast<std::uint32_t>(document.block_reasons.size()));
  for (const std::string& reason : document.block_reasons) writer.string(reason);
  writer.number(document.links_cut);
  writer.number(static_cast<std::uint32_t>(document.links.size()));
  for (const Link& link : document.links) {
    writer.byte(static_cast<std::uint8_t>(link.element));
    writer.byte(static_cast<std::uint8_t>(link.place));
    for_each_string(link, [&writer](const std::string& text) { writer.string(text); });
  }
  writer.number(static_cast<std::uint32_t>(document.properties.size()));
  for (const Property& property : document.properties) {
    writer.byte(static_cast<std::uint8_t>(property.kind));
    for_each_string(property, [&writer](const std::string& text) { writer.string(text); });
  }
  writer.number(static_cast<std::uint32_t>(document.sources.size()));
  for (const PropertySource& source : document.sources) {
    for_each_string(source, [&writer](const std::string& text) { writer.string(text); });
  }
  writer.number(document.members_cut);
  writer.number(static_cast<std::uint32_t>(document.members.size()));
  for (const Member& member : document.members) {
    for_each_string(member, [&writer](const std::string& text) { writer.string(text); });
  }
  return std::move(writer).frame();
}

std::optional<Document> decode_document(std::string_view body) {
  FrameReader reader(body);
  Document document;
  document.status = reader.enumerator(ParseStatus::kDamaged);
  document.noindex = reader.flag();
  document.nofollow = reader.flag();
  document.noarchive = reader.flag();
  document.nosnippet = reader.flag();
  read_strings(document, reader);
  document.page_type = reader.enumerator(PageType::kService);
  read_blocks(document, reader);
  document.links_cut = reader.number();
  read_links(document.links, reader);
  read_properties(document.properties, reader);
  reader.require(document.resource_class.empty() || is_schema_name(document.resource_class));
  read_sources(document.sources, reader);
  document.members_cut = reader.number();
  read_members(document.members, reader);
  if (!reader.ok() || !reader.at_end()) return std::nullopt;
  return document;
}

}  // namespace porthole::parser
