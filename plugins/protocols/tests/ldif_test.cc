#include "plugins/protocols/ldap/ldif.h"

#include <gtest/gtest.h>

namespace porthole {
namespace {

TEST(LdifTest, HasAttributesInTheirOrder) {
  const auto entries = read_ldif("DN: cn=Ada,dc=a\n\tcn: Ada\n\tdescription:: w6k=\n");
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(entries[0].dn, "cn=Ada,dc=a");
  EXPECT_EQ(entries[0].first("CN"), "Ada");
  EXPECT_EQ(entries[0].first("description"), "\xC3\xA9");
}

TEST(LdifTest, LeavesOutWhatIsNoBase64) {
  const auto entries = read_ldif("DN: cn=Ada,dc=a\n\tphoto:: ::?\n\tcn: Ada\n");
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(entries[0].first("photo"), "");
  EXPECT_EQ(entries[0].first("cn"), "Ada");
}

}  // namespace
}  // namespace porthole
