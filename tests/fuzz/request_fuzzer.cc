// Fuzzer for HTTP requests and index data. The first byte selects the input: a request head, its
// parameters, a document record, the table of fields, facets, or an Omega record.
//
//   cmake --preset fuzz && ninja -C build/fuzz request_fuzzer &&
//     build/fuzz/bin/request_fuzzer -max_total_time=300

#include <cstdint>
#include <string>

#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "http/http_head.h"
#include "http/parameters.h"
#include "indexer/document_data.h"
#include "indexer/fields.h"
#include "indexer/page_values.h"
#include "search/index/omega_record.h"
#include "tests/fuzz/laws.h"

namespace porthole::testing {
namespace {

void read_head(std::string_view bytes) {
  using http::HeadState;
  const http::HeadVerdict verdict = http::judge_head(bytes, {"files.example"});
  demand((verdict.state == HeadState::kBad) == (verdict.status >= 400), "who refuses has a status");
  demand(verdict.state != HeadState::kIncomplete || bytes.size() <= http::kMaxHead,
         "a head has an end");
  if (verdict.state != HeadState::kGood) return;
  const std::size_t end = bytes.find("\r\n\r\n");
  demand(end != std::string_view::npos, "a good head has its end");
  demand(bytes.substr(0, end).find('\0') == std::string_view::npos, "a good head is text");
}

void read_parameters(std::string_view bytes) {
  const http::Parameters parameters(bytes);
  const std::string& text = parameters.text("q");
  demand(clean_utf8(text) == text, "a parameter is text", text);
  const http::Parameters again("q=" + encode_parameter(text));
  demand(again.text("q") == text, "a parameter is the same when it is sent again", text);
  const int number = parameters.number("n", 5, 0, 10);
  demand(number >= 0 && number <= 10, "a number keeps its bounds");
}

void read_record(std::string_view bytes) {
  const std::size_t newline = bytes.find('\n');
  const std::string_view shown =
      newline == std::string_view::npos ? std::string_view() : bytes.substr(newline + 1);
  const auto data = indexer::read_document_data(bytes.substr(0, newline), shown);
  if (!data) return;
  const auto again = indexer::read_document_data(write_document_data(*data), write_shown(*data));
  demand(
      again && again->url == data->url && again->text == data->text && again->title == data->title,
      "a record is the same when it is written again", data->url);
}

void read_facets_of(std::string_view bytes) {
  const indexer::FacetValues values = indexer::read_facets(bytes);
  demand(indexer::read_facets(indexer::write_facets(values)) == values,
         "facets are the same when they are written again");
}

void read_table_of_fields(std::string_view bytes) { (void)indexer::read_fields(bytes); }
void read_record_of_omega(std::string_view bytes) { (void)search::read_omega_record(bytes); }

}  // namespace
}  // namespace porthole::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace porthole::testing;
  give_to_one_of({read_head, read_parameters, read_record, read_table_of_fields, read_facets_of,
                  read_record_of_omega},
                 data, size);
  return 0;
}
