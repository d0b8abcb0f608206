#pragma once

/// Role: a session's rights in the console.

#include <cstdint>
#include <string_view>

namespace porthole::console {

enum class Role : std::uint8_t {
  kRead,     ///< Sees everything, changes nothing, and asks ready questions alone.
  kOperate,  ///< Changes everything, and asks questions in SQL.
};

constexpr std::string_view name_of(Role role) { return role == Role::kRead ? "read" : "operate"; }

}  // namespace porthole::console
