#pragma once

/// RAII wrappers for GMime objects, and a message parser.

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
/// An owning pointer. Note that most functions of GMime return borrowed pointers.
template <class Object>
using MimeOwned = std::unique_ptr<Object, MimeRelease>;

/// Null if `bytes` are not a message.
MimeOwned<GMimeMessage> parse_message(std::string_view bytes);

/// The content with its transfer encoding removed.
std::string decoded(GMimePart* part);
/// The object as serialised in its message.
std::string written(GMimeObject* object);

/// "text/html", in lower case.
std::string type_of(GMimeObject* object);

/// Valid UTF-8 with white space collapsed; "" for null.
std::string clean(const char* text);

}  // namespace porthole
