#include "collection/bookmarks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace porthole::collection {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const char* const kBookmarks = R"html(<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks Menu</H1>
<DL><p>
    <DT><A HREF="https://loose.test/" ADD_DATE="1">On its own</A>
    <DT><H3 ADD_DATE="1">Science &amp; nature</H3>
    <DD>about the folder
    <DL><p>
        <DT><A HREF="https://stars.test/?a=1&amp;b=2" ICON="data:image/png;base64,AA>B=">Stars &#39;n&#39; &lt;suns&gt;</A>
        <DD>Of the sky
        <DT><H3>Astro/physics</H3>
        <DL><p>
            <DT><A HREF="https://deep.test/#part">Deep</A>
        </DL><p>
        <HR>
        <DT><A HREF="https://after.test/">After the folder</A>
    </DL><p>
    <DT><H3 PERSONAL_TOOLBAR_FOLDER="true">Bookmarks Toolbar</H3>
    <DL><p>
        <DT><A HREF="place:sort=8">Most visited</A>
        <DT><A HREF="javascript:alert(1)">Run</A>
        <DT><A HREF="https://bar.test/">Bar</A>
    </DL><p>
</DL>
)html";

std::string path_of(const NewExample& example) {
  std::string path;
  for (const std::string& name : example.path) path += "/" + name;
  return path;
}

TEST(BookmarksTest, FoldersBecomeTopicsAndBookmarksExamples) {
  const auto read = read_bookmarks(kBookmarks, "b.html");
  ASSERT_TRUE(read) << read.error().to_string();
  std::vector<std::string> found;
  for (const NewExample& example : read->examples)
    found.push_back(path_of(example) + " " + example.example.url);
  EXPECT_THAT(found,
              ElementsAre(" https://loose.test/", "/Science & nature https://stars.test/?a=1&b=2",
                          "/Science & nature/Astro-physics https://deep.test/",
                          "/Science & nature https://after.test/", " https://bar.test/"));
  EXPECT_EQ(read->examples[1].title, "Stars 'n' <suns>");
  EXPECT_EQ(read->examples[1].description, "Of the sky");
  EXPECT_EQ(read->examples[1].example.line, 10);
}

TEST(BookmarksTest, NamesWhatItLeavesOut) {
  const auto read = read_bookmarks(kBookmarks, "b.html");
  ASSERT_TRUE(read);
  ASSERT_EQ(read->skipped.size(), 2u);
  EXPECT_EQ(read->skipped[0].line, 21);
  EXPECT_THAT(read->skipped[0].message, HasSubstr("place:sort=8"));
  EXPECT_THAT(read->skipped[1].message, HasSubstr("javascript:"));
}

TEST(BookmarksTest, TellsBookmarksFromLists) {
  EXPECT_TRUE(is_bookmarks(kBookmarks));
  EXPECT_TRUE(is_bookmarks("\n<dl><dt><a href=x>y</a></dl>"));
  EXPECT_FALSE(is_bookmarks("path,url,title,description\na,https://a.test/,<dl>,\n"));
}

TEST(BookmarksTest, AFileWithoutBookmarksIsRefused) {
  const auto read = read_bookmarks("<html><p>hello", "page.html");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().file, "page.html");
  EXPECT_THAT(read.error().hint, HasSubstr("export"));
}

TEST(BookmarksTest, NothingInAFileCanBreakIt) {
  for (const char* text : {"<a", "<a href=", "<a href='", "<a href=\"https://a.test/", "<!--",
                           "<dl></dl></dl></dl><a href=https://a.test/>",
                           "<h3><h3></h3><a href=https://a.test/>&#xD800;&#99999999999;&;&amp",
                           "<dd><a href=https://a.test/></a></dd>"}) {
    const auto read = read_bookmarks(text, "b.html");
    if (read) {
      EXPECT_LE(read->examples.size(), 1u) << text;
    }
  }
  const std::string title(1 << 20, 'x');  // decoded in linear time
  const auto long_title =
      read_bookmarks("<a href=https://a.test/>" + title + "&#65;&#x0010FFFFF;</a>", "b.html");
  ASSERT_TRUE(long_title);
  EXPECT_EQ(long_title->examples.size(), 1u);
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<h3>f</h3><dl>";
  const auto read = read_bookmarks(deep + "<a href=https://a.test/>x</a>", "b.html");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->examples.front().path.size(), 64u);
}

}  // namespace
}  // namespace porthole::collection
