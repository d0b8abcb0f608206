#include "console/access/login_secrets.h"

#include <unistd.h>

#include "console/access/private_file.h"
#include "console/access/random_token.h"

namespace porthole::console {
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
