#pragma once

/// Tells pages that have changed from those whose host gives one text for all its URLs now: a
/// challenge of its own making, a notice that the site is closed, its front page.
///
/// In:  pages that are fetched again, with other bytes than before; the texts that the repository
///      has of them.
/// Out: each page, as changed or as withheld, at once or later.
///
/// Pages of a host that have one text now, as print_of() sees it, are held back until
/// there are kEnough that used to differ, or until the host has kMostTexts other new texts, or
/// until the run ends. A text that pages had before is their own. Beyond kMostHeld pages or
/// kMostHeldBytes those of the host that has waited longest are given back as changed.
///
/// Thread safety: one thread.

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "gatherer/fetch/fetched_page.h"

namespace porthole::gatherer {

class SameTexts {
 public:
  /// The text that the repository has of a page; nothing if that cannot be told.
  using StoredText = std::function<std::optional<std::string>(UrlId)>;
  explicit SameTexts(StoredText stored) : stored_(std::move(stored)) {}

  struct Told {
    std::vector<ParsedPage> changed;   ///< To be stored.
    std::vector<ParsedPage> withheld;  ///< With the text that the host has for all.
  };
  Told take(ParsedPage page);
  /// Hosts with a short page among those that are held that had another text: two pages more of
  /// them may tell whether it is a text for all.
  std::vector<HostId> suspected();
  /// Gives all pages back that are held: nothing more is asked for now.
  std::vector<ParsedPage> release();

 private:
  static constexpr std::size_t kEnough = 3, kMostOfText = 6, kMostTexts = 4, kMostHeld = 1024,
                               kMostHeldBytes = std::size_t{64} << 20, kWordsOfShort = 200;
  struct Held {
    ParsedPage page;
    std::optional<std::uint64_t> before = std::nullopt;  ///< The print of the stored text.
  };
  struct Group {
    std::uint64_t print = 0;
    std::vector<Held> pages;
  };
  struct Host {
    std::deque<Group> groups;  ///< The oldest first.
    std::set<std::uint64_t> for_all, own;
    bool waits = false;  ///< It is in order_.
  };
  /// True if the page had another text before.
  bool had_another(Held& held, std::uint64_t print);
  void decide(Host& host, std::size_t group, Told& told);
  void give_back(Host& host, std::size_t group, Told& told);
  void hold(HostId id, Host& host, std::size_t group, Held held);
  /// A page is held no more.
  void let_go(const Held& held);
  bool is_full() const { return held_ >= kMostHeld || held_bytes_ >= kMostHeldBytes; }
  void give_back_oldest_host(Told& told);
  /// An older answer for `page` comes before a newer one.
  void give_back_older(Host& host, UrlId page, Told& told);

  StoredText stored_;
  std::unordered_map<HostId, Host> hosts_;
  std::deque<HostId> order_;  ///< Hosts with pages that are held, and some that had.
  std::size_t held_ = 0, held_bytes_ = 0;
};

}  // namespace porthole::gatherer
