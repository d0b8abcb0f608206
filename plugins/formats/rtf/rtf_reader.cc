#include "plugins/formats/rtf/rtf_reader.h"

#include <algorithm>
#include <charconv>

#include "base/url/percent_encode.h"

namespace porthole {
namespace {

constexpr int kMostGroups = 1000;  // Within each other.

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

class RtfReader {
 public:
  RtfReader(std::string_view rtf, RtfHandler& handler) : rest_(rtf), handler_(handler) {}

  std::string read() {
    while (!rest_.empty()) {
      const char c = take();
      if (c == '{') {
        if (++groups_ > kMostGroups) return "groups nested too deeply";
        handler_.begin_group();
      } else if (c == '}') {
        handler_.end_group();
        if (--groups_ <= 0) return {};
      } else if (c == '\\') {
        read_control();
      } else if (c != '\r' && c != '\n' && c != '\0') {
        handler_.byte(c);
      }
    }
    return "cut off";
  }

 private:
  char take() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  void read_control() {
    if (rest_.empty()) return;
    if (is_letter(rest_.front())) return read_word();
    const char symbol = take();
    if (symbol == '\'') return read_hexadecimal();
    if (symbol == '*') {
      is_star_ = true;
    } else if (symbol == '~') {
      handler_.byte(' ');
    } else if (symbol == '_') {
      handler_.byte('-');
    } else if (symbol == '\r' || symbol == '\n') {
      handler_.control("par", std::nullopt, false);
    } else if (symbol == '\\' || symbol == '{' || symbol == '}') {
      handler_.byte(symbol);
    }
  }

  void read_hexadecimal() {
    const int high = rest_.size() < 2 ? -1 : hex_value(rest_[0]);
    const int low = rest_.size() < 2 ? -1 : hex_value(rest_[1]);
    if (high < 0 || low < 0) return;
    rest_.remove_prefix(2);
    handler_.byte(static_cast<char>(high * 16 + low));
  }

  void read_word() {
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), is_letter);
    const std::string_view word = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
    rest_.remove_prefix(word.size());
    std::optional<int> number;
    int value = 0;
    const auto parsed = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (parsed.ptr != rest_.data()) {
      rest_.remove_prefix(static_cast<std::size_t>(parsed.ptr - rest_.data()));
      if (parsed.ec == std::errc()) number = value;
    }
    if (!rest_.empty() && rest_.front() == ' ') rest_.remove_prefix(1);
    // Followed by that many bytes of binary data.
    if (word == "bin") {
      rest_.remove_prefix(
          std::min(rest_.size(), static_cast<std::size_t>(std::max(number.value_or(0), 0))));
    } else {
      handler_.control(word, number, is_star_);
    }
    is_star_ = false;
  }

  std::string_view rest_;
  RtfHandler& handler_;
  int groups_ = 0;
  bool is_star_ = false;
};

}  // namespace

std::string read_rtf(std::string_view rtf, RtfHandler& handler) {
  return RtfReader(rtf, handler).read();
}

}  // namespace porthole
