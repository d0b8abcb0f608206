#include "plugins/formats/mail/mime.h"

#include "base/text/text.h"

namespace porthole {
namespace {

std::string bytes_of(GMimeStream* stream) {
  const GByteArray* bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream));
  return bytes->len == 0 ? "" : std::string(reinterpret_cast<const char*>(bytes->data), bytes->len);
}

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

}  // namespace porthole
