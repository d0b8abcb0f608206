#include "labs/laboratory/experiments.h"

#include <algorithm>
#include <iterator>

namespace porthole::labs {

const std::vector<Part>& parts() {
  static const std::vector<Part> list = {
      {"003", "crawls by link metadata", {"gen", "islands", "wide"}},
      {"options", "options of the published strategies", {"gen"}, 1, 5, {"islands"}},
      {"stops", "where relevance weighting stops", {"gen", "islands", "wide", "ample"}, 2},
      {"004", "focused crawling", {"gen", "islands", "wide"}},  // and 000
      {"001", "samples of a topic", {"gen", "islands"}, 10},
      {"002", "importance of pages", {"status", "close", "gen", "islands", "wide"}},
      {"effects", "what effects depend on", {"pure", "mixed", "near", "far", "small", "broad"}},
      {"recrawl", "recrawling a web that changes", {"gen"}, 10, 1},
      {"map", "which strategy finds most, and where", {"gen"}, 2},
  };
  return list;
}

std::vector<std::string> webs_of(const Part& part, const std::vector<std::string>& wanted) {
  if (wanted.empty()) return part.webs;
  std::vector<std::string> webs;
  for (const auto* known : {&part.webs, &part.further}) {
    std::copy_if(known->begin(), known->end(), std::back_inserter(webs),
                 [&](const std::string& name) {
                   return std::find(wanted.begin(), wanted.end(), name) != wanted.end();
                 });
  }
  return webs;
}

}  // namespace porthole::labs
