#pragma once

/// GMime's objects with owners, and a message out of bytes.

#include <gmime/gmime.h>

#include <memory>
#include <string>
#include <string_view>

namespace porthole {

struct MimeRelease {
  void operator()(void* object) const { g_object_unref(object); }
  void operator()(char* text) const { g_free(text); }
  void operator()(GMimeReferences* list) const { g_mime_references_free(list); }
};
/// Not borrowed: what a function of GMime returns is its object's own unless the function makes it.
template <class Object>
using MimeOwned = std::unique_ptr<Object, MimeRelease>;

/// Null where `bytes` are no message at all.
MimeOwned<GMimeMessage> parse_message(std::string_view bytes);

/// The content with its transfer encoding undone.
std::string decoded(GMimePart* part);
/// As it stands in its message.
std::string written(GMimeObject* object);

/// "text/html", in lower case.
std::string type_of(GMimeObject* object);

/// "" for null; valid UTF-8 with white space folded.
std::string clean(const char* text);

}  // namespace porthole
