#include "training/general_words.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "base/text/text.h"
#include "base/xml/tree.h"
#include "topics/text/term_extractor.h"

namespace porthole::training {
namespace {

constexpr std::size_t kLargestFile = 4 << 20;

tl::unexpected<Error> refused(const std::filesystem::path& file, int line) {
  Error error;
  error.code = ErrorCode::kInvalid;
  error.message = "not a share from 1 to 100, a tab and a word";
  error.file = file.string();
  error.line = line;
  error.hint = "install Porthole again";
  return fail(std::move(error));
}

}  // namespace

Result<GeneralWords> read_general_words(const std::filesystem::path& file) {
  TRY_AS(text, xml::read_file(file, kLargestFile));
  GeneralWords words;
  int number = 0;
  for (const std::string_view line : split(*text, '\n')) {
    ++number;
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) return refused(file, number);
    int share = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + tab, share);
    const std::string term = topics::normal_term(line.substr(tab + 1));
    if (error != std::errc() || end != line.data() + tab || share < 1 || share > kGeneralSites ||
        term.empty())
      return refused(file, number);
    int& known = words[term];
    known = std::max(known, share);
  }
  return words;
}

}  // namespace porthole::training
