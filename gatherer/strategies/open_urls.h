#pragma once

/// OpenUrls: the features that the learned strategy has collected for each URL that waits, packed.
///
///   OpenUrls::Url url;
///   if (!urls.get(id, url)) url.site = site;
///   url.terms.push_back(feature);
///   urls.put(id, url);
///
/// Memory: 8 bytes for each id up to the largest, and for each URL that waits 16 bytes, some 1.5
/// for each term, 5 for each citing page, 4 for each annotation, and 8 to 24 of the allocator.
/// Thread safety: one thread.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/text/state_bytes.h"
#include "gatherer/strategies/strategy.h"
#include "gatherer/strategies/yields.h"

namespace porthole::gatherer {

class OpenUrls {
 public:
  /// A citation of a URL: UrlIds fit 32 bits (a crawl has fewer than 4e9 URLs).
  struct Citing {
    std::uint32_t page = 0;
    Yields::ListId list = 0;
  };
  /// The part of fixed size.
  struct Head {
    SiteId site = 0;
    Yields::FolderId folder = 0;
    float read = 0;        ///< Sum of the log-odds of the annotations that the classifier read.
    std::uint8_t own = 0;  ///< A bit for each of kOwnInAnchor .. kOwnInHeading.
    std::uint8_t depth = 0;
    std::uint8_t readings = 0;  ///< Annotations that the classifier read.
    bool sitemap = false;
  };
  struct Url : Head {
    std::vector<Citing> citing;
    std::vector<std::uint32_t> terms;  ///< Numbers of features; put() requires them ascending.
    std::vector<std::uint32_t> seen;   ///< Hashes of the annotations read so far.
  };

  bool contains(UrlId id) const { return index(id) < packed_.size() && packed_[index(id)]; }
  std::size_t size() const { return size_; }
  /// Requires: contains(id).
  Head head(UrlId id) const;
  /// Overwrites `url` with what is known; false, and an empty one, when `id` is not.
  bool get(UrlId id, Url& url) const;
  void put(UrlId id, const Url& url);
  void erase(UrlId id);
  /// In order of ids.
  void for_each(const std::function<void(UrlId)>& visit) const;

  void save(StateWriter& writer) const;
  /// Replaces everything by that of save().
  void load(StateReader& reader);

 private:
  static std::size_t index(UrlId id) { return static_cast<std::size_t>(id - 1); }

  std::deque<std::unique_ptr<char[]>> packed_;  ///< By index(); null when the URL does not wait.
  std::size_t size_ = 0;
  std::string buffer_;
};

}  // namespace porthole::gatherer
