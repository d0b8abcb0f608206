// Addresses in running text.

#include "plugins/formats/tests/real_documents.h"

namespace porthole::testing {
namespace {

TEST(AddressesTest, TheParenthesisAroundAnAddressIsNoPartOfIt) {
  const Document text =
      read_bytes("https://a.example/notes.txt", "text/plain",
                 "Notes\nread it (see http://b.example/x) or [that](https://c.example/y)(z).\n"
                 "http://d.example/Mercury_(planet), too\n");
  ASSERT_EQ(text.links.size(), 3u);
  EXPECT_EQ(text.links[0].url, "http://b.example/x");
  EXPECT_EQ(text.links[0].before, "read it (see");
  EXPECT_EQ(text.links[0].after, ") or [that](https://c.example/y)(z).");
  EXPECT_EQ(text.links[1].url, "https://c.example/y");
  EXPECT_EQ(text.links[2].url, "http://d.example/Mercury_(planet)");
}

}  // namespace
}  // namespace porthole::testing
