/// Omega's indexes are searched here, and ours by Omega and xapian-delve (Debian: xapian-omega,
/// xapian-tools).

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "search/ranking/searcher.h"
#include "tests/support/index_folder.h"
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

namespace porthole::search {
namespace {

namespace fs = std::filesystem;
using porthole::testing::run_program;
using test::IndexFolder;
using test::summary_of;
using ::testing::HasSubstr;

constexpr const char* kOmindex = "/usr/bin/omindex";
constexpr const char* kOmega = "/usr/lib/cgi-bin/omega/omega";
constexpr const char* kDelve = "/usr/bin/xapian-delve";

TEST(OmegaTest, AnIndexThatOmindexMadeIsSearchedByTextAndTitle) {
  if (!fs::exists(kOmindex)) GTEST_SKIP() << "omindex is not installed (xapian-omega)";
  const porthole::testing::TempDir folder;
  fs::create_directories(folder / "pages");
  std::ofstream(folder / "pages/hub.html")
      << "<title>Hub gears</title><p>A planetary gear is quiet.";
  std::ofstream(folder / "pages/oil.html")
      << "<title>Chain care</title><p>Oil the chain, not the gear.";
  const auto done =
      run_program(kOmindex, {"--db", folder / "index", "--url", "/", folder / "pages"});
  ASSERT_EQ(done.code, 0) << done.err;
  auto searcher = Searcher::open({folder / "index"});
  ASSERT_TRUE(searcher) << searcher.error().to_string();
  SearchRequest request{"+planetary gears"};
  request.explain = true;
  const auto results = searcher->search(request);
  ASSERT_TRUE(results) << results.error().to_string();
  ASSERT_EQ(results->hits.size(), 1u);
  const Hit& hit = results->hits[0];
  EXPECT_EQ(hit.url, "/hub.html");
  EXPECT_EQ(hit.title, "Hub gears");
  EXPECT_THAT(plain_text(hit.snippet), HasSubstr("planetary gear"));
  double sum = 0;
  for (const ScorePart& part : hit.explanation) sum += part.weight;
  EXPECT_NEAR(sum, hit.score, 1e-9);
  EXPECT_EQ(searcher->search({"care"})->hits.size(), 1u);  // a word of the title alone
  EXPECT_EQ(searcher->search({"\"oil the chain\""})->hits.size(), 1u);
}

TEST(OmegaTest, OmegaAndDelveReadOurIndex) {
  if (!fs::exists(kOmega)) GTEST_SKIP() << "Omega is not installed (xapian-omega)";
  if (!fs::exists(kDelve)) GTEST_SKIP() << "xapian-delve is not installed (xapian-tools)";
  IndexFolder index;
  index.add({summary_of("https://hubs.example/", "Hub gears", "A planetary gear is quiet."),
             summary_of("https://tea.example/", "Tea", "Leaves.")});
  const porthole::testing::TempDir folder;
  fs::create_directories(folder / "templates");
  std::ofstream(folder / "templates/terms")
      << "$setmap{prefix,title,S}$msize found$hitlist{; $id $terms: $field{caption} at $field{url} "
         "begins $field{sample}}";
  std::ofstream(folder / "omega.conf")
      << "database_dir " << index.path().parent_path().string() << "\ntemplate_dir "
      << (folder / "templates").string() << "\nlog_dir " << folder.path().string() << "\ncdb_dir "
      << folder.path().string() << "\n";
  ASSERT_EQ(setenv("OMEGA_CONFIG_FILE", (folder / "omega.conf").c_str(), 1), 0);
  const auto said = run_program(kOmega, {"P=quiet gears title:hub", "DB=index", "FMT=terms"});
  EXPECT_THAT(said.out, HasSubstr("1 found")) << said.err;
  EXPECT_THAT(said.out, HasSubstr("quiet"));
  EXPECT_THAT(said.out,
              HasSubstr(": Hub gears at https://hubs.example/ begins A planetary gear is quiet."));
  const auto terms = run_program(kDelve, {"-a", index.path()});
  EXPECT_EQ(terms.code, 0) << terms.err;
  EXPECT_THAT(terms.out, HasSubstr("ZShub"));
}

}  // namespace
}  // namespace porthole::search
