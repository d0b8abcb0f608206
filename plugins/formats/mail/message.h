#pragma once

/// Reads a message by GMime: its header, and text, links and attachments of its body.

#include <gmime/gmime.h>

#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "plugins/format_summarizer.h"
#include "plugins/page_facts.h"

namespace porthole {

/// Releases objects of GMime.
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

/// Reads the header: fills title, dates, properties, and links to the messages that it replies to:
/// `news:` in a news article, else `mid:`. Source: RFC 5322, RFC 5536 (news), RFC 2392 and RFC 5538
/// (URLs of messages).
void read_headers(GMimeMessage* message, PageFacts& facts);

/// The date as a W3C date, "" if missing or invalid.
std::string date_of(GMimeMessage* message);

/// True if `bytes` begin with a header line: a name of printable ASCII and a colon.
bool begins_with_header(std::string_view bytes);

/// Extracts the text, links and attachments of a message.
///
/// The last part with text of a multipart/alternative is used, which is the richest (RFC 2046
/// 5.1.4). A text part without a file name belongs to the body and is parsed as a page of its type;
/// all other parts are attachments and become members, as do embedded messages.
class MessageBody {
 public:
  MessageBody(const PageBytes& page, Document& document) : page_(page), document_(document) {}

  /// Returns "" or the reason why a part could not be read.
  std::string read(GMimeMessage* message);

 private:
  void read_part(GMimeObject* part, int depth);
  void read_multipart(GMimeMultipart* multipart, int depth);
  void read_text(GMimePart* part, const std::string& type);
  void attach(std::string name, std::string type, std::string body);

  const PageBytes& page_;
  Document& document_;
  int parts_ = 0;
  std::size_t member_bytes_ = 0;
  std::set<std::string> names_;
  std::string problem_;
};

}  // namespace porthole
