#pragma once

/// public-inbox, a news server of mailing lists, with three articles in the group a.test.stars.

#include <memory>
#include <stdexcept>
#include <string>

#include "tests/protocols/messages.h"
#include "tests/protocols/servers.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::testing {

class NewsServer {
 public:
  NewsServer() {
    write_whole_file(folder_ / "1", message("Light curves", "first"));
    write_whole_file(folder_ / "2",
                     message("Re: Light curves", "second", "References: <first@a.test>\n"));
    write_whole_file(folder_ / "3", message("=?utf-8?q?Caf=C3=A9?=", "third"));
    const std::string here = folder_.path().string();
    write_whole_file(folder_ / "fill",
                     "set -e\ncd " + here + "\nexport HOME=" + here + " PI_CONFIG=" + here +
                         "/config ORIGINAL_RECIPIENT=list@a.test\n"
                         "public-inbox-init -V2 -L basic --ng a.test.stars stars inbox "
                         "http://a.test/ list@a.test\n"
                         "git config -f config publicinboxmda.spamcheck none\n"
                         "for n in 1 2 3; do public-inbox-mda --no-precheck <$n; done\n");
    hand_over(folder_.path());
    const auto fill = without_rights({"sh", (folder_ / "fill").string()});
    const auto filled = run_program(fill.front(), {fill.begin() + 1, fill.end()});
    if (filled.code != 0) throw std::runtime_error(filled.err);
    const ReservedPort port;
    server_ = std::make_unique<Server>(
        without_rights({"env", "HOME=" + here, "PI_CONFIG=" + here + "/config",
                        find_program("public-inbox-nntpd"), "-W0", "-l",
                        "nntp://127.0.0.1:" + port.text()}),
        port.number());
  }
  int port() const { return server_->port(); }

 private:
  TempDir folder_;
  std::unique_ptr<Server> server_;
};

}  // namespace porthole::testing
