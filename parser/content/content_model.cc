#include "parser/content/content_model.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/text/text.h"
#include "parser/content/feature_row.h"

namespace porthole::embedded {
std::string_view content_models(std::string_view name);
}  // namespace porthole::embedded

namespace porthole::parser {
namespace {

float sigmoid(float x) { return 1.0F / (1.0F + std::exp(-x)); }

std::optional<float> number_in(std::string_view text) {
  float value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The bytes of base64 without padding; stops at any other character.
std::string decode_base64(std::string_view text) {
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    std::uint32_t value = 0;
    if (c >= 'A' && c <= 'Z') {
      value = static_cast<std::uint32_t>(c - 'A');
    } else if (c >= 'a' && c <= 'z') {
      value = static_cast<std::uint32_t>(c - 'a' + 26);
    } else if (c >= '0' && c <= '9') {
      value = static_cast<std::uint32_t>(c - '0' + 52);
    } else if (c == '+' || c == '/') {
      value = c == '+' ? 62 : 63;
    } else {
      break;
    }
    bits = bits << 6 | value;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xFF);
  }
  return bytes;
}

Error bad_model(std::size_t line, const char* why) {
  return {ErrorCode::kInvalid,
          std::string("not a content model: ") + why,
          "",
          static_cast<int>(line),
          0,
          ""};
}

/// The blocks by falling probability, and the first of equal ones first.
std::vector<std::uint32_t> by_probability(const std::vector<float>& probabilities) {
  std::vector<std::uint32_t> order(probabilities.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return probabilities[a] > probabilities[b];
  });
  return order;
}

/// How many blocks of `order` make the greatest expected F1.
std::size_t best_count(const std::vector<float>& p, const std::vector<std::uint32_t>& words,
                       const std::vector<std::uint32_t>& order) {
  double expected = 0;
  for (std::size_t i = 0; i < p.size(); ++i) expected += static_cast<double>(p[i]) * words[i];
  double taken = 0, right = 0, best = -1;
  std::size_t count = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    taken += words[order[i]];
    right += static_cast<double>(p[order[i]]) * words[order[i]];
    const double f1 = 2 * right / (taken + expected + 1e-9);
    if (f1 <= best) continue;
    best = f1;
    count = i + 1;
  }
  return count;
}

BlockKind kind_of(const std::vector<PageElement>& elements, std::uint32_t at, std::uint8_t& level) {
  for (int i = 0; i < 5; ++i) {
    const PageElement& element = elements[at];
    if (const std::uint8_t heading = block_feature::heading_level(element.tag); heading != 0) {
      level = heading;
      return BlockKind::kHeading;
    }
    switch (element.tag) {
      case BlockTag::kLi:
        return BlockKind::kListItem;
      case BlockTag::kTd:
      case BlockTag::kTh:
        return BlockKind::kCell;
      case BlockTag::kDt:
        return BlockKind::kTerm;
      case BlockTag::kDd:
        return BlockKind::kDefinition;
      case BlockTag::kPre:
        return BlockKind::kCode;
      case BlockTag::kBlockquote:
        return BlockKind::kQuote;
      case BlockTag::kCaption:
        return BlockKind::kCaption;
      case BlockTag::kButton:
      case BlockTag::kOption:
        return BlockKind::kControl;
      case BlockTag::kArticle:
      case BlockTag::kMain:
      case BlockTag::kBody:
        return BlockKind::kText;
      default:
        break;
    }
    if (element.parent == at) break;
    at = element.parent;
  }
  return BlockKind::kText;
}

/// Block::level of list items and cells, one block after the other.
class ItemLevels {
 public:
  explicit ItemLevels(const std::vector<PageElement>& elements) : elements_(elements) {}

