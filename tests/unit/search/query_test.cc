#include "search/query/query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <iomanip>
#include <sstream>

namespace porthole::search {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// "[640 1920]"; a half-open end is "-".
std::string range(const Range& range) {
  const auto end = [](double number) {
    std::ostringstream text;
    text << std::setprecision(12) << number;
    return std::isinf(number) ? std::string("-") : text.str();
  };
  return "[" + end(range.low) + " " + end(range.high) + "]";
}

// The tree as text: and(a b), or(a b), not(a), "a b", S:a, filter J:x, a*.
std::string shape(const Node& node) {
  std::string words;
  for (const std::string& word : node.words) words += (words.empty() ? "" : " ") + word;
  std::string children;
  for (const Node& child : node.children) children += (children.empty() ? "" : " ") + shape(child);
  const std::string field = node.field.empty() ? "" : node.field + ":";
  switch (node.kind) {
    case NodeKind::kWord:
      return field + words;
    case NodeKind::kPattern:
      return field + words;
    case NodeKind::kPhrase:
      return field + "\"" + words + "\"";
    case NodeKind::kPairs:
      return field + "pairs(" + words + ")";
    case NodeKind::kFilter:
      return "filter " + field + words;
    case NodeKind::kNear:
      return "near" + std::to_string(node.distance) + "(" + children + ")";
    case NodeKind::kAdjacent:
      return "adj" + std::to_string(node.distance) + "(" + children + ")";
    case NodeKind::kFilterPattern:
      return "filter " + field + words;
    case NodeKind::kSlotRange:
      return "slot" + std::to_string(node.slot) + range(node.range);
    case NodeKind::kNumberRange:
      return field + range(node.range);
    case NodeKind::kDateRange:
      return field + "date" + range(node.range);
    case NodeKind::kLike:
      return "like(" + words + ")";
    case NodeKind::kXor:
      return "xor(" + children + ")";
    case NodeKind::kUrlFilter:
      return "url " + field + words;
    case NodeKind::kLinksTo:
      return "to(" + words + ")";
    case NodeKind::kLinkedFrom:
      return "from(" + words + ")";
    case NodeKind::kCondition:
      return "if(" + children + ")";
    case NodeKind::kAnd:
      return "and(" + children + ")";
    case NodeKind::kOr:
      return "or(" + children + ")";
    case NodeKind::kNot:
      return "not(" + children + ")";
    case NodeKind::kRequired:
      return "must(" + children + ")";
  }
  return "";
}

const QueryFields& fields() {
  static const QueryFields kFields({indexer::field_table(summarizer::Vocabulary::built_in())});
  return kFields;
}
Query parse_query(std::string_view text) {
  Result<Query> query = search::parse_query(text, fields());
  EXPECT_TRUE(query) << query.error().to_string();
  return query.value_or(Query{});
}
std::string shape(std::string_view text) { return shape(parse_query(text).root); }

TEST(QueryTest, ReadsWordsAsAllOfThem) {
  EXPECT_EQ(shape("Bicycle HUB"), "and(bicycle hub)");
  EXPECT_EQ(shape("bicycle AND hub"), "and(bicycle hub)");
  EXPECT_EQ(shape("bicycle"), "and(bicycle)");
}

TEST(QueryTest, BindsOrLessThanAnd) {
  EXPECT_EQ(shape("a1 b1 OR c1"), "and(or(and(a1 b1) c1))");
  EXPECT_EQ(shape("a1 (b1 OR c1)"), "and(a1 or(b1 c1))");
  EXPECT_EQ(shape("cats or dogs"), "and(cats or dogs)");  // only capitals are operators
}

TEST(QueryTest, ReadsExclusionAndDemand) {
  EXPECT_EQ(shape("a1 -b1 NOT c1"), "and(a1 not(b1) not(c1))");
  EXPECT_EQ(shape("a1 +b1"), "and(a1 must(b1))");
  EXPECT_EQ(shape("+b1"), "and(b1)");
  EXPECT_EQ(shape("-b1"), "and(not(b1))");
  EXPECT_EQ(shape("-\"b1 c1\" -(d1 OR e1)"), "and(not(\"b1 c1\") not(or(d1 e1)))");
  EXPECT_EQ(shape("well-known a - b"), "and(or(\"well known\" wellknown) a b)");
}

TEST(QueryTest, ReadsPhrasesAndWhatPunctuationJoins) {
  EXPECT_EQ(shape("\"planetary gear\""), "and(\"planetary gear\")");
  EXPECT_EQ(shape("std::vector e.g."), "and(\"std vector\" \"e g\")");
  EXPECT_EQ(shape("C++ don't"), "and(c++ don't)");
}

TEST(QueryTest, ReadsFields) {
  EXPECT_EQ(shape("title:Gear"), "and(S:gear)");
  EXPECT_EQ(shape("anchor:\"buying guide\""), "and(XANCHOR:\"buying guide\")");
  EXPECT_EQ(shape("intitle:x1 inurl:y1 url:\"a b\""), "and(S:x1 U:y1 U:\"a b\")");
  EXPECT_EQ(shape("lang:EN type:text/html topic:\"Road  Cycling\""),
            "and(filter L:en filter T:text/html filter B:road cycling)");
  EXPECT_EQ(shape("-site:example.org"), "and(not(filter J:example.org))");
}

TEST(QueryTest, ReadsPropertiesByTheWordsOfAValue) {
  EXPECT_EQ(
      shape("type:JavaClass implements:Notation author:\"Kento Tamura\""),
      "and(filter T:javaclass if(XWIMPLEMENTS::\"notation\") if(XWAUTHOR::\"kento tamura\"))");
  EXPECT_EQ(shape("CLASSNAME:Nota* -imports:java.util.List"),
            "and(if(XWCLASSNAME::nota*) not(if(XWIMPORTS::\"java util list\")))");
  EXPECT_EQ(shape("author:tamura OR author:gosling"),
            "and(or(if(XWAUTHOR::\"tamura\") if(XWAUTHOR::\"gosling\")))");
}

TEST(QueryTest, ReadsNumbersUrlsAndSignsAsWholeValuesToo) {
  EXPECT_EQ(shape("width:800"), "and(if(or(filter XPWIDTH::800 XWWIDTH::\"800\")))");
  EXPECT_EQ(shape("latitude:-3.5"), "and(if(or(filter XPLATITUDE::-3.5 XWLATITUDE::\"3.5\")))");
  EXPECT_EQ(shape("template:\"*\""), "and(if(filter XPTEMPLATE::*))");
  EXPECT_EQ(shape("typedAs:HTTPS://Schema.org/%52ecipe"),
            "and(if(or(url XPTYPEDAS::https://schema.org/Recipe or(filter "
            "XPTYPEDAS::https://schema.org/%52ecipe "
            "XWTYPEDAS::\"https schema org 52ecipe\"))))");
}

TEST(QueryTest, ReadsQuestionsAboutLinksByTheKeyOfTheUrl) {
  EXPECT_EQ(shape("linkto:HTTP://W3.org:80/%7Etr#top"),
            "and(to(http://w3.org/%7Etr#top http://w3.org/~tr https://w3.org/~tr))")
      << "the scheme that is written first, and a member of that name";
  EXPECT_EQ(shape("linkto:ftp://w3.org/tr"), "and(to(ftp://w3.org/tr))");
  EXPECT_EQ(shape("linkedfrom:www.w3.org/TR"),
            "and(from(https://www.w3.org/TR http://www.w3.org/TR))");
  EXPECT_EQ(shape("annotated-by-site:https://Lists.W3.org/x"), "and(filter XBY:lists.w3.org)");
  EXPECT_EQ(shape("annotation:\"a parser\""),
            "and(or(XANNOTATION:\"a parser\" XANCHOR:\"a parser\"))");
  EXPECT_THAT(parse_query("linkto:\"http://[\"").notes,
              ElementsAre(HasSubstr("is not a valid URL")));
}

TEST(QueryTest, RefusesAFieldThatIsNoneAndNamesThoseThatAreNear) {
  for (const auto& [text, near] : {std::pair{"implemnts:x1", "implements:"},
                                   {"auhtor:\"A B\"", "author:"},
                                   {"impl:x1", "implements:"},
                                   {"a1 (b1 OR -TITEL:c1)", "title:"}}) {
    const Result<Query> query = search::parse_query(text, fields());
    ASSERT_FALSE(query) << text;
    EXPECT_EQ(query.error().code, ErrorCode::kInvalid);
    EXPECT_THAT(query.error().message, HasSubstr("there is no field"));
    EXPECT_THAT(query.error().hint, HasSubstr(near));
    EXPECT_THAT(query.error().hint, HasSubstr("quotation marks"));
  }
  EXPECT_FALSE(search::parse_query("implements:x1", QueryFields()))
      << "an index without properties";
}

TEST(QueryTest, PutsTheNearFieldInThePlaceOfOneThatIsNone) {
  EXPECT_EQ(with_near_fields(" oil  Titel:brain -site:a.test", fields()).at(0),
            "oil title:brain -site:a.test");
  EXPECT_EQ(with_near_fields("a (titel:\"brain scan\" OR b)", fields()).at(0),
            "a (title:\"brain scan\" OR b)");
  EXPECT_THAT(with_near_fields("title:brain", fields()), IsEmpty());
  EXPECT_THAT(with_near_fields("qqqqqqqq:brain", fields()), IsEmpty());
}

TEST(QueryTest, TakesAColonThatAsksForNoFieldAsText) {
  EXPECT_EQ(shape("std::vector 12:30 http://a.test/x c:\\dos localhost.test:80"),
            "and(\"std vector\" \"12 30\" \"http a test x\" \"c dos\" \"localhost test 80\")");
  EXPECT_EQ(shape("\"unknown:thing\" note: this"), "and(\"unknown thing\" note this)");
}

TEST(QueryTest, ReadsSitesAsPeopleWriteThem) {
  EXPECT_EQ(shape("site:https://Docs.Example.org/Guide/"), "and(filter J:docs.example.org/guide)");
  EXPECT_EQ(shape("site:*.example.org"), "and(filter J:example.org)");
  EXPECT_EQ(shape("host:EXAMPLE.org:8080"), "and(filter H:example.org:8080)");
  EXPECT_EQ(shape("site:b\xC3\xBC"
                  "cher.example"),
            "and(filter J:xn--bcher-kva.example)");
}

TEST(QueryTest, BindsXorBetweenAndAndOr) {
  EXPECT_EQ(shape("a1 XOR b1"), "and(xor(a1 b1))");
  EXPECT_EQ(shape("a1 b1 XOR c1 OR d1"), "and(or(xor(and(a1 b1) c1) d1))");
  EXPECT_EQ(shape("a1 XOR -b1"), "and(xor(a1 and(not(b1))))");
}

TEST(QueryTest, ReadsNearAndAdjBetweenWords) {
  EXPECT_EQ(shape("a1 NEAR b1"), "and(near10(a1 b1))");
  EXPECT_EQ(shape("a1 NEAR/3 b1 NEAR c1 d1"), "and(near10(a1 b1 c1) d1)");
  EXPECT_EQ(shape("a1 ADJ/2 (b1 OR c1)"), "and(adj2(a1 or(b1 c1)))");
  EXPECT_EQ(shape("title:a1 ADJ title:b1"), "and(adj10(S:a1 S:b1))");
  EXPECT_EQ(shape("x1 OR a1 NEAR b1"), "and(or(x1 near10(a1 b1)))");
  EXPECT_EQ(shape("nearly NEAR/x adj"), "and(nearly \"near x\" adj)");
}

TEST(QueryTest, ReadsNearAsAndWhereItCannotBeAndSaysSo) {
  const Query query = parse_query("\"hub gear\" NEAR oil");
  EXPECT_EQ(shape(query.root), "and(\"hub gear\" oil)");
  EXPECT_THAT(query.notes, ElementsAre(HasSubstr("read as AND")));
  EXPECT_EQ(shape("title:a1 NEAR b1"), "and(S:a1 b1)");
  EXPECT_EQ(shape("NEAR a1 NEAR"), "and(a1)");
  EXPECT_THAT(parse_query("a1 NEAR b1 ADJ c1").notes, ElementsAre(HasSubstr("first of them")));
}

TEST(QueryTest, GivesAFieldToAllThatStandsInItsBrackets) {
  EXPECT_EQ(shape("title:(hub OR gear)"), "and(or(S:hub S:gear))");
  EXPECT_EQ(shape("title:(hub anchor:oil) wheel"), "and(and(S:hub XANCHOR:oil) wheel)");
  EXPECT_EQ(shape("site:(a.org OR b.org)"), "and(or(filter J:a.org filter J:b.org))");
}

TEST(QueryTest, ReadsDatesAsSpansOfTime) {
  constexpr const char* k2024 =
      "slot13[1704067200 1735689599]";  // date -d 2024-01-01Z +%s, and 2025-01-01 less one
  EXPECT_EQ(shape("date:2024"), std::string("and(") + k2024 + ")");
  EXPECT_EQ(shape("year:2024"), std::string("and(") + k2024 + ")");
  EXPECT_EQ(shape("after:2024"), "and(slot13[1704067200 -])");
  EXPECT_EQ(shape("before:2024"), "and(slot13[- 1704067200])")
      << "the end is just below, and rounds";
  EXPECT_LT(parse_query("before:2024").root.children[0].range.high, 1704067200);
  EXPECT_EQ(shape("date:2024-05-01..2024-05-02"), "and(slot13[1714521600 1714694399])");
  EXPECT_EQ(shape("date:2025..2024"), "and(slot13[1704067200 1767225599])")
      << "the ends may be turned round";
}

TEST(QueryTest, ReadsNumbersAndTheirRanges) {
  EXPECT_EQ(shape("size:10k..1.5m"), "and(slot10[10000 1500000])");
  EXPECT_EQ(shape("size:>=2g"), "and(slot10[2000000000 -])");
  EXPECT_EQ(shape("size:>=1MB"), "and(slot10[1000000 -])");
  EXPECT_EQ(shape("size:<=2KiB"), "and(slot10[- 2048])");
  EXPECT_EQ(shape("size:512b..1Gib"), "and(slot10[512 1073741824])");
  EXPECT_TRUE(parse_query("size:>MB").empty());
  EXPECT_EQ(shape("recommendations:>=3"), "and(slot6[3 -])");
  EXPECT_GT(parse_query("size:>5").root.children[0].range.low, 5);
  EXPECT_LT(parse_query("size:<5").root.children[0].range.high, 5);
  EXPECT_EQ(shape("width:640..1920"), "and(XPWIDTH::[640 1920])");
  EXPECT_EQ(shape("latitude:<=-3.5"), "and(XPLATITUDE::[- -3.5])");
}

TEST(QueryTest, LeavesOutAValueThatIsNoDateAndSaysWhatOneIs) {
  const Query query = parse_query("a1 after:yesterday size:large");
  EXPECT_EQ(shape(query.root), "and(a1)");
  EXPECT_THAT(query.notes, ElementsAre(HasSubstr("a date such as 2024-05-01"),
                                       HasSubstr("a number or a range")));
  for (const char* text : {"date:..", "date:2024-13", "date:2024-02-30", "size:..", "size:1e9",
                           "size:nan", "size:>"}) {
    EXPECT_TRUE(parse_query(text).empty()) << text;
  }
}

TEST(QueryTest, TakesAnOrderOutOfTheQuery) {
  const Query query = parse_query("gear sort:-Size");
  EXPECT_EQ(shape(query.root), "and(gear)");
  ASSERT_TRUE(query.order);
  EXPECT_EQ(query.order->slot, indexer::kSizeSlot);
  EXPECT_FALSE(query.order->descending);
  EXPECT_FALSE(parse_query("gear sort:score").order);
  EXPECT_THAT(parse_query("gear sort:colour").notes,
              ElementsAre(HasSubstr("sort: knows score, date, oldest")));
}

TEST(QueryTest, ReadsAStarAloneAndAnOrderAloneAsAllPages) {
  for (const char* text : {"*", "*:*", "sort:date", "* sort:size"}) {
    EXPECT_EQ(shape(text), "and(slot0[- -])") << text;
    EXPECT_THAT(parse_query(text).notes, IsEmpty()) << text;
  }
  EXPECT_EQ(shape("* lang:de"), "and(slot0[- -] filter L:de)");
  EXPECT_EQ(shape("a1 sort:date"), "and(a1)");
  EXPECT_TRUE(parse_query("sort:colour").empty());
}

TEST(QueryTest, KnowsWhichFieldsOfListedValuesItAsksFor) {
  const Query query =
      parse_query("gear title:hub (lang:de OR -language:fr) author:\"Ada M\" size:>1k std::vector");
  EXPECT_THAT(listed_fields(query, fields()), ElementsAre("lang", "author"));
}

TEST(QueryTest, ReadsWildcardsWithinAWordAndInFilters) {
  EXPECT_EQ(shape("colo*r wom?n"), "and(colo*r wom?n)");
  EXPECT_EQ(shape("what?"), "and(what)") << "a question mark at the end is not a wildcard";
  EXPECT_EQ(shape("type:image/* tld:co.*"), "and(filter T:image/* filter XTLD:co.*)");
  EXPECT_EQ(shape("like:https://a.test/x class:JavaClass"),
            "and(like(https://a.test/x http://a.test/x) filter T:javaclass)");
}

TEST(QueryTest, ReadsScriptsWithoutSpacesAsPairs) {
  EXPECT_EQ(shape("\xE6\x9D\xB1\xE4\xBA\xAC\xE9\x83\xBD"),
            "and(pairs(\xE6\x9D\xB1\xE4\xBA\xAC \xE4\xBA\xAC\xE9\x83\xBD))");
}

TEST(QueryTest, ReadsWildcardsBehindThreeLetters) {
  EXPECT_EQ(shape("bicyc* title:whe*"), "and(bicyc* S:whe*)");
  const Query query = parse_query("bi*");
  EXPECT_EQ(shape(query.root), "and(bi)");
  EXPECT_THAT(query.notes, ElementsAre(HasSubstr("at least 3 letters")));
  EXPECT_TRUE(parse_query("title:*").empty());
}

TEST(QueryTest, TakesTheNearestReadingOfWhatMakesNoSense) {
  EXPECT_EQ(shape("\"open phrase"), "and(\"open phrase\")");
  EXPECT_THAT(parse_query("\"open phrase").notes, ElementsAre(HasSubstr("partner")));
  EXPECT_EQ(shape("(a1 b1"), "and(a1 b1)");
  EXPECT_EQ(shape("a1) b1"), "and(a1 b1)");
  EXPECT_EQ(shape("OR a1 OR"), "and(a1)");
  EXPECT_EQ(shape("AND a1 AND AND b1"), "and(a1 b1)");
  EXPECT_EQ(shape("()"), "and()");
  EXPECT_THAT(parse_query("site: a1").notes, ElementsAre(HasSubstr("site: has no value")));
  for (const char* nothing : {"", " ", "-", "+", "\"\"", "((()))", "!!!", "NOT", "OR", "title:"}) {
    EXPECT_TRUE(parse_query(nothing).empty()) << nothing;
  }
}

std::size_t count_words(const Node& node) {
  std::size_t count = node.words.size();
  for (const Node& child : node.children) count += count_words(child);
  return count;
}

std::size_t depth_of(const Node& node) {
  std::size_t depth = 0;
  for (const Node& child : node.children) depth = std::max(depth, depth_of(child));
  return depth + 1;
}

// Limits of a query, at the limit and one beyond.
TEST(QueryTest, CutsBytesAtTheLimit) {
  EXPECT_THAT(parse_query(std::string(2048, 'a')).notes, IsEmpty());
  EXPECT_THAT(parse_query(std::string(2049, 'a')).notes, ElementsAre(HasSubstr("2048 bytes")));
  EXPECT_LE(parse_query(std::string(1 << 20, '(')).text.size(), kMaxQueryBytes);
}

TEST(QueryTest, CutsPhrasesAtTheLimit) {
  std::string words;
  for (int i = 0; i < 16; ++i) words += "w" + std::to_string(i) + " ";
  EXPECT_THAT(parse_query("\"" + words + "\"").notes, IsEmpty());
  const Query query = parse_query("\"" + words + " more\"");
  EXPECT_EQ(count_words(query.root), 16u);
  EXPECT_THAT(query.notes, ElementsAre(HasSubstr("first 16 words")));
}

TEST(QueryTest, LeavesOutBracketsBeyondTheLimit) {
  const auto nested = [](int levels) {
    return std::string(static_cast<std::size_t>(levels), '(') + "word" +
           std::string(static_cast<std::size_t>(levels), ')');
  };
  EXPECT_THAT(parse_query(nested(8)).notes, IsEmpty());
  const Query query = parse_query(nested(9));
  EXPECT_THAT(query.notes, ::testing::Contains(HasSubstr("deeper than 8")));
  EXPECT_EQ(count_words(query.root), 1u);
  std::string deep;
  for (int i = 0; i < 200; ++i) deep += "a(";
  EXPECT_LE(depth_of(parse_query(deep).root), 2 * kMaxNesting + 3);
}

TEST(QueryTest, ClosingBracketsWithoutPartnersNestNothing) {
  std::string closed;
  for (int i = 0; i < 400; ++i) closed += "a) ";
  EXPECT_LE(depth_of(parse_query(closed).root), 2u);
  EXPECT_EQ(parse_query("a OR b) -c) +d").root.children.size(), 3u);
}

TEST(QueryTest, SearchesFourWildcardsAtMost) {
  const Query query = parse_query("aaa* bbb* ccc* ddd* eee*");
  EXPECT_EQ(shape(query.root), "and(aaa* bbb* ccc* ddd* eee)");
  EXPECT_THAT(query.notes, ElementsAre(HasSubstr("Only 4 words")));
}

TEST(QueryTest, SetsWordsAHundredWordsApartAtMost) {
  EXPECT_THAT(parse_query("a1 NEAR/100 b1").notes, IsEmpty());
  const Query query = parse_query("a1 NEAR/101 b1");
  EXPECT_EQ(shape(query.root), "and(near100(a1 b1))");
  EXPECT_THAT(query.notes, ElementsAre(HasSubstr("100 words apart")));
}

TEST(QueryTest, ReadsBytesThatAreNoText) {
  const Query query = parse_query(std::string_view("a\0b\xFF\x80 c\x1B[2J", 11));
  EXPECT_EQ(query.text.find('\0'), std::string::npos);
  EXPECT_EQ(query.text.find('\x1B'), std::string::npos);
  EXPECT_FALSE(query.empty());
}

TEST(QueryTest, KnowsTheWordsItSearchesFor) {
  EXPECT_THAT(searched_words(parse_query("gear title:\"hub gear\" -motor site:x.org whe*")),
              ElementsAre("gear", "hub"));
}

}  // namespace
}  // namespace porthole::search
