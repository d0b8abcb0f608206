// Prints the candidates for title, author and date of the pages of a corpus, a line of JSON each,
// for train_properties.py:
//   property_candidates CORPUS
// CORPUS has html/ID.html and ground-truth/ID.json, as judge.py reads it.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

#include "base/json/json.h"
#include "parser/html/charset.h"
#include "parser/html/html.h"
#include "parser/html/page_builder.h"
#include "parser/html/prescan.h"
#include "parser/html/tidy_workarounds.h"
#include "parser/properties/property_candidates.h"

namespace porthole::labs {
namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

std::string whole(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

ordered_json as_json(const parser::Candidates& candidates,
                     std::span<const std::string_view> names) {
  ordered_json out = ordered_json::array();
  for (const parser::Candidate& one : candidates.all()) {
    ordered_json features = ordered_json::array();
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (one.features.test(i)) features.push_back(names[i]);
    }
    out.push_back({{"value", one.value}, {"source", one.source}, {"features", features}});
  }
  return out;
}

ordered_json candidates_of(const std::string& body, const std::string& url) {
  std::string buffer, rewritten;
  const std::string charset =
      parser::detect_charset(body, "text/html", parser::MetaReach::kWholePage);
  const std::string_view text =
      parser::with_text_that_tidy_drops(parser::to_utf8(body, charset, buffer), rewritten);
  const parser::Prescan limit = parser::prescan(text);
  parser::PageBuilder builder({.url = url, .content_type = "", .body = ""}, text.size());
  parser::read_html(text.substr(0, limit.safe_bytes), limit.unread, builder);
  const parser::PageView page = builder.view({});
  return {{"title", as_json(title_candidates(page), parser::title_features())},
          {"author", as_json(author_candidates(page), parser::author_features())},
          {"date", as_json(date_candidates(page), parser::date_features())}};
}

int run(const fs::path& corpus) {
  const auto names = [](std::span<const std::string_view> of) {
    return std::vector<std::string>(of.begin(), of.end());
  };
  const ordered_json features = {{"title", names(parser::title_features())},
                                 {"author", names(parser::author_features())},
                                 {"date", names(parser::date_features())}};
  std::cout << ordered_json{{"features", features}} << '\n';
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(corpus / "ground-truth"))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    const ordered_json truth = ordered_json::parse(whole(file), nullptr, false);
    if (truth.is_discarded() || !truth.contains("url")) {
      std::cerr << file << ": not a truth of the corpus\n";
      return 1;
    }
    const std::string id = file.stem();
    ordered_json line =
        candidates_of(whole(corpus / "html" / (id + ".html")), truth["url"].get<std::string>());
    line["id"] = id;
    std::cout << line.dump(-1, ' ', false, ordered_json::error_handler_t::replace) << '\n';
  }
  return 0;
}

}  // namespace
}  // namespace porthole::labs

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: property_candidates CORPUS\n", stderr);
    return 2;
  }
  return porthole::labs::run(argv[1]);
}
