#pragma once

/// MessageList: writes the page of a mailbox or newsgroup: a link to each message, and a link to
/// the next page if there are more.
///
/// Thread safety: none.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "plugins/protocols/support/message_heading.h"
#include "plugins/protocols/support/page_writer.h"

namespace porthole {

/// Declares the option `page-size`: the number of entries on a page.
OptionDeclaration page_size_option();

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
