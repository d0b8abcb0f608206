#include "base/xml/reader.h"

#include <gtest/gtest.h>

#include <thread>

namespace porthole::xml {
namespace {

/// Writes down what it hears: "<ns|a x=1>" for a tag, "text" for text, "</a>" at the end.
class Listener : public XmlHandler {
 public:
  std::string heard;

  void start_element(const XmlName& name, const XmlAttributes& attributes) override {
    heard += "<" + full(name);
    for (const XmlAttribute& attribute : attributes) {
      heard += " " + full(attribute.name) + "=" + std::string(attribute.value);
    }
    heard += ">";
  }
  void end_element(const XmlName& name) override { heard += "</" + full(name) + ">"; }
  void characters(std::string_view text) override { heard += text; }

 private:
  static std::string full(const XmlName& name) {
    return (name.ns.empty() ? "" : std::string(name.ns) + "|") + std::string(name.local);
  }
};

std::string heard(std::string_view xml) {
  Listener listener;
  const Result<void> read = parse_xml(xml, "test.xml", {}, listener);
  return read ? listener.heard : read.error().to_string();
}

Error refused(std::string_view xml, const XmlLimits& limits = {}) {
  Listener listener;
  const Result<void> read = parse_xml(xml, "test.xml", limits, listener);
  EXPECT_FALSE(read) << listener.heard;
  return read ? Error() : read.error();
}

TEST(XmlReaderTest, HandsOutNamesWithTheirNamespaces) {
  EXPECT_EQ(heard("<a xmlns='urn:x' xmlns:p='urn:y'><p:b c='1' p:d='2'/></a>"),
            "<urn:x|a><urn:y|b c=1 urn:y|d=2></urn:y|b></urn:x|a>");
}

TEST(XmlReaderTest, GivesTextWithReferencesAndCdataResolved) {
  EXPECT_EQ(heard("<a>&lt;&amp;&#x20AC;<![CDATA[<b>]]></a>"), "<a><&\u20AC<b></a>");
}

TEST(XmlReaderTest, GivesCharactersBeyondTheBasicPlaneWhole) {
  const std::string smile = "\U0001F600";
  std::string many;
  for (int i = 0; i < 40000; ++i) many += smile;
  EXPECT_EQ(heard("<a>x" + many + "</a>"), "<a>x" + many + "</a>");
  EXPECT_EQ(heard("<a b='" + smile + "'/>"), "<a b=" + smile + "></a>");
}

TEST(XmlReaderTest, ReadsTheEncodingThatTheDocumentDeclares) {
  EXPECT_EQ(heard("<?xml version='1.0' encoding='ISO-8859-1'?><a>\xE9</a>"), "<a>\u00E9</a>");
  EXPECT_EQ(heard("\xEF\xBB\xBF<a>\u00E9</a>"), "<a>\u00E9</a>");
}

TEST(XmlReaderTest, TellsAbsentFromEmptyAttributes) {
  struct : XmlHandler {
    void start_element(const XmlName&, const XmlAttributes& attributes) override {
      EXPECT_EQ(attributes.find({"", "empty"}), std::string_view());
      EXPECT_EQ(attributes.find({"", "absent"}), std::nullopt);
      EXPECT_EQ(attributes.value("full"), "x");
      EXPECT_EQ(attributes.value("absent"), "");
      EXPECT_EQ(attributes.size(), 2u);
    }
  } handler;
  EXPECT_TRUE(parse_xml("<a empty='' full='x'/>", "test.xml", {}, handler));
}

// XML 1.0, sections 2.1 and 3.1: well-formedness.
TEST(XmlReaderTest, NamesThePlaceOfWhatIsNotWellFormed) {
  const Error error = refused("<a>\n  <b></a>");
  EXPECT_EQ(error.code, ErrorCode::kInvalid);
  EXPECT_EQ(error.file, "test.xml");
  EXPECT_EQ(error.line, 2);
  EXPECT_NE(error.message.find("'b'"), std::string::npos) << error.message;
}

TEST(XmlReaderTest, NamesThePlaceOfAByteThatIsNotUtf8) {
  const Error error = refused("<a>\n  <b/>\n \u00e9\u00e9<c d='\x80'/></a>");
  EXPECT_EQ(error.message, "not well-formed XML: a byte here is not UTF-8");
  EXPECT_EQ(error.line, 3);
  EXPECT_EQ(error.column, 10);
  EXPECT_NE(error.hint.find("UTF-8"), std::string::npos);
  EXPECT_EQ(refused("<?xml version='1.0' encoding='UTF-16'?><a>\x80</a>").code,
            ErrorCode::kInvalid);
}

TEST(XmlReaderTest, RefusesWhatIsNoXml) {
  for (const char* text : {"", "hello", "<a>", "<a/><b/>", "<a b=c/>", "<a b='1' b='2'/>", "<p:a/>",
                           "<a>&nbsp;</a>", "<a>\x01</a>", "<a>&#0;</a>", "<a>]]></a>"}) {
    EXPECT_EQ(refused(text).code, ErrorCode::kInvalid) << text;
  }
}

TEST(XmlReaderTest, RefusesEveryDocumentType) {
  for (const char* text :
       {"<!DOCTYPE a><a/>", "<?xml version='1.0'?>\n<!-- x -->\n<!DOCTYPE a SYSTEM 'a.dtd'><a/>",
        "<!DOCTYPE a PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'http://127.0.0.1:9/x.dtd'><a/>",
        "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>",
        "<!DOCTYPE a [<!ENTITY % p SYSTEM 'http://127.0.0.1:9/'> %p;]><a/>"}) {
    const Error error = refused(text);
    EXPECT_EQ(error.code, ErrorCode::kInvalid) << text;
    EXPECT_NE(error.message.find("DOCTYPE"), std::string::npos) << error.message;
    EXPECT_GT(error.line, 0);
  }
}

TEST(XmlReaderTest, RefusesADocumentTypeInAnotherEncoding) {
  const std::u16string text = u"\uFEFF<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>";
  const Error error = refused({reinterpret_cast<const char*>(text.data()), 2 * text.size()});
  EXPECT_NE(error.message.find("DOCTYPE"), std::string::npos) << error.message;
}

TEST(XmlReaderTest, DoesNotTakeDoctypeInTextForADeclaration) {
  EXPECT_EQ(heard("<a><!-- <!DOCTYPE a> --><![CDATA[<!DOCTYPE a>]]></a>"), "<a><!DOCTYPE a></a>");
}

// Entities within entities: none is ever expanded, because none can be declared.
TEST(XmlReaderTest, RefusesEntitiesThatGrow) {
  std::string text = "<!DOCTYPE a [<!ENTITY e0 'xxxxxxxxxx'>";
  for (int i = 1; i < 10; ++i) {
    const std::string before = "&e" + std::to_string(i - 1) + ";";
    text += "<!ENTITY e" + std::to_string(i) + " '";
    for (int k = 0; k < 10; ++k) text += before;
    text += "'>";
  }
  EXPECT_EQ(refused(text + "]><a>&e9;</a>").code, ErrorCode::kInvalid);
}

std::string nested(int depth) {
  std::string text;
  for (int i = 0; i < depth; ++i) text += "<a>";
  for (int i = 0; i < depth; ++i) text += "</a>";
  return text;
}

TEST(XmlReaderTest, KeepsTheLimitOfDepth) {
  XmlHandler handler;
  EXPECT_TRUE(parse_xml(nested(255), "test.xml", {}, handler));
  EXPECT_TRUE(parse_xml(nested(256), "test.xml", {}, handler));
  EXPECT_EQ(refused(nested(257)).code, ErrorCode::kTooLarge);
  EXPECT_EQ(refused(nested(1000000)).code, ErrorCode::kTooLarge);
}

TEST(XmlReaderTest, KeepsTheLimitOfBytes) {
  XmlHandler handler;
  const std::string text = "<a>12345</a>";
  for (const std::size_t bytes : {text.size() + 1, text.size()}) {
    EXPECT_TRUE(parse_xml(text, "test.xml", {.bytes = bytes}, handler));
  }
  EXPECT_EQ(refused(text, {.bytes = text.size() - 1}).code, ErrorCode::kTooLarge);
}

TEST(XmlReaderTest, KeepsTheLimitOfAttributes) {
  const auto with = [](int count) {
    std::string text = "<a";
    for (int i = 0; i < count; ++i) text += " b" + std::to_string(i) + "=''";
    return text + "/>";
  };
  XmlHandler handler;
  EXPECT_TRUE(parse_xml(with(256), "test.xml", {}, handler));
  EXPECT_EQ(refused(with(257)).code, ErrorCode::kTooLarge);
  EXPECT_EQ(refused(with(50000)).code, ErrorCode::kTooLarge);
}

// Namespaces cost Xerces time quadratic in their number.
TEST(XmlReaderTest, KeepsTheLimitOfNamespaces) {
  std::string text = "<a>";
  for (int i = 0; i < 300000; ++i) {
    text += "<b xmlns:p" + std::to_string(i) + "='u" + std::to_string(i) + "'/>";
  }
  EXPECT_EQ(refused(text + "</a>").code, ErrorCode::kTooLarge);
}

TEST(XmlReaderTest, StopsWhenTheHandlerHasEnough) {
  struct : XmlHandler {
    int elements = 0;
    void start_element(const XmlName&, const XmlAttributes&) override {
      if (++elements == 2) stop();
    }
  } handler;
  EXPECT_TRUE(parse_xml("<a><b/><c/><d/><not well formed", "test.xml", {}, handler));
  EXPECT_EQ(handler.elements, 2);
}

TEST(XmlReaderTest, ReturnsTheRefusalOfTheHandlerWithItsPlace) {
  struct : XmlHandler {
    void start_element(const XmlName& name, const XmlAttributes&) override {
      Error error;
      error.code = ErrorCode::kUnsupported;
      error.message = "no b, please";
      if (name.local == "b") refuse(std::move(error));
    }
  } handler;
  const Result<void> read = parse_xml("<a>\n<b/></a>", "test.xml", {}, handler);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().to_string(), "test.xml:2:5: no b, please");
  EXPECT_EQ(read.error().code, ErrorCode::kUnsupported);
}

TEST(XmlReaderTest, ReadsAsBeforeAfterARefusal) {
  EXPECT_EQ(refused("<a>").code, ErrorCode::kInvalid);
  EXPECT_EQ(refused("<!DOCTYPE a><a/>").code, ErrorCode::kInvalid);
  EXPECT_EQ(heard("<a/>"), "<a></a>");
}

TEST(XmlReaderTest, MayBeCalledFromAHandlerAndFromManyThreads) {
  struct : XmlHandler {
    std::string inner;
    void start_element(const XmlName&, const XmlAttributes&) override { inner += heard("<x/>"); }
  } handler;
  EXPECT_TRUE(parse_xml("<a><b/></a>", "test.xml", {}, handler));
  EXPECT_EQ(handler.inner, "<x></x><x></x>");

  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      for (int k = 0; k < 200; ++k) EXPECT_EQ(heard("<a b='c'>d</a>"), "<a b=c>d</a>");
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace porthole::xml
