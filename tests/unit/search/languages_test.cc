#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json/json.h"
#include "search/ranking/searcher.h"
#include "search/site/site.h"
#include "tests/support/index_folder.h"

namespace porthole::search {
namespace {

using summarizer::Summary;
using test::IndexFolder;
using test::said;
using test::summary_of;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class LanguagesTest : public ::testing::Test {
 protected:
  LanguagesTest() {
    std::string long_text = "Une page sur autre chose. ";
    for (int i = 0; i < 60; ++i)
      long_text += "Les phrases se suivent et se ressemblent, numéro " + std::to_string(i) + ". ";
    Summary cafe = summary_of(cafe_, "Cafés", long_text + "On boit le meilleur café crème à Łódź.");
    cafe.language = "fr";
    cafe.annotations_by_others = {said("https://a.test/", "le meilleur Café")};
    Summary russian = summary_of(russian_, "Ёлка", "Новый год и новые ёлки.");
    russian.language = "ru";
    Summary chinese = summary_of(chinese_, "", "北京大学的图书馆");
    chinese.language = "zh";
    Summary stop = summary_of(hamlet_, "Hamlet", "To be, or not to be, that is the question.");
    index_.add({cafe, russian, chinese, stop,
                summary_of("https://en.example/", "Coffee", "A cup of coffee.")});
  }

  Results search(const std::string& query) {
    auto searcher = Searcher::open({index_.path()});
    EXPECT_TRUE(searcher) << searcher.error().to_string();
    auto results = searcher->search({query});
    EXPECT_TRUE(results) << results.error().to_string();
    return results.value_or(Results{});
  }
  std::vector<std::string> urls(const std::string& query) {
    std::vector<std::string> found;
    for (const Hit& hit : search(query).hits) found.push_back(hit.url);
    return found;
  }
  static std::vector<std::string> hits_in(const Fragments& fragments) {
    std::vector<std::string> hits;
    for (const Fragment& fragment : fragments) {
      if (fragment.hit) hits.push_back(fragment.text);
    }
    return hits;
  }

  const std::string cafe_ = "https://cafe.example/", russian_ = "https://ru.example/",
                    chinese_ = "https://zh.example/", hamlet_ = "https://stage.example/";
  IndexFolder index_;
};

TEST_F(LanguagesTest, FindsWordsWithDiacriticsHoweverTheyAreTyped) {
  for (const char* query : {"cafe", "café", "CAFÉ", "lodz", "\"cafe creme\"", "\"café crème\"",
                            "title:cafes", "caf*", "елки"}) {
    EXPECT_EQ(urls(query).size(), 1u) << query;
  }
  EXPECT_THAT(urls("елка"), ElementsAre(russian_));
  EXPECT_THAT(urls("новый"), ElementsAre(russian_));
}

TEST_F(LanguagesTest, ShowsThemAsTheyAreWritten) {
  const Hit hit = search("cafe lodz").hits.at(0);
  EXPECT_THAT(plain_text(hit.snippet), HasSubstr("café crème à Łódź"));
  EXPECT_THAT(hits_in(hit.snippet), ElementsAre("café", "Łódź"));
  EXPECT_THAT(hits_in(hit.annotations.at(0).text), ElementsAre("Café"));
}

TEST_F(LanguagesTest, StemsAQueryInEachLanguageOfTheCollection) {
  EXPECT_THAT(urls("meilleures"), ElementsAre(cafe_));
  EXPECT_THAT(urls("новая"), ElementsAre(russian_));
  EXPECT_THAT(urls("questions"), ElementsAre(hamlet_));
}

TEST_F(LanguagesTest, AWordIsStemmedAsOneOfALanguageOnlyWhereItsPagesHaveIt) {
  Summary german = summary_of("https://de.example/", "Bienen", "Mit Bienen leben. Das Haus.");
  german.language = "de";
  Summary english = summary_of("https://mite.example/", "Pests", "A mite on a bee.");
  index_.add({german, english});
  EXPECT_THAT(urls("mite"), ElementsAre("https://mite.example/")) << "not the German word \"mit\"";
  EXPECT_THAT(urls("Hauses"), ElementsAre("https://de.example/"));
}

TEST_F(LanguagesTest, PutsPagesInTheLanguageOfTheQueryOrTheReaderFirst) {
  const std::string german = "https://de.example/", english = "https://uk.example/";
  Summary one = summary_of(german, "Varroa", "Varroa 2026.");
  one.language = "de-AT";
  Summary other = summary_of(english, "Varroa", "Varroa 2026.");
  other.language = "en";
  index_.add({one, other});
  const auto site = Site::open({{"bees", index_.path(), nullptr}});
  const auto first = [&](const std::string& query, const char* languages) -> std::string {
    const http::Response found = (*site)->answer({"GET",
                                                  "/api/v1/search?q=" + query,
                                                  "http://localhost",
                                                  1,
                                                  {{"Accept-Language", languages}}});
    return nlohmann::json::parse(found.body)["results"][0]["url"];
  };
  EXPECT_EQ(first("varroa", "de-AT, de;q=0.9, en-GB;q=0.8"), german);
  EXPECT_EQ(first("varroa", "de;q=0.8,,;q=nan,en"), english);
  EXPECT_EQ(first("wie+ist+das+mit+varroa", "en"), german);
  EXPECT_EQ(first("what+is+a+varroa", "de"), english);
}

TEST_F(LanguagesTest, FindsWordsBehindArticlesThatLostTheirVowel) {
  Summary french =
      summary_of("https://fr.example/", "Photo", "L’image d'été qu'elle montre aujourd'hui");
  french.language = "fr";
  Summary italian = summary_of("https://it.example/", "Viaggio", "la mappa dell'isola");
  italian.language = "it";
  index_.add({french, italian});
  for (const char* query : {"image", "images", "l'image", "d'images", "été", "ete"})
    EXPECT_THAT(urls(query), ElementsAre(french.url)) << query;
  for (const char* query : {"isola", "un'isola", "title:viaggio isola"})
    EXPECT_THAT(urls(query), ElementsAre(italian.url)) << query;
  EXPECT_THAT(urls("hui"), IsEmpty());
}

// A page says `text`; `query` finds it and marks `hit`. "-" as the hit: nothing is found.
struct Written {
  const char* text;
  const char* query;
  const char* hit;
};
constexpr Written kWritten[] = {
    // Width, composition, ligatures, presentation forms.
    {"ＰＯＲＴＡＬ　２０３１年", "portal", "ＰＯＲＴＡＬ"},
    {"a portal", "ＰＯＲＴＡＬ", "portal"},
    {"ｶﾀﾛｸﾞを配る", "カタログ", "ｶﾀﾛｸﾞ"},
    {"café München", "münchen", "München"},
    {"proﬁling", "profiling", "proﬁling"},
    {"한국", "한국", "한국"},
    {"ﻣﺮﺣﺒﺎ", "مرحبا", "ﻣﺮﺣﺒﺎ"},
    {"H₂O", "H2O", "H₂O"},
    // Characters without width.
    {"Kupfer\u00ADdraht", "kupferdraht", "Kupfer\u00ADdraht"},
    {"Kupfer\u200Bdraht", "kupferdraht", "Kupfer\u200Bdraht"},
    {"Kupferdraht", "Kupfer\u2060draht", "Kupferdraht"},
    // Case.
    {"ΔΡΟΜΟΣ", "δρόμος", "ΔΡΟΜΟΣ"},
    {"İstanbul ışık", "istanbul", "İstanbul"},
    {"İstanbul ışık", "isik", "ışık"},
    {"STRASSE", "straße", "STRASSE"},
    // Letters and marks.
    {"Müller", "mueller", "Müller"},
    {"Mueller", "Müller", "Mueller"},
    {"Århus", "Aarhus", "Århus"},
    {"Aarhus", "Århus", "Aarhus"},
    {"ґанок", "ганок", "ґанок"},
    {"πλατεία", "πλατεια", "πλατεία"},
    {"phở bò", "pho", "phở"},
    {"שָׁלוֹם", "שלום", "שָׁלוֹם"},
    {"كِتَــاب", "کتاب", "كِتَــاب"},
    {"می\u200Cخواهم", "ميخواهم", "می\u200Cخواهم"},
    {"ज़मीन", "जमीन", "ज़मीन"},
    {"०१२ ২৩", "012", "०१२"},
    {"कम्पनी", "कंपनी", "कम्पनी"},
    {"അവൻ", "അവന്\u200D", "അവൻ"},
    {"উৎসব", "উত্\u200Dসব", "উৎসব"},
    {"Seyðisfjörður", "seydisfjordur", "Seyðisfjörður"},
    {"㈱日立", "株", "㈱"},
    {"½ cup", "1/2", "½"},
    {"п`ять", "п’ять", "п`ять"},
    {"Hawaiʻi", "hawai'i", "Hawaiʻi"},
    // Apostrophes and names.
    {"I don’t know", "don't", "don’t"},
    {"Flann O’Brien", "obrien", "O’Brien"},
    {"Flann Obrien", "O'Brien", "Obrien"},
    {"the Qur'an", "quran", "Qur'an"},
    {"une l’abeille noire", "abeille", "l’abeille"},
    {"une l’abeille noire", "\"abeille noire\"", "l’abeille noire"},
    {"צה״ל", "צה\"ל", "צה״ל"},
    {"Porthole™", "porthole", "Porthole"},
    // Programs.
    {"run it with --dry-run", "--dry-run", "dry-run"},
    {"C++ and F#", "C++", "C++"},
    {"C and F", "C++", "-"},
    {"foo_bar v1.2.3", "v1.2.3", "v1.2.3"},
    {"call getUserNames()", "user name", "UserNames"},
    {"call parseHTTPHead()", "head", "Head"},
    {"in JavaScript", "java", "-"},
    {"see max_retry_count", "retries", "retry"},
    {"see RFC2616", "rfc 2616", "RFC2616"},
    {"see RFC 2616", "RFC2616", "RFC 2616"},
    {"see rfc 7 and 2616", "RFC2616", "-"},
    {"sum 9f86d081884c7d659a2f", "9a", "-"},
    {"cost 1,000,000", "1000000", "1,000,000"},
    {"cost 1000000", "1,000,000", "1000000"},
    {"at 10,11,12", "101112", "-"},
    {"an e-mail", "email", "e-mail"},
    {"an email", "e-mail", "email"},
    {"co‑operates", "cooperate", "co‑operates"},
    {"ISBN 978-3-16-148410-0", "9783161484100", "978-3-16-148410-0"},
    {"a 🐝 flies", "🐝", "🐝"},
    // Scripts without spaces; a dictionary may have a compound of the word.
    {"ซื้อมะม่วงสุก", "มะม่วง", "มะม่วง"},
    {"ซื้อมะม่วงสุก", "รถไฟ", "-"},
    {"ก\u0E33ลัง", "ก\u0E4D\u0E32ลัง", "ก\u0E33ลัง"},
    {"น\u0E4D\u0E49\u0E32", "น\u0E49\u0E33", "น\u0E4D\u0E49\u0E32"},
    {"ນ\u0EC9\u0ECD\u0EB2", "ນ\u0EC9\u0EB3", "ນ\u0EC9\u0ECD\u0EB2"},
    {"เ\u0E40ม่", "แม่", "เ\u0E40ม่"},
    {"人々が集う", "人々", "人々"},
    {"サーバー管理", "サーバー", "サーバー"},
    {"ទិញស្វាយទុំ", "ស្វាយ", "ស្វាយ"},
    {"ພາສາລາວ", "ລາວ", "ລາວ"},
    {"မြန်မာစာ", "မြန်မာ", "မြန်မာ"}};

TEST_F(LanguagesTest, FindsAndMarksAWordHoweverPageAndQueryWriteIt) {
  std::vector<Summary> pages;
  for (std::size_t i = 0; i < std::size(kWritten); ++i)
    pages.push_back(
        summary_of("https://w" + std::to_string(i) + ".example/", "", kWritten[i].text));
  index_.add(pages);
  for (std::size_t i = 0; i < std::size(kWritten); ++i) {
    const Written& one = kWritten[i];
    if (std::string_view(one.hit) == "-") {
      EXPECT_THAT(urls(one.query), Not(Contains(pages[i].url))) << one.text;
      continue;
    }
    const Results results =
        search(std::string(one.query) + " site:w" + std::to_string(i) + ".example");
    ASSERT_EQ(results.hits.size(), 1U) << one.text << ' ' << one.query;
    const std::vector<std::string> hits = hits_in(results.hits[0].snippet);
    ASSERT_FALSE(hits.empty()) << one.text;
    EXPECT_EQ(hits[0], one.hit);
  }
}

TEST_F(LanguagesTest, TakesTypographicQuotationMarksForThoseOfAPhrase) {
  for (const char* query : {"“not to be”", "„not to be“", "«not to be»", "title:“hamlet”"})
    EXPECT_THAT(urls(query), ElementsAre(hamlet_)) << query;
  EXPECT_THAT(urls("“not be”"), IsEmpty());
}

TEST_F(LanguagesTest, ReadsSignsAndFieldsInFullWidth) {
  for (const char* query :
       {"ｔｉｔｌｅ：hamlet", "（hamlet　ＯＲ　macbeth）", "hamle＊", "＋hamlet －caf"})
    EXPECT_THAT(urls(query), ElementsAre(hamlet_)) << query;
  EXPECT_THAT(urls("question －hamlet"), IsEmpty());
}

TEST_F(LanguagesTest, FindsATopicHoweverItsNameIsWritten) {
  Summary page = summary_of("https://topic.example/", "", "A page about trees.");
  page.topic = "ÉCOLOGIE Générale";
  index_.add({page});
  EXPECT_THAT(urls("topic:\"e\u0301cologie générale\""), ElementsAre(page.url));
  EXPECT_THAT(urls("topic:Écologie"), ElementsAre(page.url));
}

TEST_F(LanguagesTest, FindsChineseByPairsOfCharacters) {
  EXPECT_THAT(urls("大学"), ElementsAre(chinese_));
  EXPECT_THAT(urls("京图"), IsEmpty());
}

TEST_F(LanguagesTest, KeepsStopWordsForPhrases) {
  EXPECT_THAT(urls("\"to be or not to be\""), ElementsAre(hamlet_));
  EXPECT_THAT(urls("\"not be\""), IsEmpty());
}

}  // namespace
}  // namespace porthole::search
