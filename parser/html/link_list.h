#pragma once

/// LinkList: collects the links of a page; resolves URLs, filters them, limits their number, and
/// tells links of the content from those of menus.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/document.h"
#include "base/link.h"
#include "base/url/url.h"

namespace porthole::parser {

/// When a page exceeds the limit, links to other hosts are kept first. Memory is at most twice the
/// limit for any page.
class LinkList {
 public:
  /// Identifies a link in the list; valid until take().
  struct Slot {
    bool foreign = false;
    std::uint32_t index = 0;
  };

  /// `charset`: of the page, by its name in the Encoding Standard.
  LinkList(std::optional<Url> page, int limit, std::string_view charset);

  /// Sets the base URL from a base element; only the first call counts.
  void set_base(std::string_view href);

  /// `href` resolved against the base; empty if it is not a link: invalid, longer than
  /// kMaxUrlBytes, or of a scheme without pages (javascript, data, mailto, tel, ...). Its query is
  /// encoded in the page's charset, as browsers do.
  std::optional<Url> resolve(std::string_view href) const;

  /// Adds a link to `url`; empty when the list is full. `text_at`: the size of the page's text
  /// before the link; kOutside for one that stands outside of it.
  static constexpr std::uint32_t kOutside = UINT32_MAX;
  std::optional<Slot> add(const Url& url, Link link, std::uint32_t text_at);

  Link& at(Slot slot);

  /// Number of links added so far, and the number of the next one.
  std::uint32_t count() const { return order_; }
  /// The text of the links from number `first` on is not part of the page's text.
  void forget_text(std::uint32_t first);

  /// Removes a link.
  void drop(Slot slot) { at(slot).url.clear(); }

  /// All links in the order in which they were added, each with its place among `blocks`, and the
  /// number of links cut. A link with text stands in the block that its text begins in. One without
  /// (an image) that stands between two blocks has a place where both agree.
  struct Taken {
    std::vector<Link> links;
    std::uint32_t cut = 0;
  };
  Taken take(const std::vector<Block>& blocks);

 private:
  struct Entry {
    Link link;
    std::uint32_t order = 0;
    std::uint32_t text_at = kOutside;
  };

  Result<Url> parse(std::string_view href) const;

  std::string charset_;  ///< "" for UTF-8.
  std::optional<Url> page_;
  std::optional<Url> base_;
  bool has_base_element_ = false;
  std::size_t limit_;
  std::vector<Entry> own_;
  std::vector<Entry> foreign_;
  std::uint32_t order_ = 0;
  std::uint32_t cut_ = 0;
};

}  // namespace porthole::parser
