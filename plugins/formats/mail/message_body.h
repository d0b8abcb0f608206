#pragma once

/// MessageBody: extracts the text, links and attachments of a message.
///
/// The last part with text of a multipart/alternative is used, which is the richest (RFC 2046
/// 5.1.4). A text part without a file name belongs to the body and is parsed as a page of its type;
/// all other parts are attachments and become members, as do embedded messages.

#include <set>
#include <string>

#include "plugins/format_summarizer.h"
#include "plugins/formats/mail/mime.h"

namespace porthole {

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
