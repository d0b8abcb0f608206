#pragma once

/// Stand-ins for apt: scripts that know the packages which a test makes with the real dpkg-deb.

#include <filesystem>
#include <string>

#include "labs/tests/webbox/box_fixture.h"
#include "labs/webbox/cache.h"
#include "labs/webbox/command.h"

namespace porthole::labs {

class FakeApt {
 public:
  FakeApt() {
    write_script("apt-cache",
                 "if [ \"$1\" = dumpavail ]; then cat records/*; exit; fi\n"
                 "shift 2\n"
                 "for p in \"$@\"; do cat records/$p 2>/dev/null && echo; done\n");
    write_script(
        "apt-get",
        "echo \"$@\" >> calls\n"
        "for p in \"$@\"; do\n"
        "  [ -f pool/$p.deb ] && cp pool/$p.deb \"$folder/${p}_1.0_all.deb\"\n"
        "  [ -f records/$p -a ! -f pool/$p.deb ] && echo \"E: mirror is down for $p\" >&2\n"
        "done\n");
    std::filesystem::create_directories(folder() / "records");
    std::filesystem::create_directories(folder() / "pool");
  }

  Tools tools() const {
    return {(folder() / "apt-get").string(), (folder() / "apt-cache").string(), "dpkg-deb"};
  }

  /// Arguments of the calls of apt-get, a line a call.
  std::string calls() const { return read_file(folder() / "calls"); }

  void add_record(const std::string& package, const std::string& fields) const {
    write_file(folder() / "records" / package, "Package: " + package + "\n" + fields + "\n");
  }

  /// A package that holds one file.
  void add_package(const std::string& package, const std::string& path,
                   const std::string& text) const {
    const auto tree = folder() / "trees" / package;
    write_file(tree / path, text);
    write_file(tree / "DEBIAN/control",
               "Package: " + package +
                   "\nVersion: 1.0\nArchitecture: all\nMaintainer: Nobody <nobody@example.org>\n"
                   "Description: made by a test\n");
    const auto deb = folder() / "pool" / (package + ".deb");
    const auto built = run_command(
        {"dpkg-deb", "--build", "--root-owner-group", tree.string(), deb.string()}, folder());
    ASSERT_TRUE(built) << built.error().to_string();
    ASSERT_EQ(built->status, 0) << built->error;
    add_record(package, "Size: " + std::to_string(std::filesystem::file_size(deb)));
  }

  void add_broken_package(const std::string& package) const {
    write_file(folder() / "pool" / (package + ".deb"), "this is not a package");
    add_record(package, "Size: 18");
  }

  std::filesystem::path folder() const { return folder_.path(); }

 private:
  void write_script(const std::string& name, const std::string& body) const {
    write_file(folder() / name, "#!/bin/sh\nfolder=$PWD\ncd " + folder().string() + "\n" + body);
    std::filesystem::permissions(folder() / name, std::filesystem::perms::owner_all);
  }

  TempFolder folder_;
};

}  // namespace porthole::labs
