#pragma once

/// Scores a crawl of the box by the topics that the list of sites assigns, independent of our own
/// relevance.
///
/// In:  the URLs that a crawl fetched with a status of 2xx, in any order.
/// Out: the number of pages of a topic, and of its sites that they are on.
///
/// Every fetched URL that lies in a site of the list counts, whatever its media type. http and
/// https, query and fragment, percent-encoding, and a folder and its index page make no difference:
/// a page counts once. A URL belongs to the site with the longest base that it begins with.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "labs/webbox/site_list.h"

namespace porthole::labs {

struct Verdict {
  std::size_t pages_on_topic = 0;  ///< Distinct pages on sites of the topic.
  std::size_t sites_on_topic = 0;  ///< Sites of the topic with at least one of them.
  std::size_t pages = 0;           ///< Distinct pages on sites of the list.
  std::size_t pages_outside = 0;   ///< Distinct URLs on no site of the list.
};

/// Counts for one topic of one list. Ownership: keeps a reference to `sites`, which must outlive
/// it.
class Judge {
 public:
  /// `topic` is compared as a whole or as the beginning of a path: science takes in science/math.
  Judge(const std::vector<Site>& sites, std::string topic);

  /// Counts `url` if it is new. Returns whether it lies on a site of the topic.
  bool add(std::string_view url);

  const Verdict& verdict() const { return verdict_; }

  /// The site that a page_name() lies on, or nullptr.
  const Site* site_of(std::string_view page) const;
  bool is_on_topic(const Site& site) const;

 private:
  std::string topic_;
  std::map<std::string_view, const Site*> by_base_;
  std::unordered_set<std::string> pages_;
  std::unordered_set<const Site*> on_topic_;
  Verdict verdict_;
};

/// The same for a whole crawl at once.
Verdict judge(const std::vector<Site>& sites, const std::string& topic,
              const std::vector<std::string>& urls);

/// host/path of a page, spelt in one way: decoded, without the name of an index page.
std::string page_name(std::string_view url);

}  // namespace porthole::labs
