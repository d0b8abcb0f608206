// A summary is read back as it was written, whatever its strings are: each line of
// the bytes is one. And any bytes are a summary or an error.
//
//   cmake --preset fuzz && ninja -C build/fuzz summary_fuzzer && build/fuzz/bin/summary_fuzzer
//   -max_total_time=300

#include <cstdint>
#include <string>

#include "base/text/text.h"
#include "base/xml/writer.h"
#include "summarizer/rdf_writer.h"
#include "tests/fuzz/laws.h"
#include "tests/support/summaries.h"

namespace porthole::testing {
namespace {

using summarizer::Annotation;
using summarizer::Summary;

/// A summary of which each line says something.
Summary summary_of(std::string_view bytes) {
  Summary summary;
  summary.url = "https://files.example/";
  std::size_t number = 0;
  for (const std::string_view line : split(bytes, '\n')) {
    const std::string text(line);
    switch (number++ % 8) {
      case 0:
        summary.title = text;
        break;
      case 1:
        summary.description = text;
        break;
      case 2:
        summary.text += text + "\n";
        break;
      case 3:
        summary.aliases.push_back("https://files.example/" + text);
        break;
      case 4:
        summary.annotations_by_others.push_back({"https://a.example/" + clean_utf8(text), "said"});
        break;
      case 5:
        summary.annotations_by_others.push_back(
            {"https://b.example/" + std::to_string(number), text});
        break;
      case 6:
        summary.own_annotations.push_back({"https://c.example/", text, AnnotationKind::kTitle});
        break;
      default:
        if (!text.empty()) summary.properties.push_back({"heading", text});
    }
  }
  return summary;
}

void expect_same(const std::string& read, const std::string& written, const char* what) {
  demand(read == xml::readable_text(written), what, written);
}

void write_and_read(const Summary& summary) {
  const std::string rdf = write_rdf(summary);
  const auto read = summarizer::read_rdf(rdf);
  demand(read.has_value(), "what was written is read", rdf);
  expect_same(read->title, summary.title, "the title");
  expect_same(read->description, summary.description, "the description");
  expect_same(read->text, summary.text, "the text");
  demand(write_rdf(*read) == rdf, "what was read is written the same", rdf);
  demand(read->annotations_by_others.size() == summary.annotations_by_others.size(),
         "annotations are all there");
}

}  // namespace
}  // namespace porthole::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  porthole::testing::write_and_read(porthole::testing::summary_of(bytes));
  (void)porthole::summarizer::read_rdf(bytes);
  return 0;
}
