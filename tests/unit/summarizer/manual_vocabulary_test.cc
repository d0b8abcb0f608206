// docs/plugins.md lists the classes and properties that a summarizer can choose from.

#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>

#include "tests/support/files.h"

namespace porthole {
namespace {

/// Written by the program itself for every page, or about annotations.
const std::set<std::string> kOfTheProgram = {"annotationsByOthers",
                                             "ownAnnotations",
                                             "annotator",
                                             "annotatee",
                                             "annotation",
                                             "url",
                                             "kind",
                                             "element",
                                             "firstSeen",
                                             "lastSeen",
                                             "closed",
                                             "sites",
                                             "navigation",
                                             "relevance",
                                             "hub",
                                             "authority",
                                             "importance",
                                             "status",
                                             "topic",
                                             "text",
                                             "alias",
                                             "fetched",
                                             "bytes",
                                             "digest",
                                             "nosnippet",
                                             "noarchive",
                                             "pageType",
                                             "canonical",
                                             "searchable",
                                             "Annotation",
                                             "TextAnnotation",
                                             "ImageAnnotation",
                                             "XmlFragment"};

TEST(PluginManual, ListsEachClassAndPropertyThatASummarizerCanUse) {
  const std::string manual = testing::read_whole_file(PORTHOLE_SOURCE_DIR "/docs/plugins.md");
  const std::string schema = testing::read_whole_file(PORTHOLE_SOURCE_DIR "/schemas/summary.rdfs");
  const std::regex defined(
      R"re(<(?:rdfs:Class|rdf:Property) rdf:about="urn:porthole:summary:1#(\w+)")re");
  int names = 0;
  for (std::sregex_iterator at(schema.begin(), schema.end(), defined), end; at != end; ++at) {
    const std::string name = (*at)[1];
    ++names;
    if (kOfTheProgram.contains(name)) continue;
    EXPECT_NE(manual.find("`" + name + "`"), std::string::npos) << name;
  }
  EXPECT_GT(names, 100);
}

}  // namespace
}  // namespace porthole
