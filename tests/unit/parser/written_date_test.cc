#include "parser/properties/written_date.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "parser/properties/relative_date.h"
#include "parser/properties/stated_date.h"

namespace porthole::parser {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> dates(std::string_view text, std::string_view language = "en") {
  std::vector<std::string> all;
  for (const WrittenDate& one : written_dates(text, language, 100)) all.push_back(w3c_form(one));
  return all;
}

TEST(WrittenDateTest, ReadsEnglishDates) {
  EXPECT_THAT(dates("March 14, 2025; Mar 14 2025; 14 March 2025, 14th of March, 2025 | Sept. 3rd, "
                    "2019"),
              ElementsAre("2025-03-14", "2025-03-14", "2025-03-14", "2025-03-14", "2019-09-03"));
  EXPECT_THAT(dates("Published on Friday, December 19, 2025 @08:00PM"), ElementsAre("2025-12-19"));
  EXPECT_THAT(dates("December 2023"), ElementsAre("2023-12"));
}

TEST(WrittenDateTest, ReadsDatesOfOtherLanguages) {
  EXPECT_THAT(dates("14. März 2025", "de"), ElementsAre("2025-03-14"));
  EXPECT_THAT(dates("le 1er février 2024", "fr"), ElementsAre("2024-02-01"));
  EXPECT_THAT(dates("14 de marzo de 2025", "es"), ElementsAre("2025-03-14"));
  EXPECT_THAT(dates("14 marzo 2025", "it"), ElementsAre("2025-03-14"));
  EXPECT_THAT(dates("3 grudnia 2021", "pl"), ElementsAre("2021-12-03"));
  EXPECT_THAT(dates("9 мая 2022", "ru"), ElementsAre("2022-05-09"));
  EXPECT_THAT(dates("2025年3月14日 2025년 3월 14일", "ja"),
              ElementsAre("2025-03-14", "2025-03-14"));
}

TEST(WrittenDateTest, ReadsDatesOfEveryLanguageOfItsTableInAnyCase) {
  for (const char* date : {"2025. március 5.",
                           "2025. márc. 5-én",
                           "5 Μαρτίου 2025",
                           "5 ΜΑΡΤΙΟΥ 2025",
                           "5 Μαρ 2025",
                           "5η Μαρτίου 2025",
                           "5 Mart 2025",
                           "5 MART 2025",
                           "5. marts 2025",
                           "5 mars 2025",
                           "5. maaliskuuta 2025",
                           "5 березня 2025 р.",
                           "5 МАРТА 2025 г.",
                           "5. března 2025",
                           "5 marca 2025 r.",
                           "5 martie 2025",
                           "5 maart 2025",
                           "1º março 5 de março de 2025",
                           "5\u00A0марта\u00A02025",
                           "le 5\u202Fmars 2025",
                           "Tue Mar  5 10:00:00 2025",
                           "Tue Mar 05 2025 10:00:00 GMT+0100",
                           "Tue Mar 5 10:00:00 UTC 2025",
                           "5 de març de 2025",
                           "5 มีนาคม 2568",
                           "٥ مارس ٢٠٢٥",
                           "5 במרץ 2025",
                           "५ मार्च २०२५",
                           "ngày 5 tháng 3 năm 2025",
                           "更新 令和7年3月5日",
                           "２０２５年３月５日",
                           "5. ožujka 2025.",
                           "5. март 2025",
                           "5. marta 2025",
                           "5. marca 2025",
                           "5 март 2025 г.",
                           "2025 m. kovo 5 d.",
                           "2025. gada 5. martā",
                           "5. märts 2025",
                           "2025eko martxoaren 5a",
                           "2025ko martxoaren 5ean",
                           "5 Maret 2025",
                           "۵ مارس ۲۰۲۵",
                           "۱۵ اسفند ۱۴۰۳",
                           "5. Mär. 2025",
                           "2025(e)ko martxoaren 5(a)",
                           "2025-yil 5-mart",
                           "2025-жыл, 5-март",
                           "2025 жылғы 5 наурыз",
                           "5 mart 2025-ci il",
                           "5 Mac 2025",
                           "Ika-5 ng Marso 2025",
                           "la 5-an de marto 2025",
                           "৫ মার্চ, ২০২৫",
                           "மார்ச் 5, 2025",
                           "2025 മാർച്ച് 5",
                           "5 మార్చి 2025",
                           "5 مارچ، 2025",
                           "5 მარტი, 2025",
                           "5 մարտի 2025",
                           "5ú Márta 2025",
                           "5 Mawrth 2025",
                           "5 Machi 2025",
                           "5 มี.ค. 2568",
                           "5 III 2025",
                           "5.III.2025",
                           "2025:03:05 10:00:00"}) {
    EXPECT_THAT(dates(date, "xx"), ElementsAre("2025-03-05")) << date;
  }
  EXPECT_THAT(dates("5 d'abril de 2025; 5 d’abril del 2025", "ca"),
              ElementsAre("2025-04-05", "2025-04-05"));
  EXPECT_THAT(dates("5. listopada 2024; 5 listopada 2024", "hr"),
              ElementsAre("2024-10-05", "2024-10-05"));
  EXPECT_THAT(dates("5 listopada 2024", "pl"), ElementsAre("2024-11-05"));
  EXPECT_THAT(dates("30 شهریور 1403، ۱ فروردین ۱۴۰۳، 31 اسفند 1403", "fa"),
              ElementsAre("2024-09-20", "2024-03-20"));
  EXPECT_THAT(dates("1 Şubat 2024, 2 KASIM 2024, 3 ŞUBAT 2024", "tr"),
              ElementsAre("2024-02-01", "2024-11-02", "2024-02-03"));
  EXPECT_THAT(dates("2024. május; Март 2024; Μάρτιος 2024; listopad 2024", "xx"),
              ElementsAre("2024-05", "2024-03", "2024-03", "2024-11"));
}

TEST(WrittenDateTest, TakesTheOrderOfFiguresFromTheLanguageUnlessOneIsOverTwelve) {
  EXPECT_THAT(dates("03/04/2025", "en"), ElementsAre("2025-03-04"));
  EXPECT_THAT(dates("03/04/2025", "fr"), ElementsAre("2025-04-03"));
  EXPECT_THAT(dates("03/04/2025", "en-GB"), ElementsAre("2025-04-03"));
  EXPECT_THAT(dates("25/12/2024 12/25/2024", "en"), ElementsAre("2024-12-25", "2024-12-25"));
  EXPECT_THAT(dates("03.04.2025", "en"), ElementsAre("2025-04-03")) << "with dots the day is first";
}

TEST(WrittenDateTest, ReadsDatesOfUrls) {
  EXPECT_THAT(dates("/2024/05/17/name/"), ElementsAre("2024-05-17"));
  EXPECT_THAT(dates("/posts/2024-05-17-name"), ElementsAre("2024-05-17"));
}

TEST(WrittenDateTest, RefusesWhatIsNoDate) {
  EXPECT_THAT(dates("February 30, 2025; 2025-13-01; 31/31/2025; March 14, 1825; May 5 people came"),
              IsEmpty());
  EXPECT_THAT(dates("Civilization V 2016"), IsEmpty()) << "a Roman month stands behind a day";
  EXPECT_THAT(dates("version 1.2.3, 555-2025-123456, 99999999999999999999 2025"), IsEmpty());
}

TEST(WrittenDateTest, IsLinearInHostileText) {
  std::string text;
  for (int i = 0; i < 200000; ++i) text += "1 ";
  EXPECT_THAT(dates(text), IsEmpty());
  EXPECT_THAT(dates(std::string(1000000, '2')), IsEmpty());
}

TEST(RelativeDateTest, CountsBackFromTheFetchInTheWordsOfEachLanguage) {
  struct Case {
    const char *language, *text, *day;
  };
  const WallTime fetched = *parse_time("2026-11-29T14:00:00Z");
  for (const Case& one : {Case{"en", "Posted 15 hours ago by Jane", "2026-11-28"},
                          {"", "an hour ago", "2026-11-29"},
                          {"en-US", "Yesterday at 10:00", "2026-11-28"},
                          {"en", "about 3 months ago", "2026-08"},
                          {"de", "vor 3 Tagen", "2026-11-26"},
                          {"de", "vorgestern", "2026-11-27"},
                          {"fr", "il y a une heure", "2026-11-29"},
                          {"es", "hace 3 días", "2026-11-26"},
                          {"it", "ieri", "2026-11-28"},
                          {"pt-BR", "3 dias atrás", "2026-11-26"},
                          {"nb", "for 2 dager siden", "2026-11-27"},
                          {"pl", "3 dni temu", "2026-11-26"},
                          {"ru", "5 дней назад", "2026-11-24"},
                          {"ru", "час назад", "2026-11-29"},
                          {"el", "πριν 3 μέρες", "2026-11-26"},
                          {"ar", "منذ ٣ أيام", "2026-11-26"},
                          {"ja", "3日前", "2026-11-26"},
                          {"zh-CN", "2天前", "2026-11-27"},
                          {"ko", "3일 전", "2026-11-26"},
                          {"xx", "2 days ago", "2026-11-27"},
                          {"en", "2 years ago", ""},
                          {"en", "5 min read", ""},
                          {"en", "knowledge of 14 comments", ""}})
    EXPECT_EQ(relative_date(one.text, one.language, fetched), one.day) << one.text;
}

TEST(StatedDateTest, KeepsTimesAndConvertsOtherForms) {
  EXPECT_EQ(stated_date(" 2025-08-25T13:59:22+00:00 ", ""), "2025-08-25T13:59:22+00:00");
  EXPECT_EQ(stated_date("2025-08-25 13:59:22", ""), "2025-08-25T13:59:22");
  EXPECT_EQ(stated_date("2020/05/17", ""), "2020-05-17");
  EXPECT_EQ(stated_date("1968-05", ""), "1968-05");
  EXPECT_EQ(stated_date("1905", ""), "1905");
  EXPECT_EQ(stated_date("Fri, 20 Nov 2026 18:20:53 GMT", ""), "2026-11-20T18:20:53Z");
  EXPECT_EQ(stated_date("August 25, 2025 1:59 pm", "en"), "2025-08-25");
  EXPECT_EQ(stated_date("20250825", ""), "2025-08-25");
  EXPECT_EQ(stated_date("20250825T135922Z", ""), "2025-08-25");
  EXPECT_EQ(stated_date("1756130362", ""), "2025-08-25T13:59:22Z");
  EXPECT_EQ(stated_date("1756130362000", ""), "2025-08-25T13:59:22Z");
  EXPECT_EQ(stated_date("Fri, 20 Nov 26 18:20:53 +0100", ""), "2026-11-20T17:20:53Z");
  for (const char* day : {"2024-W18-7", "2024W187", "2024-126", "D:20240505101112+02'00'"})
    EXPECT_EQ(stated_date(day, ""), "2024-05-05") << day;
  EXPECT_EQ(stated_date("20251345", ""), "");
  EXPECT_EQ(stated_date("2025-02-30", ""), "");
  EXPECT_EQ(stated_date("2025-00-00", ""), "");
  EXPECT_EQ(stated_date("long ago", ""), "");
}

}  // namespace
}  // namespace porthole::parser
