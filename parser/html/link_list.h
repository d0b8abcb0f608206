#pragma once

/// The links of a page: resolved, filtered, and no more of them than allowed.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/link.h"
#include "base/url/url.h"

namespace porthole::parser {

/// A page with more links than the limit keeps those to other hosts first: they are what a hub page
/// is for. Memory is bounded by twice the limit whatever the page holds.
class LinkList {
 public:
  /// A place in the list, good until take().
  struct Slot {
    bool foreign = false;
    std::uint32_t index = 0;
  };

  LinkList(std::optional<Url> page, int limit);

  /// Takes the page's base element; only the first one counts.
  void set_base(std::string_view href);

  /// `href` resolved against the base; empty when it is no link: unparseable, longer than
  /// kMaxUrlBytes, or of a scheme that has no pages (javascript, data, mailto, tel, ...).
  std::optional<Url> resolve(std::string_view href) const;

  /// Adds a link to `url`; empty when the list is full.
  std::optional<Slot> add(const Url& url, Link link);

  Link& at(Slot slot);

  /// Takes a link out again.
  void drop(Slot slot) { at(slot).url.clear(); }

  /// All links in the order in which they were added, and how many were cut.
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
