#pragma once

/// A tiny box for the tests of webbox: a temporary folder, the trees of a few sites in the layout
/// of a cache, and their list. No package and no network is involved.

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "labs/webbox/manifest.h"
#include "labs/webbox/site_list.h"

namespace porthole::labs {

/// A folder that goes when the object goes.
class TempFolder {
 public:
  TempFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "webbox-test-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~TempFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline void write_file(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

inline std::string read_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Two sites on two hosts and their cache.
class BoxTest : public ::testing::Test {
 protected:
  static constexpr const char* kList =
      "stars\tstars-doc\tusr/share/doc/stars/html\tdocs.stars.test/en/latest/\tscience/astronomy\t"
      "^drafts/\t^docs\\.stars\\.test/en/(?!latest/)[^/]+/(.*)$=>docs.stars.test/en/latest/\\1;"
      "^(?:www\\.)?stars\\.test/home$=>docs.stars.test/en/latest/\n"
      "chess\tchess-doc\tusr/share/chess\tchess.test/\trecreation/games\n";

  std::filesystem::path cache() const { return folder_.path(); }
  std::filesystem::path stars() const { return cache() / "x/stars-doc/usr/share/doc/stars/html"; }
  std::filesystem::path chess() const { return cache() / "x/chess-doc/usr/share/chess"; }

  void write_sites() const {
    write_file(stars() / "index.html",
               "<title>Stars</title><a href='orbits.html'>orbits</a> <a href=dust/>dust</a>");
    write_file(stars() / "orbits.html", "<p>" + std::string(2000, 'o'));
    write_file(stars() / "dust/index.html", "<p>dust");
    write_file(stars() / "style.css", "p { color: navy }");
    write_file(chess() / "rules.htm", "<p>rules");
  }

  std::vector<Site> sites(const std::string& list = kList) const {
    auto sites = parse_site_list(list, "sites.tsv");
    EXPECT_TRUE(sites) << sites.error().to_string();
    return sites.value_or(std::vector<Site>());
  }

  std::shared_ptr<const Manifest> manifest(const std::string& list = kList) const {
    return std::make_shared<const Manifest>(Manifest::build(sites(list), cache()));
  }

 private:
  TempFolder folder_;
};

}  // namespace porthole::labs
