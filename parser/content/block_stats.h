#pragma once

/// BlockStats: what the text of one block looks like, counted in one pass over its bytes.

#include <cstdint>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace porthole::parser {

struct BlockStats {
  std::uint32_t words =
      0;  ///< Runs of letters and digits; of a script without spaces, by 2 letters.
  std::uint32_t letters = 0;  ///< Bytes of words.
  std::uint32_t digits = 0;
  std::uint32_t capitals = 0;      ///< Words that begin with a capital (ASCII).
  std::uint32_t all_capitals = 0;  ///< Words of two letters or more in capitals.
  std::uint32_t stops = 0;         ///< Short words in small letters: mostly function words.
  std::uint32_t commas = 0;
  std::uint32_t sentences =
      0;  ///< Ends of sentences: . ! ? and their like before a space or the end.
  std::uint32_t symbols = 0;            ///< { } ; = < > ( ) _ $: code.
  std::uint32_t bars = 0;               ///< | · • » › /: separators.
  std::uint32_t title_words = 0;        ///< Words that the title has, too.
  std::uint32_t description_words = 0;  ///< Words that the description has, too.
  std::uint32_t data_words = 0;         ///< Words that the structured data's text has, too.
  std::uint32_t phrases = 0;  ///< Groups of the words (element_marks.h), of blocks up to 16 words.
  std::uint64_t hash = 0;     ///< Hash of its words in lower case.
  bool ends_sentence = false;
  bool ends_colon = false;
  bool begins_small = false;
  bool currency = false;
  bool copyright = false;
};

/// A set of words of a text, by hash.
class WordSet {
 public:
  WordSet() = default;
  explicit WordSet(std::string_view text);
  bool contains(std::uint32_t word) const;
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }

 private:
  std::vector<std::uint32_t> slots_;  ///< Open addressing; 0 is empty.
  std::size_t count_ = 0;
};

/// Words of the page's title, description and structured data.
struct PageWords {
  WordSet title, description, data;
};

BlockStats stats_of(std::string_view text, const PageWords& page);

}  // namespace porthole::parser
