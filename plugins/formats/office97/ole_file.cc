#include "plugins/formats/office97/ole_file.h"

#include <gsf/gsf.h>

#include <algorithm>
#include <array>
#include <mutex>

#include "base/text/text.h"
#include "base/text/utf8.h"
#include "plugins/formats/documents/metadata.h"

namespace porthole {
namespace {

constexpr std::string_view kMark = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";
constexpr gsf_off_t kStreamBytes = 64 << 20;

void use_gsf() {
  static std::once_flag once;
  std::call_once(once, [] {
    gsf_init();
    // It complains of each damaged file; that these are damaged is said elsewhere.
    g_log_set_default_handler([](const char*, GLogLevelFlags, const char*, void*) {}, nullptr);
  });
}

struct Release {
  void operator()(void* object) const { g_object_unref(object); }
};
template <typename T>
using Owned = std::unique_ptr<T, Release>;

/// The value of a property as text; times as a W3C date and time.
std::string text_of(const GValue* value) {
  if (value == nullptr) return {};
  if (G_VALUE_HOLDS_STRING(value)) {
    const char* const text = g_value_get_string(value);
    return text == nullptr ? "" : text;
  }
  if (G_VALUE_TYPE(value) == GSF_TIMESTAMP_TYPE) {
    char* const text =
        gsf_timestamp_as_string(static_cast<const GsfTimestamp*>(g_value_get_boxed(value)));
    const std::string date(text);
    g_free(text);
    return date;
  }
  if (G_VALUE_HOLDS_INT(value)) return std::to_string(g_value_get_int(value));
  return {};
}

std::string property(const GsfDocMetaData* properties, const char* name) {
  const GsfDocProp* const found = gsf_doc_meta_data_lookup(properties, name);
  return found == nullptr ? "" : text_of(gsf_doc_prop_get_val(found));
}

}  // namespace

struct OleFile::Handle {
  explicit Handle(std::string_view bytes)
      : input(gsf_input_memory_new(reinterpret_cast<const guint8*>(bytes.data()),
                                   static_cast<gsf_off_t>(bytes.size()), FALSE)),
        file(input ? gsf_infile_msole_new(input.get(), nullptr) : nullptr) {}

  GsfInput* child(const std::string& name) const {
    return file ? gsf_infile_child_by_name(file.get(), name.c_str()) : nullptr;
  }

  Owned<GsfInput> input;
  Owned<GsfInfile> file;
};

OleFile::OleFile(std::string_view bytes) {
  use_gsf();
  handle_ = std::make_unique<Handle>(bytes);
}

OleFile::~OleFile() = default;

std::uint32_t number_at(std::string_view bytes, std::size_t at, std::size_t size) {
  if (at > bytes.size() || size > bytes.size() - at) return 0;
  std::uint32_t number = 0;
  for (std::size_t i = size; i-- > 0;)
    number = number << 8 | static_cast<unsigned char>(bytes[at + i]);
  return number;
}

std::string from_utf16(std::string_view bytes) {
  std::string text;
  for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
    char32_t unit = number_at(bytes, at, 2);
    const char32_t next = number_at(bytes, at + 2, 2);
    if (unit >= 0xD800 && unit < 0xDC00 && next >= 0xDC00 && next < 0xE000) {
      unit = 0x10000 + ((unit - 0xD800) << 10) + (next - 0xDC00);
      at += 2;
    }
    append_utf8(text, unit);
  }
  return text;
}

bool OleFile::has_stream(std::string_view bytes, std::string_view name) {
  std::string wide;
  for (const char c : name) {
    wide += c;
    wide += '\0';
  }
  return bytes.starts_with(kMark) && bytes.find(wide) != std::string_view::npos;
}

std::optional<std::string> OleFile::stream(const std::string& name) const {
  const Owned<GsfInput> input(handle_->child(name));
  if (!input) return std::nullopt;
  std::string bytes(
      static_cast<std::size_t>(std::clamp<gsf_off_t>(gsf_input_size(input.get()), 0, kStreamBytes)),
      '\0');
  if (bytes.empty()) return bytes;
  const bool is_read =
      gsf_input_read(input.get(), bytes.size(), reinterpret_cast<guint8*>(bytes.data())) != nullptr;
  return is_read ? std::optional(std::move(bytes)) : std::nullopt;
}

void OleFile::read_summary(Document& document) const {
  const Owned<GsfDocMetaData> properties(gsf_doc_meta_data_new());
  for (const std::string name : {"\x05SummaryInformation",
                                 "\x05"
                                 "DocumentSummaryInformation"}) {
    const Owned<GsfInput> input(handle_->child(name));
    if (!input) continue;
    GError* const error = gsf_doc_meta_data_read_from_msole(properties.get(), input.get());
    if (error != nullptr) g_error_free(error);
  }
  const auto value = [&properties](const char* name) { return property(properties.get(), name); };
  document.title = fold_space(clean_utf8(value(GSF_META_NAME_TITLE)));
  document.description = fold_space(clean_utf8(value(GSF_META_NAME_DESCRIPTION)));
  add_names(document, "author", value(GSF_META_NAME_CREATOR));
  add_names(document, "author", value(GSF_META_NAME_INITIAL_CREATOR));
  add_contributors(document, value(GSF_META_NAME_LAST_SAVED_BY));
  add_keywords(document, value(GSF_META_NAME_KEYWORDS));
  add_keywords(document, value(GSF_META_NAME_CATEGORY));
  add_property(document, "keyword", value(GSF_META_NAME_SUBJECT));
  add_property(document, "organization", value(GSF_META_NAME_COMPANY));
  add_property(document, "generator", value(GSF_META_NAME_GENERATOR));
  set_created(document, value(GSF_META_NAME_DATE_CREATED));
  set_modified(document, value(GSF_META_NAME_DATE_MODIFIED));
  constexpr std::array<std::pair<const char*, std::string_view>, 3> kCounts = {
      {{GSF_META_NAME_PAGE_COUNT, "pages"},
       {GSF_META_NAME_WORD_COUNT, "words"},
       {GSF_META_NAME_LINE_COUNT, "lines"}}};
  for (const auto& [name, count] : kCounts) {
    // Programs that do not count write 0.
    if (const std::string number = value(name); number != "0")
      add_property(document, count, number);
  }
}

}  // namespace porthole
