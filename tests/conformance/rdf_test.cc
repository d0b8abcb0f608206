// Runs our XML reader and RDF writer on the W3C test suite of RDF/XML (308 files; its README and
// manifest.ttl are in the folder).
//
// Porthole has no general RDF parser: summarizer/rdf_reader.h reads the one form that rdf_writer.h
// writes, and refuses the same graph put otherwise. So the 132 evaluation and 41 negative tests are
// not run as such. Each of their files tests the guarantees for any XML: it is read or refused with
// a place, and never accepted as a summary.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/xml/reader.h"
#include "summarizer/rdf_writer.h"
#include "tests/support/rdf_triples.h"
#include "tests/support/summaries.h"
#include "tests/support/temp_dir.h"

namespace porthole {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class RdfConformanceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* corpora = std::getenv("PORTHOLE_CORPORA");
    if (corpora == nullptr) GTEST_SKIP() << "PORTHOLE_CORPORA is not set: no conformance data";
    const fs::path folder = fs::path(corpora) / "conformance" / "rdf-xml";
    if (!fs::is_directory(folder)) GTEST_SKIP() << folder << " is not there";
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().extension() == ".rdf") files_.push_back(entry.path());
    }
    std::sort(files_.begin(), files_.end());
    ASSERT_GE(files_.size(), 170u);
  }

  /// "folder/file" of the suite.
  static std::string name_of(const fs::path& file) {
    return file.parent_path().filename().string() + "/" + file.filename().string();
  }

  std::vector<fs::path> files_;
};

TEST_F(RdfConformanceTest, ReadsEveryFile) {
  for (const fs::path& file : files_) {
    xml::XmlHandler handler;
    const Result<void> read = xml::parse_xml(text_of(file), name_of(file), {}, handler);
    EXPECT_TRUE(read) << read.error().to_string();
  }
}

// By policy, whatever the document type says; no file of the suite has one.
TEST_F(RdfConformanceTest, RefusesEveryFileOnceItHasADocumentType) {
  for (const fs::path& file : files_) {
    std::string text = text_of(file);
    ASSERT_EQ(text.find("<!DOCTYPE"), std::string::npos) << file;
    text.insert(text.starts_with("<?xml ") ? text.find("?>") + 2 : 0,
                "<!DOCTYPE rdf:RDF [<!ENTITY rdf 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'>]>");
    xml::XmlHandler handler;
    const Result<void> read = xml::parse_xml(text, name_of(file), {}, handler);
    ASSERT_FALSE(read) << file;
    EXPECT_NE(read.error().message.find("DOCTYPE"), std::string::npos) << read.error().to_string();
    EXPECT_GT(read.error().line, 0);
  }
}

TEST_F(RdfConformanceTest, TakesNoFileOfOthersForASummary) {
  for (const fs::path& file : files_) {
    const Result<summarizer::Summary> read = summarizer::read_rdf(text_of(file));
    ASSERT_FALSE(read) << file;
    EXPECT_EQ(read.error().code, ErrorCode::kInvalid) << file;
    EXPECT_FALSE(read.error().message.empty());
  }
}

TEST(SummaryConformanceTest, EverySummaryIsRdfThatRapperAccepts) {
  if (!testing::has_rapper()) GTEST_SKIP() << "rapper (raptor2-utils) is not installed";
  const testing::TempDir dir;
  std::vector<summarizer::Summary> summaries = {testing::full_summary()};
  for (const std::string& text : testing::hostile_strings()) {
    summaries.push_back(testing::hostile_summary(text));
  }
  for (const summarizer::Summary& summary : summaries) {
    std::ofstream(dir / "s.rdf", std::ios::binary) << summarizer::write_rdf(summary);
    const auto counted = testing::run_command("rapper -c -i rdfxml '" + (dir / "s.rdf").string() +
                                              "' http://base.invalid/ 2>&1");
    EXPECT_EQ(counted.status, 0) << counted.output;
    EXPECT_EQ(counted.output.find("Error"), std::string::npos) << counted.output;
  }
}

TEST(SummaryConformanceTest, TheVocabularyIsRdfThatRapperAccepts) {
  if (!testing::has_rapper()) GTEST_SKIP() << "rapper (raptor2-utils) is not installed";
  const auto triples =
      testing::rapper_triples(PORTHOLE_SOURCE_DIR "/schemas/summary.rdfs", "rdfxml");
  EXPECT_EQ(triples.status, 0);
  // Every name of ours that a summary uses is described.
  const testing::TempDir dir;
  summarizer::Summary summary = testing::full_summary();
  summary.annotations_by_others.front().page = "https://a.org/{x}";
  std::ofstream(dir / "s.rdf", std::ios::binary) << summarizer::write_rdf(summary);
  const auto used = testing::rapper_triples(dir / "s.rdf", "rdfxml");
  ASSERT_EQ(used.status, 0);
  const std::string ns = "<urn:porthole:summary:1#";
  for (const testing::Triple& triple : testing::NTriplesReader(used.output).read()) {
    for (const std::string& name : {triple.predicate, triple.object}) {
      if (!name.starts_with(ns)) continue;
      EXPECT_NE(triples.output.find(name + " <http://www.w3.org/2000/01/rdf-schema#label>"),
                std::string::npos)
          << name;
    }
  }
}

}  // namespace
}  // namespace porthole
