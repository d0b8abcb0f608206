// Fuzzer for the tokenizer of source code, and all that uses its tokens. The first byte selects the
// language.
//
//   cmake --preset fuzz && ninja -C build/fuzz source_fuzzer &&
//     build/fuzz/bin/source_fuzzer -max_len=2048 -max_total_time=60

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "plugins/formats/source/comments.h"
#include "plugins/formats/source/declarations.h"
#include "plugins/formats/source/languages.h"
#include "plugins/formats/source/lexer.h"
#include "plugins/formats/source/structure.h"
#include "tests/fuzz/laws.h"

namespace porthole::source {
namespace {

using testing::demand;

void check_laws(std::string_view source, const Language& language) {
  const std::vector<Token> tokens = tokens_of(source, language.lexis);
  const char* behind = source.data();
  std::uint32_t line = 1;
  for (const Token& token : tokens) {
    demand(!token.text.empty(), "a token has bytes");
    demand(token.text.data() >= behind, "tokens stand one behind the other");
    const auto newlines = std::count(behind, token.text.data(), '\n');
    line += static_cast<std::uint32_t>(newlines);
    demand(token.line == line, "a token knows its line");
    demand(!token.glued || token.text.data() == behind, "a glued token has nothing before it");
    line += static_cast<std::uint32_t>(std::count(token.text.begin(), token.text.end(), '\n'));
    behind = token.text.data() + token.text.size();
  }
  demand(behind <= source.data() + source.size(), "tokens stand in the source");
  const std::vector<Comment> comments = comments_of(tokens, language);
  demand(std::is_sorted(
             comments.begin(), comments.end(),
             [](const Comment& a, const Comment& b) { return a.first_line < b.first_line; }),
         "comments are in reading order");
  abstract_of(comments, 3, 5);
  for (const std::string& name : authors_of(comments))
    demand(!name.empty(), "an author has a name");
  thrown_in(comments);
  rights_of(comments);
  words_of(tokens, comments);
  declared_in(tokens, language);
  for (const Token& token : tokens) {
    if (token.kind == TokenKind::kWord)
      signature_of(tokens, token.text, token.line, language.result);
  }
  simple_names(source);
}

}  // namespace
}  // namespace porthole::source

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto& languages = porthole::source::languages();
  const std::string_view source(reinterpret_cast<const char*>(data) + 1, size - 1);
  porthole::source::check_laws(source, languages[data[0] % languages.size()]);
  return 0;
}
