#include "console/access/sessions.h"

#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <stdexcept>

#include "console/access/private_file.h"

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

std::string random_token() {
  std::array<unsigned char, 32> bytes{};
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const ssize_t count = ::getrandom(bytes.data() + filled, bytes.size() - filled, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) throw std::runtime_error("the system gives no random bytes");
    filled += static_cast<std::size_t>(count);
  }
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const unsigned char byte : bytes) {
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

bool is_same_secret(std::string_view one, std::string_view other) {
  if (one.size() != other.size()) return false;
  volatile unsigned char difference = 0;
  for (std::size_t i = 0; i < one.size(); ++i)
    difference = static_cast<unsigned char>(difference | (one[i] ^ other[i]));
  return difference == 0;
}

namespace {

constexpr std::size_t kLongest = 256;  // bytes of a secret's file that are looked at
constexpr Role kRoles[] = {Role::kOperate, Role::kRead};

}  // namespace

std::filesystem::path LoginSecrets::file_of(Role role) const {
  return folder_ / (std::string(name_of(role)) + ".secret");
}

Result<std::string> LoginSecrets::make(Role role) const {
  TRY(make_private_folder(folder_));
  std::string secret = random_token();
  TRY(write_private_file(file_of(role), secret + "\n"));
  return secret;
}

bool LoginSecrets::has(Role role) const { return ::access(file_of(role).c_str(), F_OK) == 0; }

std::optional<Role> LoginSecrets::use(std::string_view secret) const {
  for (const Role role : kRoles) {
    std::string stored = read_small_file(file_of(role), kLongest);
    while (!stored.empty() && stored.back() == '\n') stored.pop_back();
    if (stored.size() < random_token().size() || !is_same_secret(stored, secret)) continue;
    // The file can be removed once: two logins with one secret give one session.
    if (::unlink(file_of(role).c_str()) == 0) return role;
  }
  return std::nullopt;
}

}  // namespace porthole::console
