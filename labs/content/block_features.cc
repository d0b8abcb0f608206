/// block_features FOLDER OUT: the blocks of pages and their features, to train the content model.
///
/// In:  FOLDER/html/ID.html and FOLDER/ground-truth/ID.json (with "url"), as WCXB has them.
/// Out: OUT/features.bin, rows of float32; OUT/names.txt, the name of each feature; and
///      OUT/pages.jsonl, a line for each page: id, url, number of rows and the text of each block.

#include "parser/content/block_features.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "base/json/json.h"
#include "parser/html/charset.h"
#include "parser/html/html.h"
#include "parser/html/page_builder.h"
#include "parser/html/prescan.h"
#include "parser/html/tidy_workarounds.h"

namespace {

using namespace porthole;
using namespace porthole::parser;
using nlohmann::ordered_json;

std::string file_text(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) {
    std::cerr << "usage: block_features FOLDER OUT\n";
    return 2;
  }
  const std::filesystem::path folder = arguments[1], out = arguments[2];
  std::filesystem::create_directories(out);
  std::vector<std::filesystem::path> truths;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "ground-truth"))
    truths.push_back(entry.path());
  std::sort(truths.begin(), truths.end());
  std::ofstream features(out / "features.bin", std::ios::binary), pages(out / "pages.jsonl");
  std::ofstream names(out / "names.txt");
  for (const std::string& name : feature_names()) names << name << '\n';
  for (const auto& file : truths) {
    const auto truth = ordered_json::parse(file_text(file));
    const std::string url = truth["url"];
    const std::string body = file_text(folder / "html" / file.stem().concat(".html"));
    std::string buffer, rewritten;
    const std::string_view text = with_text_that_tidy_drops(
        to_utf8(body, detect_charset(body, "text/html", MetaReach::kWholePage), buffer), rewritten);
    const Prescan limit = prescan(text);
    PageBuilder builder({.url = url, .content_type = "", .body = ""}, text.size());
    read_html(text.substr(0, limit.safe_bytes), limit.unread, builder);
    const Document document = builder.finish();
    const BlockFeatures made =
        features_of(document.text, builder.blocks(), builder.hints(document));
    features.write(reinterpret_cast<const char*>(made.values.data()),
                   static_cast<std::streamsize>(made.values.size() * sizeof(float)));
    ordered_json texts = ordered_json::array(), places = ordered_json::array();
    for (const PageBlock& block : builder.blocks().blocks()) {
      texts.push_back(document.text.substr(block.begin, block.end - block.begin));
      places.push_back(block.element);
    }
    pages << ordered_json{{"id", file.stem().string()},
                          {"url", url},
                          {"rows", texts.size()},
                          {"title", document.title},
                          {"data", builder.hints(document).data_text},
                          {"blocks", std::move(texts)},
                          {"groups", made.groups},
                          {"elements", std::move(places)}}
                 .dump(-1, ' ', false, ordered_json::error_handler_t::replace)
          << '\n';
  }
  return 0;
}