  std::uint8_t of(BlockKind kind, std::uint32_t at) {
    if (kind == BlockKind::kListItem) {
      const std::uint32_t item = around(at, BlockTag::kLi, BlockTag::kLi);
      if (std::exchange(item_, item) == item) return 0;
      int lists = 0;
      for (std::uint32_t e = item; elements_[e].parent != e; e = elements_[e].parent)
        lists += elements_[e].tag == BlockTag::kList ? 1 : 0;
      return static_cast<std::uint8_t>(std::clamp(lists, 1, 6));
    }
    item_ = 0;
    if (kind != BlockKind::kCell) return 0;
    const std::uint32_t cell = around(at, BlockTag::kTd, BlockTag::kTh);
    if (std::exchange(cell_, cell) == cell) return 0;
    const std::uint32_t row = elements_[cell].parent;
    return std::exchange(row_, row) == row ? 2 : 1;
  }

 private:
  std::uint32_t around(std::uint32_t at, BlockTag a, BlockTag b) const {
    while (elements_[at].tag != a && elements_[at].tag != b && elements_[at].parent != at)
      at = elements_[at].parent;
    return at;
  }

  const std::vector<PageElement>& elements_;
  std::uint32_t item_ = 0, cell_ = 0, row_ = 0;  ///< Elements; 0 is the one around all.
};

}  // namespace

void draw_to_group(const std::vector<std::uint32_t>& groups, std::vector<float>& logits) {
  constexpr float kOwnWeight = 16;
  struct Sum {
    float logits = 0, blocks = 0;
  };
  std::vector<Sum> sums(groups.size());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    sums[groups[i]].logits += logits[i];
    ++sums[groups[i]].blocks;
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const Sum& sum = sums[groups[i]];
    logits[i] = (sum.logits + kOwnWeight * logits[i]) / (sum.blocks + kOwnWeight);
  }
}

std::vector<bool> best_blocks(const std::vector<float>& probabilities,
                              const std::vector<std::uint32_t>& words) {
  std::vector<bool> out(probabilities.size());
  const std::vector<std::uint32_t> order = by_probability(probabilities);
  const std::size_t count = best_count(probabilities, words, order);
  for (std::size_t i = 0; i < count; ++i) out[order[i]] = true;
  return out;
}

Result<ContentModel> ContentModel::read(std::string_view text) {
  ContentModel model;
  std::unordered_map<std::string, std::uint32_t> known;
  for (const std::string& name : feature_names())
    known.emplace(name, static_cast<std::uint32_t>(known.size()));
  Forest::Thresholds thresholds;
  std::vector<std::uint32_t>& columns = model.columns_;
  model.names_ = feature_names();
  Part* part = nullptr;
  std::size_t number = 0;
  for (const std::string_view line : split(text, '\n')) {
    ++number;
    if (line.empty() || line.front() == '#') continue;
    const std::vector<std::string_view> words = split(line, ' ');
    if (words[0] == "feature" && words.size() > 2) {
      const auto found = known.find(std::string(words[1]));
      if (found == known.end()) return fail(bad_model(number, "an unknown feature"));
      columns.push_back(found->second);
      thresholds.emplace_back();
      for (std::size_t i = 2; i < words.size(); ++i) {
        const auto value = number_in(words[i]);
        if (!value) return fail(bad_model(number, "a threshold is not a number"));
        thresholds.back().push_back(*value);
      }
    } else if (words[0] == "forest" && words.size() == 4) {
      const auto scale = number_in(words[2]), bias = number_in(words[3]);
      if (!scale || !bias) return fail(bad_model(number, "a scale is not a number"));
      part = words[1] == "content" ? &model.content_ : nullptr;
      for (std::size_t i = 1; i < kPageTypes; ++i) {
        if (words[1] == page_type_name(static_cast<PageType>(i))) part = &model.types_[i];
      }
      if (part == nullptr) return fail(bad_model(number, "an unknown forest"));
      part->scale = *scale;
      part->bias = *bias;
    } else if (part == nullptr || !part->forest.add(decode_base64(line), thresholds, columns)) {
      return fail(bad_model(number, "a tree is damaged"));
    }
  }
  return model;
}

