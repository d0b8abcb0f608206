#pragma once

/// The body of a message: its text with the links in it, and what is attached.
///
/// Of alternatives the last that gives text is read, which is the richest (RFC 2046 5.1.4). A text
/// without a file name belongs to the body and is read as a page of its type would be; all else is
/// an attachment and becomes a member. A message inside is one of them.

#include <set>
#include <string>

#include "plugins/format_summarizer.h"
#include "plugins/formats/mail/mime.h"

namespace porthole {

class MessageBody {
 public:
  MessageBody(const PageBytes& page, Document& document) : page_(page), document_(document) {}

  /// Returns "" or what could not be read.
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
