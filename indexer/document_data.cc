#include "indexer/document_data.h"

#include <brotli/decode.h>
#include <brotli/encode.h>

#include <charconv>
#include <cstdint>
#include <optional>

#include "base/json/json.h"
#include "base/text/text.h"

namespace porthole::indexer {
namespace {

using nlohmann::json;

constexpr int kBrotliQuality =
    1;  // half the size of the text at a third of the time of zlib's default
constexpr int kBrotliWindowBits = 16;       // 64 KiB, more than the input
constexpr std::size_t kOmegaSample = 200;   // bytes
constexpr std::size_t kMaxShown = 1 << 20;  // bytes, uncompressed

void append_string(std::string& out, std::string_view text) {
  out += std::to_string(text.size());
  out += ':';
  out += text;
}

/// Removes and returns the first string of `row`; nothing when it is malformed.
std::optional<std::string_view> take_string(std::string_view& row) {
  std::size_t size = 0;
  const auto [end, error] = std::from_chars(row.data(), row.data() + row.size(), size);
  const auto digits = static_cast<std::size_t>(end - row.data());
  if (error != std::errc() || digits >= row.size() || row[digits] != ':') return std::nullopt;
  if (size > row.size() - digits - 1) return std::nullopt;
  const std::string_view text = row.substr(digits + 1, size);
  row.remove_prefix(digits + 1 + size);
  return text;
}

std::string compressed(const std::string& plain) {
  std::size_t size = BrotliEncoderMaxCompressedSize(plain.size());
  std::string out(size, '\0');
  const auto* in = reinterpret_cast<const std::uint8_t*>(plain.data());
  BrotliEncoderCompress(kBrotliQuality, kBrotliWindowBits, BROTLI_MODE_TEXT, plain.size(), in,
                        &size, reinterpret_cast<std::uint8_t*>(out.data()));
  out.resize(size);
  return out;
}

/// Nothing when `packed` is not valid Brotli, or exceeds the maximum size.
std::optional<std::string> decompressed(std::string_view packed) {
  const auto* in = reinterpret_cast<const std::uint8_t*>(packed.data());
  for (std::size_t room = kTextKept + (kTextKept >> 1); room <= kMaxShown; room *= 4) {
    std::string plain(room, '\0');
    std::size_t size = room;
    auto* const out = reinterpret_cast<std::uint8_t*>(plain.data());
    if (BrotliDecoderDecompress(packed.size(), in, &size, out) == BROTLI_DECODER_RESULT_SUCCESS) {
      plain.resize(size);
      return plain;
    }
  }
  return std::nullopt;
}

/// False when `row` does not have the format of write_shown().
bool read_row(std::string_view row, DocumentData& data) {
  const auto text = take_string(row);
  if (!text) return false;
  data.text = *text;
  const auto sections = take_string(row);
  if (!sections) return false;
  for (const std::string_view line : split(*sections, '\n')) {
    const std::size_t space = line.find(' ');
    if (space != line.npos)
      data.sections.push_back(
          {std::string(line.substr(0, space)), std::string(line.substr(space + 1))});
  }
  while (!row.empty()) {
    const auto kind = take_string(row);
    const auto annotator = kind ? take_string(row) : kind;
    const auto said = annotator ? take_string(row) : annotator;
    if (!said) return false;
    data.annotations.push_back(
        {std::string(*annotator), std::string(*said),
         annotation_kind_from_name(*kind).value_or(AnnotationKind::kAnchor)});
  }
  return true;
}

bool read_shown(std::string_view shown, DocumentData& data) {
  if (shown.empty()) return true;
  const std::optional<std::string> row = decompressed(shown);
  return row && read_row(*row, data);
}

/// The fields that Omega's templates show, one per line. Omega parses the JSON before them as
/// one more field, which no template uses.
std::string omega_lines(const DocumentData& data) {
  const std::string& sample = data.description.empty() ? data.text : data.description;
  return "\nformat=porthole\nurl=" + fold_space(data.url) + "\ncaption=" + fold_space(data.title) +
         "\ntype=" + fold_space(data.media_type) +
         "\nsample=" + fold_space(cut(sample, kOmegaSample));
}

std::optional<double> score_from_json(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end()) return std::nullopt;
  return found->get<double>();
}

}  // namespace

std::string write_document_data(const DocumentData& data) {
  json object = {{"url", data.url},
                 {"title", data.title},
                 {"description", data.description},
                 {"language", data.language},
                 {"type", data.media_type},
                 {"topic", data.topic},
                 {"relevance", data.relevance},
                 {"nosnippet", data.nosnippet},
                 {"annotators", data.annotators},
                 {"date", data.date},
                 {"date_source", date_source_name(data.date_source)}};
  if (data.described) object["described"] = true;
  if (!data.published.empty()) object["published"] = data.published;
  if (!data.modified.empty()) object["modified"] = data.modified;
  if (!data.page_type.empty()) object["page_type"] = data.page_type;
  if (!data.authors.empty()) object["authors"] = data.authors;
  if (!data.breadcrumbs.empty()) object["breadcrumbs"] = data.breadcrumbs;
  if (data.hub) object["hub"] = *data.hub;
  if (data.authority) object["authority"] = *data.authority;
  return object.dump(-1, ' ', false, json::error_handler_t::replace) + omega_lines(data);
}

std::string write_shown(const DocumentData& data) {
  if (data.text.empty() && data.annotations.empty()) return {};
  std::string row;
  append_string(row, data.text);
  std::string sections;
  for (const ShownSection& one : data.sections) sections += one.id + " " + one.heading + "\n";
  append_string(row, sections);
  for (const ShownAnnotation& annotation : data.annotations) {
    append_string(row, annotation_kind_name(annotation.kind));
    append_string(row, annotation.annotator);
    append_string(row, annotation.text);
  }
  return compressed(row);
}

Result<DocumentData> read_document_data(std::string_view text, std::string_view shown) {
  const json object = json::parse(text.substr(0, text.find('\n')), nullptr, false);
  if (!object.is_object()) return fail(ErrorCode::kStorage, "a document of the index has no data");
  try {
    DocumentData data;
    object.at("url").get_to(data.url);
    object.at("title").get_to(data.title);
    object.at("description").get_to(data.description);
    object.at("language").get_to(data.language);
    object.at("type").get_to(data.media_type);
    object.at("topic").get_to(data.topic);
    object.at("relevance").get_to(data.relevance);
    data.hub = score_from_json(object, "hub");
    data.authority = score_from_json(object, "authority");
    object.at("nosnippet").get_to(data.nosnippet);
    object.at("annotators").get_to(data.annotators);
    object.at("date").get_to(data.date);
    const auto source = date_source_from_name(object.at("date_source").get<std::string>());
    data.date_source = source.value_or(DateSource::kFetched);
    data.described = object.value("described", false);
    data.published = object.value("published", std::string());
    data.modified = object.value("modified", std::string());
    data.page_type = object.value("page_type", std::string());
    data.authors = object.value("authors", std::vector<std::string>());
    data.breadcrumbs = object.value("breadcrumbs", std::vector<std::string>());
    if (read_shown(shown, data)) return data;
    return fail(ErrorCode::kStorage, "what a document of the index shows is damaged");
  } catch (const json::exception& error) {
    return fail(ErrorCode::kStorage,
                std::string("a document of the index has odd data: ") + error.what());
  }
}

}  // namespace porthole::indexer
