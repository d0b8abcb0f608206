#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/document.h"
#include "base/text/text.h"
#include "parser/content/block_features.h"
#include "parser/content/content_model.h"
#include "parser/content/unseen_text.h"
#include "parser/html/settle_page.h"
#include "parser/parse.h"

namespace porthole::parser {
namespace {

Document page_of(std::string body, std::string url = "https://a.example/2026/story.html") {
  return parse_document(
      {.url = std::move(url), .content_type = "text/html", .body = std::move(body)});
}

std::string text_of(const Document& page, const Block& block) {
  return page.text.substr(block.begin, block.length);
}

const Block* block_with(const Document& page, std::string_view text) {
  const auto found = std::find_if(page.blocks.begin(), page.blocks.end(), [&](const Block& block) {
    return text_of(page, block).find(text) != std::string::npos;
  });
  return found == page.blocks.end() ? nullptr : &*found;
}

std::string sentences(int count, const std::string& about) {
  std::string out;
  for (int i = 0; i < count; ++i) {
    out += "The " + about + " in question, as the people of the town told us number " +
           std::to_string(i) + ", was older than the bridge beside it. ";
  }
  return out;
}

std::string article() {
  std::string body =
      "<html lang=en><head><title>The old mill - The Daily Example</title></head><body>"
      "<nav class=menu><ul><li><a href=/a>Home</a><li><a href=/b>World</a><li><a href=/c>Sports</a>"
      "</ul></nav><article class=post><h1>The old mill</h1>";
  for (int i = 0; i < 6; ++i) body += "<p>" + sentences(3, "mill") + "</p>";
  return body +
         "</article><aside class=related><h3>Related articles</h3><ul><li><a href=/d>Ten "
         "bridges</a>"
         "<li><a href=/e>A lake</a></ul></aside><footer><p>Copyright 2026 The Daily Example. All "
         "rights reserved.</p><a href=/p>Privacy policy</a></footer></body></html>";
}

LinkPlace place_of(const Document& page, std::string_view path) {
  const auto found = std::find_if(page.links.begin(), page.links.end(), [&](const Link& link) {
    return link.url == "https://a.example" + std::string(path);
  });
  EXPECT_NE(found, page.links.end()) << path;
  return found == page.links.end() ? LinkPlace::kUnknown : found->place;
}

/// The article with `more` behind its first paragraph.
std::string article_with(const std::string& more) {
  std::string body = article();
  return body.insert(body.find("</p>", body.find("<article")) + 4, more);
}

TEST(ContentTest, TellsLinksOfTheContentFromThoseOfMenus) {
  const Document page =
      page_of(article_with("<p>" + sentences(1, "wheel") +
                           " <a href=/wheel>The wheel</a> was turned by the brook.</p>"
                           "<p><a href=/map><img src=/map.png></a></p><p>" +
                           sentences(2, "brook") + "</p>"));
  EXPECT_EQ(place_of(page, "/wheel"), LinkPlace::kContent);
  EXPECT_EQ(place_of(page, "/map"), LinkPlace::kContent) << "a picture between two paragraphs";
  EXPECT_EQ(place_of(page, "/map.png"), LinkPlace::kContent);
  for (const char* menu : {"/a", "/b", "/c", "/e", "/p"})
    EXPECT_EQ(place_of(page, menu), LinkPlace::kBoilerplate) << menu;
}

TEST(ContentTest, ALinkOutsideOfTheTextHasNoPlace) {
  const Document page = page_of(
      "<link rel=next href=/next>" +
      article_with(
          "<noscript><p>Without scripts: <a href=/plain>the plain page</a></p></noscript>"));
  EXPECT_EQ(place_of(page, "/next"), LinkPlace::kUnknown);
  EXPECT_EQ(place_of(page, "/plain"), LinkPlace::kUnknown) << "its text is not that of the page";
  EXPECT_EQ(place_of(page, "/p"), LinkPlace::kBoilerplate) << "and those behind it keep theirs";
}

TEST(ContentTest, KeepsTheLinesOfCodeWithoutEmptyOnes) {
  const Document page = page_of(
      "<p>Before  it</p><pre>\nint <b>main</b>() {\n\n\treturn 0;  // two  spaces\n}\n</pre>"
      "<p>Behind\n  it</p>");
  EXPECT_EQ(page.text, "Before it\nint main() {\n        return 0; // two spaces\n}\nBehind it");
  const Block* const code = block_with(page, "main");
  ASSERT_NE(code, nullptr);
  EXPECT_EQ(code->kind, BlockKind::kCode);
}

TEST(ContentTest, TellsTheLevelsOfListsAndTheCellsOfRows) {
  const Document page = page_of(
      "<ul><li><p>one</p><p>more</p><ul><li>inner</ul><li>two</ul>"
      "<table><tr><th>a<th>b<tr><td>c<td><p>d</p><p>e</p></table>");
  const auto level = [&page](const char* text) -> int {
    const Block* const block = block_with(page, text);
    return block == nullptr ? -1 : block->level;
  };
  EXPECT_EQ(level("one"), 1);
  EXPECT_EQ(level("more"), 0) << "a second block of the same item";
  EXPECT_EQ(level("inner"), 2);
  EXPECT_EQ(level("two"), 1);
  EXPECT_EQ(level("a"), 1);
  EXPECT_EQ(level("b"), 2);
  EXPECT_EQ(level("c"), 1);
  EXPECT_EQ(level("d"), 2);
  EXPECT_EQ(page.blocks.back().level, 0) << "a second block of the same cell";
}

TEST(ContentTest, TakesTheArticleAndLeavesMenuAndFooter) {
  const Document page = page_of(article());
  const std::string content = content_of(page);
  EXPECT_NE(content.find("older than the bridge"), std::string::npos);
  EXPECT_EQ(content.find("Sports"), std::string::npos);
  EXPECT_EQ(content.find("Privacy policy"), std::string::npos);
  EXPECT_EQ(content.find("Ten bridges"), std::string::npos);
  EXPECT_EQ(page.page_type, PageType::kArticle);
}

TEST(ContentTest, HeadingsBesideTheMainContentAreNotThoseOfThePage) {
  std::string body = article();
  body.insert(body.find("</article>"),
              "<h2>How it was built</h2><p>" + sentences(3, "stone") + "</p>");
  body.insert(body.find("<footer"),
              "<aside class='sidebar widget'><h3>Recent posts</h3><ul><li><a "
              "href=/a>Ten bridges</a></li><li><a href=/b>Tolls</a></li></ul>"
              "</aside>");
  const Document page = page_of(body);
  std::vector<std::string> headings;
  for (const Property& one : page.properties)
    if (one.name == "heading") headings.push_back(one.value);
  EXPECT_THAT(headings, ::testing::Contains("How it was built"));
  EXPECT_THAT(headings, ::testing::Not(::testing::Contains("Recent posts")));
}

TEST(ContentTest, APageWithATimeOfPublicationIsNoListAndAForumsFrontPageNoOrganization) {
  const auto settled = [](PageType rated, std::string_view title, const Evidence& evidence) {
    Document page;
    page.page_type = rated;
    page.links.resize(title == "Letter" ? 4 : 10);
    settle_page("https://club.example/", title, evidence, page);
    return page.page_type;
  };
  Evidence post;
  post.meta("og:type", "article");
  EXPECT_EQ(settled(PageType::kListing, "Category: Pests", post), PageType::kListing)
      << "archives of a blog say article, too";
  post.meta("article:published_time", "2026-05-01");
  EXPECT_EQ(settled(PageType::kListing, "Ten bridges", post), PageType::kArticle);
  EXPECT_EQ(settled(PageType::kService, "The club - Board index", {}), PageType::kListing);
  EXPECT_EQ(settled(PageType::kService, "The club", {}), PageType::kService);
  EXPECT_EQ(settled(PageType::kListing, "Letter", {}), PageType::kArticle) << "it lists nothing";
}

TEST(ContentTest, TakesEveryPostOfAThread) {
  std::string body =
      "<title>Which tyre? | Forum</title><body><nav><a href=/>Forum</a> <a href=/l>Log in</a></nav>"
      "<h1>Which tyre?</h1><div class=thread>";
  for (int i = 0; i < 5; ++i) {
    body += "<article class='message post'><div class=message-user><a href=/u>rider" +
            std::to_string(i) + "</a> <time>May " + std::to_string(i + 1) +
            ", 2026</time></div><div class=message-body><p>" +
            sentences(2, "tyre " + std::to_string(i)) + "</p></div></article>";
  }
  const Document page = page_of(body + "</div><footer><a href=/t>Terms and rules</a></footer>",
                                "https://forum.example/threads/which-tyre.4711/");
  const std::string content = content_of(page);
  for (int i = 0; i < 5; ++i)
    EXPECT_NE(content.find("tyre " + std::to_string(i) + " in question"), std::string::npos) << i;
  EXPECT_EQ(content.find("Terms and rules"), std::string::npos);
  EXPECT_EQ(page.page_type, PageType::kForum);
}

TEST(ContentTest, BlocksLieInTheTextInOrderWithoutWhiteSpaceAtTheirEnds) {
  const Document page = page_of(article());
  ASSERT_GT(page.blocks.size(), 10U);
  std::size_t read_to = 0;
  for (const Block& block : page.blocks) {
    EXPECT_GE(block.begin, read_to);
    ASSERT_LE(block.end(), page.text.size());
    const std::string text = text_of(page, block);
    EXPECT_EQ(text, trimmed(text));
    EXPECT_FALSE(text.empty());
    read_to = block.end();
  }
}

TEST(ContentTest, TellsTheKindsOfBlocks) {
  const Document page = page_of(
      "<body><h2>A heading</h2><p>A paragraph</p><ul><li><div>An item</div></ul><table><tr><td>A "
      "cell<th>Another</table><pre>code();</pre><blockquote><p>A "
      "quote</blockquote><figure><figcaption>"
      "A caption</figcaption></figure><dl><dt>A term<dd>A definition</dl><button>Buy</button>"
      "<div>Some text</div>");
  const auto kind = [&page](std::string_view text) {
    const Block* block = block_with(page, text);
    return std::string(block == nullptr ? "missing" : block_kind_name(block->kind));
  };
  EXPECT_EQ(kind("A heading"), "heading");
  EXPECT_EQ(block_with(page, "A heading")->level, 2);
  EXPECT_EQ(kind("A paragraph"), "paragraph");
  EXPECT_EQ(kind("An item"), "list item");
  EXPECT_EQ(kind("A cell"), "cell");
  EXPECT_EQ(kind("Another"), "cell");
  EXPECT_EQ(kind("code();"), "code");
  EXPECT_EQ(kind("A quote"), "quote");
  EXPECT_EQ(kind("A caption"), "caption");
  EXPECT_EQ(kind("A term"), "term");
  EXPECT_EQ(kind("A definition"), "definition");
  EXPECT_EQ(kind("Buy"), "control");
  EXPECT_EQ(kind("Some text"), "text");
}

TEST(ContentTest, TheHashOfABlockIsTheSameOnOtherPagesOfASite) {
  const Document one = page_of(article());
  const Document other = page_of(
      "<body><nav class=menu><ul><li><a href=/a>Home</a><li><a "
      "href=/c>sports</a></ul></nav><p>" +
      sentences(4, "lake"));
  ASSERT_NE(block_with(one, "Sports"), nullptr);
  ASSERT_NE(block_with(other, "sports"), nullptr);
  EXPECT_EQ(block_with(one, "Sports")->hash, block_with(other, "sports")->hash);
  EXPECT_NE(block_with(one, "Sports")->hash, block_with(one, "World")->hash);
}

TEST(ContentTest, ReadsNoscriptWhereItHasThePage) {
  const std::string thread =
      "<div role=main><h1>A topic</h1><p>" + sentences(8, "topic") + "</p></div>";
  EXPECT_NE(content_of(page_of("<title>A topic</title><body><noscript>" + thread + "</noscript>"))
                .find("older than the bridge"),
            std::string::npos);
  const Document both =
      page_of("<body><p>" + sentences(8, "page") + "</p><noscript>" + thread + "</noscript>");
  EXPECT_EQ(both.text.find("The topic"), std::string::npos) << "the page can be seen without it";
}

TEST(ContentTest, ReadsOnAfterACdataSectionThatNeverEnds) {
  const Document page = page_of("<body><![CDATA[<div></div><p>" + sentences(3, "mill") + "</p>");
  EXPECT_NE(page.text.find("older than the bridge"), std::string::npos);
}

TEST(ContentTest, TakesTheStructuredDataOfAPageThatShowsNothing) {
  const std::string data = R"(<script type="application/ld+json">{"@type": "Article",
      "articleBody": ")" + sentences(4, "mill") +
                           R"(<p>The &amp; end.</p>"}</script>)";
  const Document page = page_of("<title>The mill</title>" + data + "<body><div id=app></div>");
  EXPECT_NE(content_of(page).find("older than the bridge"), std::string::npos);
  EXPECT_NE(page.text.find("The & end."), std::string::npos);
  const Document seen = page_of(data + "<body><p>" + sentences(8, "page") + "</p>");
  EXPECT_EQ(seen.text.find("The mill"), std::string::npos) << "the page shows its text";
}

