#pragma once

/// When a feed says that one of its entries was changed.
///
/// In:  Link::fragment of an entry of an RSS or Atom feed: its elements other than title, link and
///      text, as XML.
/// Out: the latest of its dates: <updated> and <published> (RFC 4287), <pubDate> (RSS 2.0),
///      <modified> and <issued> (Atom 0.3, Dublin Core), <date> (Dublin Core).
///
/// Dates are W3C dates or those of e-mail (RFC 5322); of one entry the first eight count. Thread
/// safety: any thread.

#include <optional>
#include <string_view>

#include "base/clock.h"

namespace porthole::gatherer {

/// Absent when the entry has no date that can be read.
std::optional<WallTime> date_of_entry(std::string_view fragment);

}  // namespace porthole::gatherer
