#include "base/confinement/landlock.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

#include "base/descriptor.h"

namespace porthole::confinement {
namespace {

// The interface of the kernel. The header of Debian 12 ends at ABI 2.
constexpr std::uint32_t kVersionFlag = 1;
constexpr int kRulePathBeneath = 1;
constexpr std::uint64_t kExecute = 1 << 0;
constexpr std::uint64_t kWriteFile = 1 << 1;
constexpr std::uint64_t kReadFile = 1 << 2;
constexpr std::uint64_t kReadFolder = 1 << 3;
constexpr std::uint64_t kRightsOfAbi1 = (1 << 13) - 1;
constexpr std::uint64_t kRefer = 1 << 13;     // ABI 2
constexpr std::uint64_t kTruncate = 1 << 14;  // ABI 3
constexpr std::uint64_t kIoctl = 1 << 15;     // ABI 5
constexpr std::uint64_t kRightsOfFiles = kExecute | kWriteFile | kReadFile | kTruncate | kIoctl;
constexpr std::uint64_t kBindTcp = 1 << 0;  // ABI 4
constexpr std::uint64_t kConnectTcp = 1 << 1;
constexpr std::uint64_t kAbstractSockets = 1 << 0;  // ABI 6
constexpr std::uint64_t kSignals = 1 << 1;
constexpr int kAbiOfNetwork = 4;
constexpr int kAbiOfScopes = 6;

struct RulesetAttributes {
  std::uint64_t paths = 0;
  std::uint64_t network = 0;
  std::uint64_t scopes = 0;
};

struct [[gnu::packed]] PathAttributes {
  std::uint64_t allowed = 0;
  std::int32_t folder = -1;
};

std::uint64_t path_rights(int abi) {
  return kRightsOfAbi1 | (abi >= 2 ? kRefer : 0) | (abi >= 3 ? kTruncate : 0) |
         (abi >= 5 ? kIoctl : 0);
}

RulesetAttributes handled(int abi, Network network) {
  RulesetAttributes attributes{.paths = path_rights(abi)};
  if (abi >= kAbiOfNetwork) {
    attributes.network = kBindTcp | (network == Network::kForbidden ? kConnectTcp : 0);
  }
  if (abi >= kAbiOfScopes) attributes.scopes = kAbstractSockets | kSignals;
  return attributes;
}

/// The size of the structure that a kernel of `abi` knows.
std::size_t size_for(int abi) {
  if (abi >= kAbiOfScopes) return sizeof(RulesetAttributes);
  return (abi >= kAbiOfNetwork ? 2 : 1) * sizeof(std::uint64_t);
}

/// Adds a rule for each path that exists.
bool allow(int ruleset, const std::vector<std::string>& paths, std::uint64_t rights) {
  for (const std::string& path : paths) {
    const Descriptor place(::open(path.c_str(), O_PATH | O_CLOEXEC));
    struct stat about {};
    if (!place || ::fstat(place.number(), &about) != 0) continue;
    const PathAttributes rule{.allowed = S_ISDIR(about.st_mode) ? rights : rights & kRightsOfFiles,
                              .folder = place.number()};
    if (::syscall(SYS_landlock_add_rule, ruleset, kRulePathBeneath, &rule, 0) != 0) return false;
  }
  return true;
}

}  // namespace

int landlock_abi() {
  const long abi = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, kVersionFlag);
  return abi < 0 ? 0 : static_cast<int>(abi);
}

bool restrict_paths(const PathRules& rules, Network network) {
  const int abi = landlock_abi();
  if (abi == 0) return false;
  const RulesetAttributes attributes = handled(abi, network);
  const Descriptor ruleset(
      static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, size_for(abi), 0)));
  if (!ruleset) return false;
  const std::uint64_t all = path_rights(abi);
  const std::uint64_t read = kReadFile | kReadFolder;
  return allow(ruleset.number(), rules.readable, read) &&
         allow(ruleset.number(), rules.executable, read | kExecute) &&
         allow(ruleset.number(), rules.writable, (read | kWriteFile | kTruncate) & all) &&
         allow(ruleset.number(), rules.owned, all & ~(kIoctl | kExecute)) &&
         ::syscall(SYS_landlock_restrict_self, ruleset.number(), 0) == 0;
}

}  // namespace porthole::confinement
