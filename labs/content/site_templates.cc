/// site_templates FOLDER: main content with and without what the pages of a site have in common.
///
/// In:  FOLDER/SITE/N.html with the main content N.txt (hide_hints.py), N from 0.
/// Out: a table: F1, precision and recall by words, of the content model alone and with a site
///      template (summarizer/site_template.h) of the first 0, 2, 4, 6 and 10 pages; means over the
///      sites of the means over pages from number 10 on, for every other site by name ("tuning",
///      on which the template's constants were chosen) and for the rest ("reported").

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "parser/parse.h"
#include "summarizer/site_template.h"

namespace {

namespace fs = std::filesystem;
using namespace porthole;

constexpr std::size_t kFirstJudged = 10;
constexpr std::array<std::size_t, 5> kSeen = {0, 2, 4, 6, 10};

struct Page {
  Document document;
  std::map<std::string, int> truth;  // words
};

struct Measures {
  double f1 = 0, precision = 0, recall = 0;
  void add(const Measures& other, double weight) {
    f1 += weight * other.f1;
    precision += weight * other.precision;
    recall += weight * other.recall;
  }
};

std::string file_text(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Words are runs of letters, digits, _ and bytes of other scripts, in ASCII lower case.
std::map<std::string, int> words_of(const std::string& text) {
  std::map<std::string, int> words;
  std::string word;
  for (const char c : text + ' ') {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80 || byte == '_' || std::isalnum(byte) != 0) {
      word += static_cast<char>(std::tolower(byte));
    } else if (!word.empty()) {
      ++words[word];
      word.clear();
    }
  }
  return words;
}

int count_of(const std::map<std::string, int>& words) {
  int count = 0;
  for (const auto& [word, times] : words) count += times;
  return count;
}

Measures compare(const std::map<std::string, int>& found, const std::map<std::string, int>& truth) {
  int both = 0;
  for (const auto& [word, times] : found) {
    const auto there = truth.find(word);
    if (there != truth.end()) both += std::min(times, there->second);
  }
  if (both == 0) return {};
  const double precision = static_cast<double>(both) / count_of(found);
  const double recall = static_cast<double>(both) / count_of(truth);
  return {2 * precision * recall / (precision + recall), precision, recall};
}

std::vector<Page> pages_of(const fs::path& site) {
  std::vector<Page> pages;
  for (std::size_t number = 0;; ++number) {
    const std::string name = std::to_string(number);
    if (!fs::exists(site / (name + ".html"))) return pages;
    const std::string url = "https://" + site.filename().string() + ".example/" + name + ".html";
    pages.push_back({parser::parse_document({url, "text/html", file_text(site / (name + ".html"))}),
                     words_of(file_text(site / (name + ".txt")))});
  }
}

Measures measure(const std::vector<Page>& pages, std::size_t seen) {
  summarizer::SiteTemplate site;
  for (std::size_t i = 0; i < seen; ++i)
    site.add_page(static_cast<repository::UrlId>(i) + 1, pages[i].document.blocks);
  Measures mean;
  for (std::size_t i = kFirstJudged; i < pages.size(); ++i) {
    Document document = pages[i].document;
    site.mark(static_cast<repository::UrlId>(i) + 1, document.blocks);
    mean.add(compare(words_of(content_of(document)), pages[i].truth),
             1.0 / static_cast<double>(pages.size() - kFirstJudged));
  }
  return mean;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: site_templates FOLDER\n");
    return 2;
  }
  std::vector<fs::path> sites;
  for (const auto& entry : fs::directory_iterator(arguments[1])) sites.push_back(entry.path());
  std::sort(sites.begin(), sites.end());
  std::array<std::array<Measures, kSeen.size()>, 2> sums{};
  std::array<int, 2> numbers{};
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const std::vector<Page> pages = pages_of(sites[i]);
    if (pages.size() <= kFirstJudged) continue;
    ++numbers[i % 2];
    for (std::size_t k = 0; k < kSeen.size(); ++k) sums[i % 2][k].add(measure(pages, kSeen[k]), 1);
  }
  std::printf("%-9s %5s %10s %6s %9s %6s\n", "part", "sites", "pages seen", "F1", "precision",
              "recall");
  for (std::size_t part = 0; part < sums.size(); ++part) {
    for (std::size_t k = 0; k < kSeen.size() && numbers[part] > 0; ++k) {
      const Measures& sum = sums[part][k];
      const double sites_there = numbers[part];
      std::printf("%-9s %5d %10zu %6.3f %9.3f %6.3f\n", part == 0 ? "tuning" : "reported",
                  numbers[part], kSeen[k], sum.f1 / sites_there, sum.precision / sites_there,
                  sum.recall / sites_there);
    }
  }
  return 0;
}
