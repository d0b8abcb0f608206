#pragma once

/// The page of links that stands for a folder, a group, a table; and the page of one row or record.
///
///   PageWriter page("/pub/", request.body_limit);
///   page.text("What the folder says of itself");
///   for (...) if (!page.link("./a.txt", "a.txt", "12 January")) break;
///   return std::move(page).answer();
///
/// All text is escaped. Source: https://html.spec.whatwg.org/.
/// Thread safety: none.

#include <cstdint>
#include <string>
#include <string_view>

#include "plugins/protocol_handler.h"

namespace porthole {

class PageWriter {
 public:
  /// At most `limit` bytes, where the frame alone has fewer.
  PageWriter(std::string_view title, std::int64_t limit);

  /// A <meta> of the head, left out when `content` is empty.
  void meta(std::string_view name, std::string_view content);

  /// These add a whole thing, or nothing and say false: then the page is full.
  bool heading(std::string_view text);
  /// A paragraph; nothing for an empty one.
  bool text(std::string_view text);
  /// An entry of a list; `note` stands behind the link.
  bool link(std::string_view href, std::string_view text, std::string_view note = {});

  /// 200 with the page; truncated when something did not fit.
  ProtocolAnswer answer() &&;

 private:
  bool add(std::string piece, bool in_list);

  std::size_t limit_;
  std::string head_;
  std::string body_;
  bool in_list_ = false;
  bool cut_ = false;
};

/// `path` (bytes, as names of files are) as it stands in a URL; slashes stay.
std::string encoded_path(std::string_view path);
/// `value` as one segment of a path or the value of a query; slashes, & and = are encoded, too.
std::string encoded_segment(std::string_view value);

}  // namespace porthole
