#pragma once

/// gophernicus.

#include <filesystem>
#include <string>

#include "tests/protocols/servers.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::testing {

class GopherServer {
 public:
  explicit GopherServer(const std::filesystem::path& root)
      : inetd_(without_rights({"sh", (folder_ / "serve").string()})) {
    // It writes its port into its menus, and the port is known once somebody listens.
    write_whole_file(folder_ / "serve",
                     "exec " + find_program("gophernicus") + " -nm -h 127.0.0.1 -p " +
                         std::to_string(inetd_.port()) + " -r " + root.string() + "\n");
    hand_over(folder_.path());
    hand_over(root.parent_path());
  }
  int port() const { return inetd_.port(); }

 private:
  TempDir folder_;
  Inetd inetd_;
};

}  // namespace porthole::testing
