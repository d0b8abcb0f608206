#pragma once

/// Documents that other programs made (plugins/formats/tests/make_documents), read as a crawl would
/// read them: in a worker process, by whichever of the installed summarizers takes them.
///
///   const Document report = read_real({"documents/report.docx"});
///   EXPECT_EQ(report.resource_class, "Text");
///
/// A test whose document is not there, since a package is missing, has to skip:
///   SKIP_WITHOUT("documents/report.docx", "pandoc");

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/document.h"

namespace porthole::testing {

struct RealDocument {
  std::string path;             ///< Below the folder of documents: "AREA/NAME".
  std::string declared_type{};  ///< The Content-Type header, "" for none.
  std::string url{};            ///< "" for https://files.example/ and the path.
};

std::filesystem::path real_document(const std::string& path);

Document read_real(const RealDocument& document);
/// Parses given bytes in the same way.
Document read_bytes(std::string url, std::string declared_type, std::string bytes);

/// All values of a property, in order.
std::vector<std::string> values_of(const Document& document, const std::string& property);

}  // namespace porthole::testing

#define SKIP_WITHOUT(path, package)                                       \
  if (!std::filesystem::exists(::porthole::testing::real_document(path))) \
  GTEST_SKIP() << (path) << " is made with the package " << (package) << ", which is missing"

/// For tests of a summarizer that is left out where the library it needs is missing.
#define SKIP_WITHOUT_LIBRARY(library, package)                                         \
  if (!std::filesystem::exists(PORTHOLE_BINARY_DIR "/lib/plugins/" library ".so"))     \
  GTEST_SKIP() << "the summarizers of " library " are not built: the package " package \
                  " is "                                                               \
                  "missing"
