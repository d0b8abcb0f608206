// Fuzzer for the HTML readers: the tree parser, the linear scan, and the page as XML.
//
//   cmake --preset fuzz && ninja -C build/fuzz page_fuzzer &&
//     build/fuzz/bin/page_fuzzer -max_total_time=300 SEEDS

#include <cstdint>
#include <string>

#include "parser/parse.h"
#include "tests/fuzz/document_laws.h"

namespace porthole::testing {
namespace {

void read(parser::ParseInput input) {
  const Document document = parser::parse_document(input);
  check_document(document);
  if (document.status == ParseStatus::kUnsupported) return;  // The bytes are no HTML.
  check_document(parser::fallback_document(input, "asked for"));
  input.as_xml = true;
  const std::string xml = parser::parse_document(input).text;
  xml::XmlHandler nothing;
  demand(
      xml.empty() || xml::parse_xml(xml, "page", {.bytes = xml.size() + 1, .depth = 5000}, nothing)
                         .has_value(),
      "a page as XML is well-formed");
}

}  // namespace
}  // namespace porthole::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  porthole::parser::ParseInput input;
  input.url = "https://files.example/a/page";
  input.content_type = "text/html";
  input.body.assign(reinterpret_cast<const char*>(data), size);
  porthole::testing::read(std::move(input));
  return 0;
}
