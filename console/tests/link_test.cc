// Links of consoles that run beside each other on one folder.

#include "console/tests/console_fixture.h"

namespace porthole::console {
namespace {

class LinkTest : public ConsoleTest {
 protected:
  std::unique_ptr<Console> another() {
    ConsoleOptions options;
    options.folders = {collection_.folder().string()};
    options.program = program();
    options.clock = &clock_;
    auto started = Console::start(options);
    EXPECT_TRUE(started) << started.error().to_string();
    return started ? std::move(*started) : nullptr;
  }
  /// The address of the console that a new link leads to.
  std::string linked() const {
    const auto link = new_link(collection_.folder().string(), Role::kOperate);
    EXPECT_TRUE(link) << link.error().to_string();
    return link ? link->substr(0, link->find('#')) : "";
  }
};

TEST_F(LinkTest, TheEndOfAConsoleLeavesTheAddressOfAnotherOne) {
  ASSERT_NE(another(), nullptr) << "begins and ends";
  EXPECT_EQ(linked(), console_->url());
}

TEST_F(LinkTest, AConsoleIsReachableAfterTheEndOfTheOneBefore) {
  const std::unique_ptr<Console> later = another();
  ASSERT_NE(later, nullptr);
  console_->stop();
  EXPECT_EQ(linked(), later->url());
}

TEST_F(LinkTest, TheAddressOfAConsoleThatWasKilledLeadsNobodyAstray) {
  const std::filesystem::path left = own_folder() / "url-0123456789abcdef";
  testing::write_whole_file(left, "http://127.0.0.1:1/");
  EXPECT_EQ(linked(), console_->url());
  ASSERT_NE(another(), nullptr);
  EXPECT_FALSE(std::filesystem::exists(left)) << "the next start removes it";
}

TEST_F(LinkTest, WithoutAConsoleThereIsNoLinkAndNothingIsMade) {
  const std::filesystem::path misspelt = temporary_ / "misspelt";
  const auto link = new_link(misspelt.string(), Role::kOperate);
  ASSERT_FALSE(link);
  EXPECT_EQ(link.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(link.error().file, misspelt.string());
  EXPECT_FALSE(std::filesystem::exists(misspelt));
  std::filesystem::remove(own_folder() / "operate.secret");
  console_->stop();
  EXPECT_FALSE(new_link(collection_.folder().string(), Role::kOperate));
  EXPECT_FALSE(std::filesystem::exists(own_folder() / "operate.secret"));
}

}  // namespace
}  // namespace porthole::console
