// Fuzzer for files supplied by users. The first byte selects the input: browser bookmarks, a
// directory list, a taxonomy, an RDF Schema of a plug-in, or a date.
//
//   cmake --preset fuzz && ninja -C build/fuzz import_fuzzer &&
//     build/fuzz/bin/import_fuzzer -max_total_time=300

#include <cstdint>
#include <string>

#include "base/date_span.h"
#include "base/text/text.h"
#include "base/url/url.h"
#include "collection/bookmarks.h"
#include "collection/directory_list.h"
#include "collection/taxonomy_file.h"
#include "summarizer/schema/rdfs_reader.h"
#include "tests/fuzz/laws.h"

namespace porthole::testing {
namespace {

using collection::Imported;
using collection::TaxonomyFile;

constexpr const char* kEmptyTaxonomy = R"(<taxonomy xmlns="urn:porthole:taxonomy:1"/>)";

/// What an importer takes can be written into a taxonomy, and is found there.
void check_imported(const Result<Imported>& imported) {
  if (!imported) {
    demand(!imported.error().message.empty(), "who refuses says why");
    return;
  }
  for (const collection::NewExample& example : imported->examples) {
    demand(Url::parse(example.example.url).has_value(), "an example has a URL",
           example.example.url);
  }
  static const Result<TaxonomyFile> kEmpty =
      TaxonomyFile::from_text(kEmptyTaxonomy, "taxonomy.xml");
  demand(kEmpty.has_value(), "an empty taxonomy is one", kEmpty ? "" : kEmpty.error().message);
  TaxonomyFile taxonomy = *kEmpty;
  const auto added = taxonomy.add(imported->examples);
  demand(added.has_value(), "what was imported stands in a taxonomy",
         added ? "" : added.error().message);
  demand(added->examples + added->known == imported->examples.size(),
         "each example is added or known");
}

void read_bookmarks(std::string_view bytes) {
  check_imported(collection::read_bookmarks(bytes, "bookmarks.html"));
}

void read_directory(std::string_view bytes) {
  check_imported(collection::read_directory_list(bytes, "directory.csv"));
}

void read_schema(std::string_view bytes) { (void)summarizer::read_rdfs(bytes, "own.rdfs"); }

void read_taxonomy(std::string_view bytes) {
  auto taxonomy = TaxonomyFile::from_text(std::string(bytes), "taxonomy.xml");
  if (!taxonomy) return;
  demand(taxonomy->text() == bytes, "a taxonomy keeps its text");
  const auto marked = taxonomy->mark_good({});
  demand(!marked || taxonomy->taxonomy().good().empty(), "no topic is good when none is wanted");
}

void read_date(std::string_view bytes) {
  const auto span = parse_date_span(bytes);
  demand(!span || span->begin < span->end, "a date ends after it begins", bytes);
}

}  // namespace
}  // namespace porthole::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace porthole::testing;
  give_to_one_of({read_bookmarks, read_directory, read_taxonomy, read_schema, read_date}, data,
                 size);
  return 0;
}
