// sftp against OpenSSH's sshd, run by a user without rights with keys of its own.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "plugins/protocols/tests/servers.h"
#include "plugins/protocols/tests/speaker.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole {
namespace {

namespace fs = std::filesystem;

using gatherer::FetchStatus;
using ::testing::Contains;
using ::testing::HasSubstr;
using testing::links_of;
using testing::Loopback;
using testing::read_whole_file;
using testing::Speaker;
using testing::write_whole_file;

class SftpTest : public ::testing::Test {
 protected:
  void SetUp() override {
    NEEDS_PLUGIN("sftp", "libcurl4-openssl-dev");
    NEEDS_PROGRAM("sshd", "openssh-server");
    fs::create_directories(root_ / "papers");
    write_whole_file(root_ / "a.txt", "A telescope.\n");
    write_whole_file(root_ / "two words #1.txt", "Two words.\n");
    write_whole_file(root_ / "papers/b.html", "<title>B</title><p>A light curve.");
    fs::create_symlink("a.txt", root_ / "link.txt");
    make_key("host");
    make_key("user");
    make_key("stranger");
    fs::copy_file(folder_ / "user.pub", folder_ / "authorized");
    write_whole_file(folder_ / "sshd.conf",
                     "HostKey " + path("host") + "\nAuthorizedKeysFile " + path("authorized") +
                         "\nStrictModes no\nUsePAM yes\nPasswordAuthentication no\nPidFile none\n"
                         "Subsystem sftp internal-sftp\nForceCommand internal-sftp\n");
    fs::copy_file(folder_ / "user", folder_ / "own");
    testing::hand_over(folder_.path());
    for (const char* own : {"own", "stranger"}) {
      EXPECT_EQ(::chown((folder_ / own).c_str(), ::geteuid(), ::getegid()), 0);
    }
    server_ = std::make_unique<testing::Inetd>(
        testing::without_rights({"sshd", "-i", "-e", "-f", path("sshd.conf")}));
    write_known_hosts("host");
  }
  void make_key(const std::string& name) {
    const auto made =
        testing::run_program(testing::find_program("ssh-keygen"),
                             {"-q", "-t", "ecdsa", "-m", "PEM", "-N", "", "-f", path(name)});
    ASSERT_EQ(made.code, 0) << made.err;
  }
  void write_known_hosts(const std::string& key) {
    write_whole_file(folder_ / "known", "[127.0.0.1]:" + std::to_string(server_->port()) + " " +
                                            read_whole_file(folder_ / (key + ".pub")));
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string url(const std::string& name) const {
    return "sftp://127.0.0.1:" + std::to_string(server_->port()) + root_.string() + "/" + name;
  }
  collection::NamedValues options(const std::string& key = "own") const {
    return {{"user", testing::user_without_rights()},
            {"key-file", path(key)},
            {"known-hosts", path("known")}};
  }
  Speaker speaker(const collection::NamedValues& options,
                  Loopback loopback = Loopback::kAllowed) const {
    return Speaker({"sftp"}, "sftp", "porthole::SftpHandler", options, loopback);
  }

  testing::TempDir folder_;
  fs::path root_ = folder_ / "root";
  std::unique_ptr<testing::Inetd> server_;
};

TEST_F(SftpTest, FetchesFilesAndListsFolders) {
  Speaker sftp = speaker(options());
  const auto file = sftp.fetch(url("a.txt"));
  ASSERT_EQ(file.http_status, 200) << file.detail;
  EXPECT_EQ(file.body, "A telescope.\n");
  EXPECT_EQ(file.header("content-type"), "text/plain");
  EXPECT_THAT(std::string(file.header("last-modified")), HasSubstr("GMT"));
  const auto folder = sftp.fetch(url(""));
  ASSERT_EQ(folder.http_status, 200) << folder.detail;
  const auto links = links_of(folder, url(""));
  for (const char* name : {"a.txt", "papers/", "link.txt"}) EXPECT_THAT(links, Contains(url(name)));
  ASSERT_THAT(links, Contains(url("two%20words%20%231.txt")));
  EXPECT_EQ(sftp.fetch(url("two%20words%20%231.txt")).body, "Two words.\n");
}

TEST_F(SftpTest, AFolderWithoutItsSlashIsRedirectedAndWhatIsMissingIsNotFound) {
  Speaker sftp = speaker(options());
  const auto folder = sftp.fetch(url("papers"));
  EXPECT_EQ(folder.http_status, 301) << folder.detail;
  EXPECT_EQ(folder.header("location"), url("papers/"));
  EXPECT_EQ(sftp.fetch(url("none.txt")).http_status, 404);
  EXPECT_EQ(sftp.fetch(url("none/")).http_status, 404);
}

TEST_F(SftpTest, AServerThatCannotProveWhoItIsGetsNoLogin) {
  write_known_hosts("stranger");
  EXPECT_NE(speaker(options()).fetch(url("a.txt")).status, FetchStatus::kAnswer);
  write_whole_file(folder_ / "known", "");
  EXPECT_NE(speaker(options()).fetch(url("a.txt")).status, FetchStatus::kAnswer)
      << "nobody knows it";
}

TEST_F(SftpTest, AFingerprintIsAProofToo) {
  const auto shown =
      testing::run_program(testing::find_program("ssh-keygen"), {"-l", "-f", path("host.pub")});
  const std::string fingerprint = shown.out.substr(shown.out.find("SHA256:"));
  collection::NamedValues by_fingerprint = options();
  by_fingerprint[2] = {"fingerprint", fingerprint.substr(0, fingerprint.find(' '))};
  const auto got = speaker(by_fingerprint).fetch(url("a.txt"));
  EXPECT_EQ(got.http_status, 200) << got.detail;
  by_fingerprint[2].second[10] ^= 1;
  EXPECT_NE(speaker(by_fingerprint).fetch(url("a.txt")).status, FetchStatus::kAnswer);
}

TEST_F(SftpTest, AStrangersKeyIsForbiddenAndAKeyForAllIsRefused) {
  EXPECT_EQ(speaker(options("stranger")).fetch(url("a.txt")).http_status, 403);
  fs::permissions(folder_ / "own", fs::perms::all);
  EXPECT_THAT(speaker(options()).refusal(), HasSubstr("chmod 600"));
  EXPECT_THAT(speaker({{"user", "ann"}}).refusal(), HasSubstr("password-file or key-file"));
}

TEST_F(SftpTest, ConnectsToNoAddressThatTheSpecificationDoesNotAllow) {
  EXPECT_EQ(speaker(options(), Loopback::kForbidden).fetch(url("a.txt")).status,
            FetchStatus::kForbidden);
}

TEST_F(SftpTest, IsGatheredFromFolderToDocuments) {
  std::string elements;
  for (const auto& [name, value] : options())
    elements += "<option name=\"" + name + "\" value=\"" + value + "\"/>";
  const testing::TestCollection collection(testing::speaking(
      {url("")}, "sftp",
      "<protocol scheme=\"sftp\" library=\"sftp\" class=\"porthole::SftpHandler\">" + elements +
          "</protocol>"));
  collection.gather();
  EXPECT_EQ(collection.page(url("papers/b.html")).document.title, "B");
}

}  // namespace
}  // namespace porthole
