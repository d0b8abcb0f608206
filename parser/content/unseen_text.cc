#include "parser/content/unseen_text.h"

#include <algorithm>
#include <unordered_set>

#include "base/json/json.h"
#include "base/text/text.h"
#include "parser/html/tag_scanner.h"

namespace porthole::parser {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxJsonBytes = 4u << 20;
constexpr int kMaxJsonDepth = 64;
constexpr std::size_t kMaxPassages = 1000;
constexpr std::ptrdiff_t kLeastSpaces = 7;  ///< Between eight words.

/// Collects the passages while JSON is parsed; keeps no tree.
class Passages final : public nlohmann::json_sax<json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool key(string_t&) override { return true; }
  bool start_object(std::size_t) override { return ++depth_ <= kMaxJsonDepth; }
  bool end_object() override { return --depth_ >= 0; }
  bool start_array(std::size_t) override { return ++depth_ <= kMaxJsonDepth; }
  bool end_array() override { return --depth_ >= 0; }
  bool parse_error(std::size_t, const std::string&, const json::exception&) override {
    return false;
  }
  bool string(string_t& value) override {
    if (std::count(value.begin(), value.end(), ' ') < kLeastSpaces || looks_like_code(value))
      return true;
    std::string text = fold_space(without_tags(value));
    if (std::count(text.begin(), text.end(), ' ') < kLeastSpaces) return true;
    if (seen_.insert(text).second) passages_.push_back(std::move(text));
    return passages_.size() < kMaxPassages;
  }

  std::vector<std::string> take() { return std::move(passages_); }

 private:
  static bool looks_like_code(std::string_view text) {
    return text.find("function(") != std::string_view::npos || text.starts_with('{') ||
           text.find("://") < 10 || text.find(';') < text.find('.');
  }

  std::vector<std::string> passages_;
  std::unordered_set<std::string> seen_;
  int depth_ = 0;
};

}  // namespace

std::string without_tags(std::string_view text) {
  if (text.find("</") == std::string_view::npos && text.find("/>") == std::string_view::npos)
    return std::string(text);
  std::string out;
  TagScanner scanner(text);
  for (Piece piece = scanner.next(); piece.type != Piece::Type::kEnd; piece = scanner.next()) {
    if (piece.type == Piece::Type::kText) {
      out += decode_entities(piece.text);
    } else {
      out += ' ';
    }
  }
  return out;
}

std::vector<std::string> passages_of_json(std::string_view text) {
  if (text.size() > kMaxJsonBytes) return {};
  Passages passages;
  if (!json::sax_parse(text, &passages)) return {};
  return passages.take();
}

}  // namespace porthole::parser
