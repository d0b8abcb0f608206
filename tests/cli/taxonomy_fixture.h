#pragma once

/// TaxonomyTest: a small web about stars and food, a taxonomy of the two with examples, and
/// collections with it.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cli/command_line.h"
#include "tests/support/small_web.h"

namespace porthole::testing {

inline constexpr const char* kStars = "stars galaxies telescopes nebula quasar orbit ";
inline constexpr const char* kFood = "recipes butter flour oven dough kitchen ";

inline std::string html_page(const std::string& title, const std::string& text,
                             const std::string& links = "") {
  return "<html><head><title>" + title + "</title></head><body><p>" + text + links +
         "</body></html>";
}

class TaxonomyTest : public CommandLineTest {
 protected:
  TaxonomyTest() {
    for (int site = 1; site <= 3; ++site) {
      const std::string number = std::to_string(site);
      web_.page("http://sky" + number + ".test/",
                html_page("Stars " + number, kStars,
                          "<a href='/near'>more galaxies</a> <a href='/far'>elsewhere</a>"));
      web_.page("http://sky" + number + ".test/near",
                html_page("Galaxies near " + number, std::string(kStars) + "comet"));
      web_.page("http://sky" + number + ".test/far", html_page("Prices", "buy this now"));
      web_.page("http://food" + number + ".test/", html_page("Butter " + number, kFood));
    }
    std::string text = "<taxonomy xmlns=\"urn:porthole:taxonomy:1\">\n<!-- mine -->\n";
    for (const char* topic : {"sky", "food"}) {
      text += "<topic name=\"" + std::string(topic) + "\">\n";
      for (int site = 1; site <= 3; ++site)
        text +=
            "<example url=\"http://" + std::string(topic) + std::to_string(site) + ".test/\"/>\n";
      text += "</topic>\n";
    }
    write_whole_file(path("taxonomy.xml"), text + "</taxonomy>\n");
  }

  std::string sky(const std::vector<std::string>& more = {"--good", "sky"}) {
    std::vector<std::string> arguments = {
        "new",        path("sky"),         "--topic",   "stars",
        "--seed",     "http://sky1.test/", "--gateway", web_.gateway(),
        "--taxonomy", path("taxonomy.xml")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramResult made = porthole(arguments);
    EXPECT_EQ(made.code, 0) << made.err;
    return path("sky");
  }
  std::string taxonomy() const { return read_whole_file(path("sky/taxonomy.xml")); }

  SmallWeb web_;
};

}  // namespace porthole::testing
