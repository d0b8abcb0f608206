#include "indexer/document_data.h"

#include <brotli/decode.h>
#include <brotli/encode.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <variant>

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

// Names of DateSource, in its order.
constexpr std::array<std::string_view, 4> kSourceNames = {"published", "modified", "last-modified",
                                                          "fetched"};

std::string_view date_source_name(DateSource source) {
  return kSourceNames[static_cast<std::size_t>(source)];
}

std::optional<DateSource> date_source_from_name(std::string_view name) {
  const auto found = std::find(kSourceNames.begin(), kSourceNames.end(), name);
  if (found == kSourceNames.end()) return std::nullopt;
  return static_cast<DateSource>(found - kSourceNames.begin());
}

template <class T>
void put(json& object, std::string_view name, const T& value, const T& unknown) {
  if (value == unknown) return;
  json& member = object[std::string(name)];
  if constexpr (std::is_same_v<T, DateSource>) {
    member = date_source_name(value);
  } else if constexpr (std::is_same_v<T, std::optional<double>>) {
    member = *value;
  } else {
    member = value;
  }
}

/// Throws json::exception where the member has another type.
template <class T>
void take(const json& object, std::string_view name, T& value) {
  const auto found = object.find(name);
  if (found == object.end()) return;
  if constexpr (std::is_same_v<T, DateSource>) {
    value = date_source_from_name(found->get<std::string>()).value_or(DateSource::kFetched);
  } else if constexpr (std::is_same_v<T, std::optional<double>>) {
    value = found->get<double>();
  } else {
    found->get_to(value);
  }
}

}  // namespace

std::string write_document_data(const DocumentData& data) {
  static const PageFields kUnknown;
  json object = json::object();
  for (const ResultField& field : kResultFields)
    std::visit([&](auto member) { put(object, field.name, data.*member, kUnknown.*member); },
               field.member);
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
    for (const ResultField& field : kResultFields)
      std::visit([&](auto member) { take(object, field.name, data.*member); }, field.member);
    if (read_shown(shown, data)) return data;
    return fail(ErrorCode::kStorage, "what a document of the index shows is damaged");
  } catch (const json::exception& error) {
    return fail(ErrorCode::kStorage,
                std::string("a document of the index has odd data: ") + error.what());
  }
}

}  // namespace porthole::indexer
