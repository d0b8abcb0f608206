#pragma once

/// vsftpd with anonymous access.

#include <filesystem>
#include <string>

#include "tests/protocols/servers.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::testing {

class FtpServer {
 public:
  /// The files below `root`; `more` is further lines of its configuration.
  explicit FtpServer(const std::filesystem::path& root, const std::string& more = "")
      : inetd_(without_rights({"vsftpd", (folder_ / "vsftpd.conf").string()})) {
    write_whole_file(folder_ / "vsftpd.conf",
                     "listen=NO\nrun_as_launching_user=YES\nanonymous_enable=YES\nlocal_enable=NO\n"
                     "seccomp_sandbox=NO\nbackground=NO\nno_anon_password=YES\nanon_root=" +
                         root.string() + "\nanon_world_readable_only=NO\n" + more);
    hand_over(folder_.path());
    hand_over(root.parent_path());
  }
  int port() const { return inetd_.port(); }

 private:
  TempDir folder_;
  Inetd inetd_;
};

}  // namespace porthole::testing
