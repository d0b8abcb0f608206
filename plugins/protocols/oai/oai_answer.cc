#include "plugins/protocols/oai/oai_answer.h"

#include "base/text/text.h"
#include "base/xml/reader.h"

namespace porthole {
namespace {

constexpr std::string_view kOai = "http://www.openarchives.org/OAI/2.0/";
constexpr std::string_view kDc = "http://purl.org/dc/elements/1.1/";
constexpr std::size_t kMostRecords = 5000;
constexpr std::size_t kMostFields = 500;

class Reader final : public xml::XmlHandler {
 public:
  void start_element(const xml::XmlName& name, const xml::XmlAttributes& attributes) override {
    text_.clear();
    is_oai_ |= name == xml::XmlName{kOai, "OAI-PMH"};
    if (name.ns != kOai) return;
    if (name.local == "header") {
      if (answer_.records.size() == kMostRecords) return stop();
      answer_.records.emplace_back();
      answer_.records.back().deleted = attributes.value("status") == "deleted";
    }
    if (name.local == "error") answer_.error_code = attributes.value("code");
  }

  void end_element(const xml::XmlName& name) override {
    const std::string text = fold_space(text_);
    text_.clear();
    if (name == xml::XmlName{kOai, "resumptionToken"}) answer_.token = text;
    if (name == xml::XmlName{kOai, "error"}) answer_.error = text;
    if (answer_.records.empty()) return;
    OaiRecord& record = answer_.records.back();
    if (name == xml::XmlName{kOai, "identifier"}) record.identifier = text;
    if (name == xml::XmlName{kOai, "datestamp"}) record.datestamp = text;
    if (name.ns == kDc && !text.empty() && record.fields.size() < kMostFields) {
      record.fields.emplace_back(name.local, text);
    }
  }

  void characters(std::string_view text) override { text_ += text; }

  bool is_oai() const { return is_oai_; }
  OaiAnswer& answer() { return answer_; }

 private:
  OaiAnswer answer_;
  std::string text_;
  bool is_oai_ = false;
};

}  // namespace

std::string_view OaiRecord::first(std::string_view name) const {
  for (const auto& [field, value] : fields) {
    if (field == name) return value;
  }
  return {};
}

Result<OaiAnswer> read_oai(std::string_view xml, const std::string& url) {
  Reader reader;
  TRY(xml::parse_xml(xml, url, {}, reader));
  if (!reader.is_oai()) return fail(ErrorCode::kInvalid, "no answer of OAI-PMH", "");
  return std::move(reader.answer());
}

}  // namespace porthole
