#include "sampler/host_window.h"

#include <algorithm>

namespace porthole::sampler {

void HostWindow::visit(HostId host, NodeId page) {
  if (length_ == 0) return;
  last_.push_back(host);
  ++count_[host];
  if (last_.size() > length_) {
    --count_[last_.front()];
    last_.pop_front();
  }
  std::erase_if(hosts_, [&](const auto& known) { return known.first == host; });
  hosts_.emplace_back(host, page);
  if (hosts_.size() > recent_) hosts_.erase(hosts_.begin());
}

bool HostWindow::is_trapped_by(HostId host) const {
  if (length_ == 0) return false;
  const auto found = count_.find(host);
  if (found == count_.end()) return false;
  const bool leaves_with_oldest = last_.size() == length_ && last_.front() == host;
  return 2 * (found->second + 1 - (leaves_with_oldest ? 1 : 0)) > length_;
}

std::optional<NodeId> HostWindow::elsewhere(HostId host, HashRng& rng) const {
  std::vector<NodeId> pages;
  for (const auto& [other, page] : hosts_) {
    if (other != host) pages.push_back(page);
  }
  if (pages.empty()) return std::nullopt;
  return pages[rng.below(pages.size())];
}

}  // namespace porthole::sampler
