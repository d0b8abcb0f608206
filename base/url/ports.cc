#include "base/url/ports.h"

#include <algorithm>
#include <array>
#include <utility>

namespace porthole {
namespace {

constexpr std::array<std::pair<std::string_view, int>, 23> kDefaultPorts{{
    {"ftp", 21},          {"ftps", 990}, {"gopher", 70}, {"gophers", 70}, {"http", 80},
    {"https", 443},       {"imap", 143}, {"imaps", 993}, {"ldap", 389},   {"ldaps", 636},
    {"mysql", 3306},      {"news", 119}, {"nntp", 119},  {"nntps", 563},  {"oai", 80},
    {"oais", 443},        {"pop3", 110}, {"pop3s", 995}, {"sftp", 22},    {"ssh", 22},
    {"postgresql", 5432}, {"ws", 80},    {"wss", 443},
}};

/// In ascending order.
constexpr auto kBlocked = std::to_array<int>(
    {0,    1,    7,    9,    11,   13,   15,   17,   19,   20,   21,   22,   23,   25,
     37,   42,   43,   53,   69,   77,   79,   87,   95,   101,  102,  103,  104,  109,
     110,  111,  113,  115,  117,  119,  123,  135,  137,  139,  143,  161,  179,  389,
     427,  465,  512,  513,  514,  515,  526,  530,  531,  532,  540,  548,  554,  556,
     563,  587,  601,  636,  989,  990,  993,  995,  1719, 1720, 1723, 2049, 3659, 4045,
     4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080});

}  // namespace

int default_port(std::string_view scheme) {
  for (const auto& [name, port] : kDefaultPorts) {
    if (name == scheme) return port;
  }
  return 0;
}

bool is_blocked_port(int port) { return std::ranges::binary_search(kBlocked, port); }

}  // namespace porthole
