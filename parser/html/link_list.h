#pragma once

/// LinkList: collects the links of a page; resolves URLs, filters them and limits their number.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

  LinkList(std::optional<Url> page, int limit);

  /// Sets the base URL from a base element; only the first call counts.
  void set_base(std::string_view href);

  /// `href` resolved against the base; empty if it is not a link: invalid, longer than
  /// kMaxUrlBytes, or of a scheme without pages (javascript, data, mailto, tel, ...).
  std::optional<Url> resolve(std::string_view href) const;

  /// Adds a link to `url`; empty when the list is full.
  std::optional<Slot> add(const Url& url, Link link);

  Link& at(Slot slot);

  /// Removes a link.
  void drop(Slot slot) { at(slot).url.clear(); }

  /// All links in the order in which they were added, and the number of links cut.
  struct Taken {
    std::vector<Link> links;
    std::uint32_t cut = 0;
  };
  Taken take();

 private:
  struct Entry {
    Link link;
    std::uint32_t order = 0;
  };

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