TEST(ContentTest, TakesTheStateOfAPageThatShowsNothing) {
  const Document page = page_of(
      "<body><div id=__next></div><script id=__NEXT_DATA__ type=application/json>{\"props\":"
      "{\"url\":\"https://a.example/ a b c d e f g h\",\"theme\":\"dark\",\"body\":[\"" +
      sentences(4, "mill") + "\",\"" + sentences(4, "mill") + "\"]}}</script>");
  EXPECT_EQ(page.text.find("dark"), std::string::npos);
  EXPECT_EQ(page.text.find("a.example"), std::string::npos);
  const auto first = content_of(page).find("number 0");
  EXPECT_NE(first, std::string::npos);
  EXPECT_EQ(content_of(page).find("number 0", first + 1), std::string::npos) << "said once";
}

TEST(ContentTest, SurvivesHostileState) {
  EXPECT_TRUE(passages_of_json(std::string(100'000, '[')).empty());
  EXPECT_TRUE(passages_of_json("{\"a\": \"one two three four five six seven eight nine\"").empty());
  std::string many = "[";
  for (int i = 0; i < 5000; ++i)
    many += "\"one two three four five six seven eight " + std::to_string(i) + "\",";
  EXPECT_LE(passages_of_json(many + "1]").size(), 1000U);
}

TEST(ContentTest, APageReadInPartAsATreeIsContentAsAWhole) {
  std::string deep = "<body><p>" + sentences(3, "mill") + "</p>";
  for (int i = 0; i < 600; ++i) deep += "<div>";
  const Document page = page_of(deep + "<p>" + sentences(3, "lake") + "</p>");
  ASSERT_EQ(page.status, ParseStatus::kFallback);
  EXPECT_EQ(content_of(page), page.text);
}

TEST(ContentTest, APageWithoutTextHasNoBlocks) {
  const Document page = page_of("<body><img src=a.png></body>");
  EXPECT_TRUE(page.blocks.empty());
  EXPECT_EQ(content_of(page), page.text);
}

TEST(ContentTest, AnythingButHtmlIsContentAsAWhole) {
  const Document page = parse_document(
      {.url = "https://a.example/a.txt", .content_type = "text/plain", .body = "One.\nTwo."});
  EXPECT_TRUE(page.blocks.empty());
  EXPECT_EQ(content_of(page), "One.\nTwo.");
  EXPECT_EQ(page.page_type, PageType::kUnknown);
}

TEST(ContentTest, GivesReasonsOnlyWhereTheyAreAskedFor) {
  ParseInput input{.url = "https://a.example/", .content_type = "text/html", .body = article()};
  EXPECT_TRUE(parse_document(input).block_reasons.empty());
  input.explain_blocks = true;
  const Document page = parse_document(input);
  ASSERT_EQ(page.block_reasons.size(), page.blocks.size());
  EXPECT_NE(page.block_reasons.front().find("(against)"), std::string::npos);
}

TEST(ContentTest, BoundsTheBlocksOfAHostilePage) {
  std::string flat = "<body>", deep = "<body>", links = "<body>", runs = "<body><ul>";
  for (int i = 0; i < 100'000; ++i) {
    flat += "<p>w" + std::to_string(i);
    deep += "<div>w";
    links += "<a href=/>w<p>";
    runs += i % 2 == 0 ? "<li class=a>w" : "<li class=b" + std::to_string(i) + ">w";
  }
  for (const std::string& body : {flat, deep, links, runs}) {
    const Document page = page_of(body);
    EXPECT_LE(page.blocks.size(), BlockCollector::kMaxBlocks);
    if (!page.blocks.empty()) {
      EXPECT_LE(page.blocks.back().end(), page.text.size());
    }
  }
  EXPECT_EQ(page_of(flat).blocks.size(), BlockCollector::kMaxBlocks);
}

TEST(ContentTest, BestBlocksMaximiseExpectedF1) {
  // By hand: taking the first gives 2 * 9 / (10 + 15) = .72, the first two 2 * 14 / (20 + 15) = .8,
  // all three 2 * 15 / (30 + 15) = .67.
  EXPECT_EQ(best_blocks({0.9F, 0.1F, 0.5F}, {10, 10, 10}), (std::vector<bool>{true, false, true}));
  EXPECT_TRUE(best_blocks({}, {}).empty());
}

TEST(ContentTest, DrawsBlocksToTheMeanOfTheirGroup) {
  // By hand: the mean of the first two is 2; 2 of 18 parts of the way from 4 is 4 - 2 * 2 / 18.
  std::vector<float> logits = {4, 0, 1};
  draw_to_group({0, 0, 1}, logits);
  EXPECT_FLOAT_EQ(logits[0], 4.0F - 2.0F * 2 / 18);
  EXPECT_FLOAT_EQ(logits[1], 0.0F + 2.0F * 2 / 18);
  EXPECT_FLOAT_EQ(logits[2], 1) << "alone in its group";
}

TEST(ContentTest, GroupsBlocksOfLikePlace) {
  const std::string text = "one two three four";
  BlockCollector page;
  const std::array<std::pair<const char*, std::size_t>, 4> blocks = {
      {{"item", 0}, {"other", 4}, {"item", 8}, {"item", 14}}};
  for (const auto& [css_class, begin] : blocks) {
    ElementHints hints;
    hints.css_class = css_class;
    page.open(BlockTag::kDiv, hints, begin);
    page.close(text.find(' ', begin) == std::string::npos ? text.size() : text.find(' ', begin));
  }
  page.finish(text);
  EXPECT_EQ(features_of(text, page, {}).groups, (std::vector<std::uint32_t>{0, 1, 0, 0}));
}

TEST(ContentModelTest, HasTheBuiltInModel) {
  EXPECT_GT(ContentModel::built_in().columns().size(), 50U);
}

TEST(ContentModelTest, RefusesWhatIsNotAModel) {
  for (const char* text :
       {"feature unknown_feature 1\n", "feature words x\n", "forest content x 0\n",
        "forest other 1 0\n", "forest content 1 0\nAAAA\n",
        "feature words 1\nforest content 1 0\nAAAC\n", "AAAA\n"}) {
    EXPECT_FALSE(ContentModel::read(text)) << text;
  }
  // One test of "words", a leaf on either side.
  const auto model = ContentModel::read("feature words 3\nforest content 0.5 0\nAAAC/4H/fw\n");
  ASSERT_TRUE(model);
  std::vector<float> row(feature_names().size());
  row[model->columns()[0]] = 2;
  EXPECT_EQ(model->sum("content", row.data()), -127);
  row[model->columns()[0]] = 3;
  EXPECT_EQ(model->sum("content", row.data()), 127);
}

// The rows were scored by labs/content/train_content_model.py when it wrote the model.
TEST(ContentModelTest, GivesTheSameScoresAsTheProgramThatTrainedIt) {
  std::ifstream in(std::filesystem::path(PORTHOLE_SOURCE_DIR) / "tests/unit/parser" /
                   "content_model_rows.txt");
  const ContentModel& model = ContentModel::built_in();
  std::vector<std::string> forests;
  int rows = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    std::string word;
    if (line.starts_with("forests ")) {
      words >> word;
      while (words >> word) forests.push_back(word);
      continue;
    }
    std::vector<std::int32_t> sums;
    while (words >> word && word != ":") sums.push_back(std::stoi(word));
    ASSERT_EQ(sums.size(), forests.size());
    std::vector<float> row(feature_names().size());
    for (const std::uint32_t column : model.columns()) ASSERT_TRUE(words >> row[column]);
    for (std::size_t i = 0; i < sums.size(); ++i)
      EXPECT_EQ(model.sum(forests[i], row.data()), sums[i]) << forests[i] << " in row " << rows;
    ++rows;
  }
  EXPECT_EQ(rows, 12);
}

}  // namespace
}  // namespace porthole::parser
