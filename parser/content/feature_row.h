#pragma once

/// The parts that block_features.cc makes its rows of: the row itself, and sums over a page.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parser/content/block_collector.h"
#include "parser/content/block_stats.h"
#include "parser/content/element_marks.h"

namespace porthole::parser::block_feature {

inline float ratio(double part, double whole) {
  return whole <= 0 ? 0.0F : static_cast<float>(part / whole);
}

/// Writes a row, or collects its names.
class Row {
 public:
  explicit Row(std::vector<float>& values, std::vector<std::string>* names = nullptr)
      : values_(values), names_(names) {}
  template <class Number>
  void put(const char* name, Number value) {
    values_.push_back(static_cast<float>(value));
    if (names_ != nullptr) names_->push_back(prefix_ + name);
  }
  void put_named(std::string_view kind, std::string_view name, float value) {
    values_.push_back(value);
    if (names_ != nullptr) names_->push_back(std::string(kind) + std::string(name));
  }
  void prefix(const char* text) {
    if (names_ != nullptr) prefix_ = text;
  }

 private:
  std::vector<float>& values_;
  std::vector<std::string>* names_;
  std::string prefix_;
};

/// Facts about a block beside its element and stats.
struct Line {
  float link_density = 0;
  bool is_long = false;
  std::uint8_t heading = 0;  ///< 1 to 6.
};

/// The elements of a run of like siblings together.
struct RunSum {
  std::uint32_t words = 0, link_words = 0, long_words = 0, images = 0, prices = 0, dates = 0,
                controls = 0;
};

inline bool has_price(const BlockStats& stats) { return stats.currency && stats.digits > 0; }
inline bool has_date(const BlockStats& stats) {
  constexpr unsigned kDatePhrase = 23;
  return (stats.phrases >> kDatePhrase & 1) != 0 && stats.digits > 0;
}

/// Blocks of like place: same path, tags and classes.
struct Alike {
  std::uint32_t group = 0, blocks = 0, words = 0, link_words = 0, sentences = 0;
};

inline std::uint8_t heading_level(BlockTag tag) {
  return tag >= BlockTag::kH1 && tag <= BlockTag::kH6
             ? static_cast<std::uint8_t>(static_cast<int>(tag) - static_cast<int>(BlockTag::kH1) +
                                         1)
             : 0;
}

/// The page as a whole.
struct Whole {
  std::uint32_t blocks = 0, words = 0, link_words = 0, long_blocks = 0, long_words = 0;
  std::uint32_t h1 = 0, headings = 0, prices = 0, dates = 0, replies = 0, articles = 0, mains = 0;
  std::uint32_t p_words = 0, li_words = 0, td_words = 0, pre_words = 0, images = 0, controls = 0;
  std::uint32_t largest_article = 0, largest_main = 0, data_words = 0, largest_run = 0;
  std::array<float, kMarkGroups> marks{};  ///< Share of the words below elements with the mark.
};

}  // namespace porthole::parser::block_feature
