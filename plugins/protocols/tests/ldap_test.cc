// ldap against OpenLDAP's slapd, run by a user without rights.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

#include "plugins/protocols/tests/local_servers.h"
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
using ::testing::Not;
using testing::read_page;
using testing::ScriptedServer;
using testing::Speaker;
using testing::write_whole_file;

Speaker speaker(const collection::NamedValues& options = {},
                Loopback loopback = Loopback::kAllowed) {
  return Speaker({"ldap"}, "ldap", "porthole::LdapHandler", options, loopback);
}

class LdapTest : public ::testing::Test {
 protected:
  void SetUp() override {
    NEEDS_PLUGIN("ldap", "libcurl4-openssl-dev");
    NEEDS_PROGRAM("slapd", "slapd");
    server_ = std::make_unique<testing::Directory>();
    write_whole_file(folder_ / "password", "secret\n");
    fs::permissions(folder_ / "password", fs::perms::owner_read);
  }
  std::string url(const std::string& dn) const {
    return "ldap://127.0.0.1:" + std::to_string(server_->port()) + "/" + dn;
  }

  testing::TempDir folder_;
  std::unique_ptr<testing::Directory> server_;
};

TEST_F(LdapTest, AnEntryIsAPageWithLinksToWhatIsBelowIt) {
  Speaker ldap = speaker();
  const auto top = ldap.fetch(url("dc=a,dc=test"));
  ASSERT_EQ(top.http_status, 200) << top.detail;
  EXPECT_EQ(read_page(top, url("")).title, "Observatory");
  EXPECT_THAT(links_of(top, url("")), Contains(url("ou=people,dc=a,dc=test")));
  const std::string people = url("ou=people,dc=a,dc=test");
  const auto links = links_of(ldap.fetch(people), people);
  ASSERT_EQ(links.size(), 1u);
  const auto ann = ldap.fetch(links.front());
  ASSERT_EQ(ann.http_status, 200) << ann.detail;
  const Document page = read_page(ann, links.front());
  EXPECT_EQ(page.title, "Ann Müller");
  EXPECT_THAT(page.text, HasSubstr("She measures light curves."));
  EXPECT_THAT(links_of(ann, links.front()), Contains("http://ann.test/"));
  EXPECT_THAT(ann.body, Not(HasSubstr("hidden")));
}

TEST_F(LdapTest, WhatIsMissingOrClosedIsNotFoundAndAWrongLoginIsForbidden) {
  Speaker ldap = speaker();
  EXPECT_EQ(ldap.fetch(url("ou=none,dc=a,dc=test")).http_status, 404);
  EXPECT_EQ(ldap.fetch(url("ou=closed,dc=a,dc=test")).http_status, 404);
  const std::string password = (folder_ / "password").string();
  Speaker root = speaker({{"user", "cn=root,dc=a,dc=test"}, {"password-file", password}});
  EXPECT_EQ(root.fetch(url("ou=closed,dc=a,dc=test")).http_status, 200);
  Speaker stranger = speaker({{"user", "cn=bob,dc=a,dc=test"}, {"password-file", password}});
  EXPECT_EQ(stranger.fetch(url("dc=a,dc=test")).http_status, 403);
}

TEST_F(LdapTest, ConnectsToNoAddressThatTheSpecificationDoesNotAllow) {
  EXPECT_EQ(speaker({}, Loopback::kForbidden).fetch(url("dc=a,dc=test")).status,
            FetchStatus::kForbidden);
}

TEST(LdapProtocolTest, AServerThatSaysNonsenseCostsThePageAlone) {
  NEEDS_PLUGIN("ldap", "libcurl4-openssl-dev");
  ScriptedServer nonsense([](ScriptedServer::Client& client) { client.say("no LDAP at all\r\n"); });
  const auto got = speaker().fetch("ldap://127.0.0.1:" + std::to_string(nonsense.port()) + "/dc=a");
  EXPECT_NE(got.http_status, 200);
}

}  // namespace
}  // namespace porthole
