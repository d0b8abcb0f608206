// The address that is judged is the one that is connected to: each scheme has a default port of its
// own.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "plugins/protocols/tests/speaker.h"

namespace porthole {
namespace {

using ::testing::HasSubstr;
using testing::Loopback;
using testing::Speaker;

struct Scheme {
  std::string scheme;
  std::string library;
  std::string class_name;
  int port;
};

class DefaultPortsTest : public ::testing::TestWithParam<Scheme> {};

TEST_P(DefaultPortsTest, AreThoseOfTheUrlsScheme) {
  const Scheme& asked = GetParam();
  if (!std::filesystem::exists(PORTHOLE_BINARY_DIR "/lib/plugins/" + asked.library + ".so"))
    GTEST_SKIP() << "the plug-in " << asked.library << " was not built";
  Speaker speaker({asked.scheme}, asked.library, asked.class_name, {}, Loopback::kForbidden);
  const auto got = speaker.fetch(asked.scheme + "://127.0.0.1/");
  EXPECT_EQ(got.status, gatherer::FetchStatus::kForbidden);
  EXPECT_THAT(got.detail, HasSubstr("127.0.0.1 port " + std::to_string(asked.port) + " is"));
}

INSTANTIATE_TEST_SUITE_P(OfSchemes, DefaultPortsTest,
                         ::testing::Values(Scheme{"ftp", "ftp", "porthole::FtpHandler", 21},
                                           Scheme{"ftps", "ftp", "porthole::FtpHandler", 990},
                                           Scheme{"gopher", "gopher", "porthole::GopherHandler",
                                                  70},
                                           Scheme{"imap", "imap", "porthole::ImapHandler", 143},
                                           Scheme{"imaps", "imap", "porthole::ImapHandler", 993},
                                           Scheme{"ldap", "ldap", "porthole::LdapHandler", 389},
                                           Scheme{"ldaps", "ldap", "porthole::LdapHandler", 636},
                                           Scheme{"nntp", "nntp", "porthole::NntpHandler", 119},
                                           Scheme{"nntps", "nntp", "porthole::NntpHandler", 563},
                                           Scheme{"oai", "oai", "porthole::OaiHandler", 80},
                                           Scheme{"oais", "oai", "porthole::OaiHandler", 443},
                                           Scheme{"pop3", "pop3", "porthole::Pop3Handler", 110},
                                           Scheme{"pop3s", "pop3", "porthole::Pop3Handler", 995}),
                         [](const auto& each) { return each.param.scheme; });

}  // namespace
}  // namespace porthole
