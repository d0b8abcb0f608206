#pragma once

/// Pages of the messages of a mailbox or newsgroup, by subject, sender and date.
///
/// Source: RFC 5322 2.2 (folding), RFC 2047 (encoded words).
/// Thread safety: functions, any thread; the class, none.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "plugins/protocols/support/page_writer.h"

namespace porthole {

struct MessageHeading {
  std::string subject;
  std::string from;
  std::string date;  ///< As written.

  /// The subject, or `otherwise` if it has none.
  std::string title(std::string_view otherwise) const;
  /// Sender and date, shown after the link.
  std::string note() const;
};

/// Parses a header up to its empty line. All text is UTF-8 with white space collapsed; missing
/// fields are empty.
MessageHeading read_heading(std::string_view header);

/// Decodes encoded words to UTF-8; invalid ones are left unchanged.
std::string decoded_words(std::string_view text);

/// Declares the option `page-size`: the number of entries on a page.
OptionDeclaration page_size_option();

/// Writes a link to each message, and a link to the next page if there are more.
class MessageList {
 public:
  MessageList(std::string_view title, std::int64_t limit, std::int64_t page_size)
      : page_(title, limit), page_size_(page_size) {}

  void add_folder(std::string_view href, std::string_view name) { page_.link(href, name); }
  /// `otherwise` is the link text for a message without a subject.
  void add(std::string_view href, const MessageHeading& heading, std::string_view otherwise);
  bool is_full() const { return added_ >= page_size_; }
  /// Links to the next page of the list.
  void continue_at(std::string_view href) { page_.link(href, "more"); }

  ProtocolAnswer answer() && { return std::move(page_).answer(); }

 private:
  PageWriter page_;
  std::int64_t page_size_;
  std::int64_t added_ = 0;
};

}  // namespace porthole