const ContentModel& ContentModel::built_in() {
  static const ContentModel model = [] {
    Result<ContentModel> read = ContentModel::read(embedded::content_models("content_model.txt"));
    return read ? std::move(*read) : ContentModel();
  }();
  return model;
}

std::vector<float> ContentModel::probabilities(const BlockFeatures& features) const {
  std::vector<float> out(features.stats.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = content_.logit(features.row(i));
  draw_to_group(features.groups, out);
  for (float& value : out) value = sigmoid(value);
  return out;
}

std::string ContentModel::reason(const BlockFeatures& features, std::size_t at) const {
  constexpr std::size_t kMost = 4;
  std::vector<float> shares(features.width);
  content_.forest.explain(features.row(at), shares);
  std::vector<std::size_t> order(shares.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto weight = [&shares](std::size_t column) { return std::abs(shares[column]); };
  const std::size_t most = std::min(kMost, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(most), order.end(),
                    [&](std::size_t a, std::size_t b) { return weight(a) > weight(b); });
  std::string out;
  for (std::size_t i = 0; i < most && weight(order[i]) > 0; ++i) {
    std::string name = names_[order[i]];
    std::replace(name.begin(), name.end(), '_', ' ');
    std::array<char, 32> value{};
    std::snprintf(value.data(), value.size(), " %.3g ",
                  static_cast<double>(features.row(at)[order[i]]));
    out += (out.empty() ? "" : ", ") + name + value.data() +
           (shares[order[i]] > 0 ? "(for)" : "(against)");
  }
  return out;
}

std::int32_t ContentModel::sum(std::string_view forest, const float* row) const {
  if (forest == "content") return content_.forest.sum(row);
  for (std::size_t i = 1; i < kPageTypes; ++i) {
    if (forest == page_type_name(static_cast<PageType>(i))) return types_[i].forest.sum(row);
  }
  return 0;
}

PageType ContentModel::rate_types(BlockFeatures& features) const {
  if (features.stats.empty()) return PageType::kUnknown;
  std::array<float, kPageTypes> ratings{};
  for (std::size_t i = 1; i < kPageTypes; ++i) ratings[i] = types_[i].logit(features.row(0));
  for (std::size_t at = 0; at < features.stats.size(); ++at) {
    std::copy(ratings.begin() + 1, ratings.end(),
              features.values.begin() +
                  static_cast<std::ptrdiff_t>((at + 1) * features.width - (kPageTypes - 1)));
  }
  return static_cast<PageType>(std::max_element(ratings.begin() + 1, ratings.end()) -
                               ratings.begin());
}

void classify_blocks(BlockCollector& page, const PageHints& hints, bool explain,
                     Document& document) {
  BlockFeatures features = features_of(document.text, page, hints);
  const ContentModel& model = ContentModel::built_in();
  document.page_type = model.rate_types(features);
  const std::vector<float> probabilities = model.probabilities(features);
  std::vector<std::uint32_t> words;
  for (const BlockStats& stats : features.stats) words.push_back(stats.words);
  const std::vector<bool> chosen = best_blocks(probabilities, words);
  document.blocks.reserve(probabilities.size());
  const auto& elements = page.elements();
  ItemLevels levels(elements);
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    const PageBlock& found = page.blocks()[i];
    const PageElement& element = elements[found.element];
    Block block;
    block.begin = found.begin;
    block.length = found.end - found.begin;
    block.kind = kind_of(elements, found.element, block.level);
    if (block.kind == BlockKind::kText && element.tag == BlockTag::kP)
      block.kind = BlockKind::kParagraph;
    if (block.kind != BlockKind::kHeading) block.level = levels.of(block.kind, found.element);
    block.probability = static_cast<std::uint8_t>(std::lround(255 * probabilities[i]));
    block.is_content = chosen[i];
    block.hash =
        features.stats[i].hash ^ static_cast<std::uint64_t>(element.path) * 0x9E3779B97F4A7C15u;
    document.blocks.push_back(block);
    if (explain) document.block_reasons.push_back(model.reason(features, i));
  }
}

}  // namespace porthole::parser
