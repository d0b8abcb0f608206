#include "console/access/sessions.h"

#include <algorithm>

#include "console/access/random_token.h"

namespace porthole::console {

bool Sessions::has_ended(const Known& known) const {
  const SteadyTime now = clock_.steady();
  return now - known.used >= kIdle || now - known.opened >= kLongest;
}

void Sessions::make_place() {
  std::erase_if(known_, [this](const auto& one) { return has_ended(one.second); });
  if (known_.size() < kMost) return;
  known_.erase(std::min_element(known_.begin(), known_.end(), [](const auto& one, const auto& two) {
    return one.second.used < two.second.used;
  }));
}

Session Sessions::open(Role role) {
  const std::lock_guard lock(mutex_);
  make_place();
  Known known;
  known.session.id = random_token();
  known.session.token = random_token();
  known.session.role = role;
  known.session.actor = std::string(name_of(role)) + "-" + std::to_string(++logins_);
  known.opened = known.used = clock_.steady();
  Session session = known.session;
  known_.emplace(session.id, std::move(known));
  return session;
}

std::optional<Session> Sessions::find(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto found = known_.find(id);
  if (found == known_.end()) return std::nullopt;
  if (has_ended(found->second)) {
    known_.erase(found);
    return std::nullopt;
  }
  found->second.used = clock_.steady();
  return found->second.session;
}

void Sessions::close(const std::string& id) {
  const std::lock_guard lock(mutex_);
  known_.erase(id);
}

}  // namespace porthole::console
