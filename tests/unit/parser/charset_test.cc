#include "parser/html/charset.h"

#include <gtest/gtest.h>

#include <string>

#include "parser/parse.h"

namespace porthole::parser {
namespace {

Document parse(std::string body, std::string content_type = "text/html") {
  return parse_document({"http://site.example/", std::move(content_type), std::move(body)});
}

std::string decoded(std::string_view body, std::string_view charset) {
  std::string buffer;
  return std::string(to_utf8(body, charset, buffer));
}

// https://encoding.spec.whatwg.org/#names-and-labels
TEST(CharsetTest, KnowsTheLabelsOfTheStandard) {
  EXPECT_EQ(charset_from_label("UTF8"), "utf-8");
  EXPECT_EQ(charset_from_label(" ISO-8859-1 "), "windows-1252");
  EXPECT_EQ(charset_from_label("us-ascii"), "windows-1252");
  EXPECT_EQ(charset_from_label("latin5"), "windows-1254");
  EXPECT_EQ(charset_from_label("x-sjis"), "shift_jis");
  EXPECT_EQ(charset_from_label("GB2312"), "gbk");
  EXPECT_EQ(charset_from_label("ks_c_5601-1987"), "euc-kr");
  EXPECT_EQ(charset_from_label("utf-16"), "utf-16le");
  EXPECT_EQ(charset_from_label("tis-620"), "windows-874");
}

TEST(CharsetTest, RefusesLabelsThatAreNotInTheStandard) {
  EXPECT_EQ(charset_from_label("utf-7"), "");
  EXPECT_EQ(charset_from_label("utf8 latin1"), "");
  EXPECT_EQ(charset_from_label(""), "");
  EXPECT_EQ(charset_from_label("utf"), "");
  EXPECT_EQ(charset_from_label(std::string(5000, 'u')), "");
}

TEST(CharsetTest, TrustsTheMarkThenTheHeaderThenTheMeta) {
  const std::string meta = "<meta charset=koi8-r>";
  EXPECT_EQ(detect_charset("\xEF\xBB\xBF" + meta, "text/html; charset=shift_jis"), "utf-8");
  EXPECT_EQ(detect_charset(std::string("\xFF\xFEx\0", 4), "text/html; charset=utf-8"), "utf-16le");
  EXPECT_EQ(detect_charset(meta, "text/html; Charset=\"Shift_JIS\"; x=y"), "shift_jis");
  EXPECT_EQ(detect_charset(meta, "text/html"), "koi8-r");
  EXPECT_EQ(detect_charset(meta, "text/html; charset=utf-7"), "koi8-r");
  EXPECT_EQ(detect_charset("<p>plain", "text/html"), "windows-1252");
}

// https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding
TEST(CharsetTest, PrescansTheFirst1024Bytes) {
  EXPECT_EQ(declared_charset("<meta http-equiv=Content-Type content='text/html; charset=euc-jp'>"),
            "euc-jp");
  EXPECT_EQ(declared_charset("<meta content='text/html; charset=euc-jp'>"), "");
  EXPECT_EQ(declared_charset("<!-- <meta charset=big5> --><meta charset=utf-8>"), "utf-8");
  EXPECT_EQ(declared_charset("<script>'<meta charset=big5>'</script><meta charset=utf-8>"),
            "utf-8");
  EXPECT_EQ(declared_charset("<meta charset=utf-16>"), "utf-8");
  EXPECT_EQ(declared_charset("<?xml version='1.0' encoding='iso-8859-2'?><html>"), "iso-8859-2");
  EXPECT_EQ(declared_charset(std::string(1100, ' ') + "<meta charset=utf-8>"), "");
}

TEST(CharsetTest, ConvertsWithReplacementCharacters) {
  // Windows-1251 by its table: CF F0 E8 E2 E5 F2 is "Привет".
  EXPECT_EQ(decoded("\xCF\xF0\xE8\xE2\xE5\xF2", "windows-1251"), "Привет");
  // Shift_JIS by JIS X 0208: 93 FA 96 7B is "日本".
  EXPECT_EQ(decoded("\x93\xFA\x96\x7B", "shift_jis"), "日本");
  EXPECT_EQ(decoded("\x93\x94 \x80", "windows-1252"), "“” €");
  EXPECT_EQ(decoded("a\xFF"
                    "b",
                    "utf-8"),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(decoded(std::string("a\0b", 3), "utf-8"),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(decoded(std::string("\xFE\xFF\0h\0i", 6), "utf-16be"), "hi");
  EXPECT_EQ(decoded("\xEF\xBB\xBFx", "utf-8"), "x");
}

TEST(CharsetTest, DetectsWhatIsNotDeclared) {
  EXPECT_EQ(detect_charset("<p>caf\xC3\xA9", "text/html"), "utf-8");
  std::string russian;
  for (int i = 0; i < 30; ++i)
    russian +=
        "\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0! "
        "\xC7\xE4\xF0\xE0\xE2\xF1\xF2\xE2\xF3\xE9\xF2\xE5. ";
  EXPECT_EQ(detect_charset(russian, "text/html"), "windows-1251");
}

// https://html.spec.whatwg.org/#change-the-encoding: the parser meets the element behind the
// prescan's bytes.
TEST(CharsetTest, TellsUtf16WithoutAMarkByItsZeros) {
  const auto wide = [](std::u16string_view text, bool is_big) {
    std::string bytes;
    for (const char16_t c : text) {
      const char high = static_cast<char>(c >> 8), low = static_cast<char>(c & 0xFF);
      bytes.append(1, is_big ? high : low).append(1, is_big ? low : high);
    }
    return bytes;
  };
  for (const std::u16string_view text : {u"name;size\nlamp;2\n", u"имя;цена\nлампа;два\n"}) {
    EXPECT_EQ(detect_charset(wide(text, false), "text/csv"), "utf-16le");
    EXPECT_EQ(detect_charset(wide(text, true), "text/csv"), "utf-16be");
  }
  EXPECT_EQ(detect_charset(std::string("a\0b\0\0c", 6), ""), "windows-1252");
  EXPECT_EQ(detect_charset(std::string("a\0b<p>c\0", 8), ""), "windows-1252") << "tags";
  const std::string page = wide(u"<title>Лампа</title><p>Свеча и фитиль", false);
  EXPECT_EQ(parse("\xFF\xFE" + page).title, "Лампа");
  EXPECT_EQ(parse(page, "text/html; charset=utf-16le").title, "Лампа");
}

TEST(CharsetTest, ALateMetaCountsWhereNothingElseSays) {
  const std::string style = "<head><style>" + std::string(2000, 'x') + "</style>";
  // KOI8-R by its table: F0 D2 C9 D7 C5 D4 is "Привет". Two words are too few to detect it from.
  const std::string page =
      style + "<meta charset=koi8-r><title>\xF0\xD2\xC9\xD7\xC5\xD4</title><p>x";
  EXPECT_EQ(parse(page).charset, "koi8-r");
  EXPECT_EQ(parse(page).title, "Привет");
  EXPECT_EQ(parse(page, "").title, "Привет");
  // ISO-2022-JP is ASCII to the eye: only the element tells.
  const Document japanese =
      parse(style +
            "<meta http-equiv=content-type content='text/html; charset=iso-2022-jp'>"
            "<title>\x1B$BF|K\\\x1B(B</title>");
  EXPECT_EQ(japanese.title, "日本");
}

TEST(CharsetTest, ALateMetaCountsLessThanAllElse) {
  const std::string late = std::string(2000, ' ') + "<meta charset=koi8-r><p>";
  EXPECT_EQ(parse(late + "\xF0", "text/html; charset=windows-1251").charset, "windows-1251");
  EXPECT_EQ(parse("\xEF\xBB\xBF" + late).charset, "utf-8");
  EXPECT_EQ(parse("<meta charset=big5>" + late).charset, "big5");
  EXPECT_EQ(parse(late + "caf\xC3\xA9").charset, "utf-8");
  // Text that is about HTML declares nothing of itself.
  EXPECT_EQ(parse(late + "plain", "text/plain").charset, "windows-1252");
}

TEST(CharsetTest, SaysTheCharsetOfThePage) {
  const Document document =
      parse("<title>\x93\xFA\x96\x7B</title>", "text/html; charset=Shift_JIS");
  EXPECT_EQ(document.charset, "shift_jis");
  EXPECT_EQ(document.title, "日本");
}

// The bytes +ADw-script+AD4- are "<script>" in UTF-7: they must stay the text that they are.
TEST(CharsetTest, NeverReadsUtf7) {
  const Document document = parse("<p>+ADw-a href=x+AD4-", "text/html; charset=utf-7");
  EXPECT_EQ(document.text, "+ADw-a href=x+AD4-");
  EXPECT_TRUE(document.links.empty());
}

TEST(CharsetTest, SurvivesACharsetOf5000Bytes) {
  const std::string name(5000, 'x');
  const Document document = parse("<meta charset=" + name + "><p>x", "text/html; charset=" + name);
  EXPECT_EQ(document.charset, "windows-1252");
  EXPECT_EQ(document.text, "x");
}

}  // namespace
}  // namespace porthole::parser
