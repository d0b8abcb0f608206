#include "labs/webbox/address.h"

#include <gtest/gtest.h>

namespace porthole::labs {
namespace {

TEST(AddressTest, DropsWhatDoesNotTellPagesApart) {
  EXPECT_EQ(address_of("https://user:word@Docs.Test.:8443/A/b?c=d#e"), "docs.test/A/b");
  EXPECT_EQ(address_of("docs.test"), "docs.test/");
  EXPECT_EQ(address_of("http://docs.test?q"), "docs.test/");
  EXPECT_EQ(address_of("/only/a/path"), "");
  EXPECT_EQ(address_of(""), "");
}

TEST(AddressTest, DecodesOnlyWholeEscapes) {
  EXPECT_EQ(percent_decode("a%20b%2Fc%zz%4"), "a b/c%zz%4");
}

// RFC 3986 3.3: what may stand in a path as it is.
TEST(AddressTest, EncodesWhatAPathMayNotHold) {
  EXPECT_EQ(percent_encode_path("a b/%\"\xC3\xA9?~(x)+=@:"), "a%20b/%25%22%C3%A9%3F~(x)+=@:");
}

TEST(AddressTest, DecodingUndoesEncoding) {
  std::string all;
  for (int c = 1; c < 256; ++c) all += static_cast<char>(c);
  EXPECT_EQ(percent_decode(percent_encode_path(all)), all);
}

}  // namespace
}  // namespace porthole::labs
