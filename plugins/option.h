#pragma once

/// Options of plug-ins: declarations and values.
///
/// In:  a plug-in's declarations, and the user's <option name="..." value="..."/> elements.
/// Out: one checked value for every declared option.
///
/// The host validates options; a plug-in never sees an undeclared option, nor a value of another
/// type or range. Errors are reported to the user with the file and line of the specification.

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace porthole {

enum class OptionType : std::uint8_t {
  kText,    ///< Any text.
  kWhole,   ///< An integer from `least` to `most`.
  kNumber,  ///< A number from `least` to `most`.
  kYesNo,   ///< yes or no.
  kChoice,  ///< One of `choices`.
  kFolder,  ///< The absolute path of an existing folder.
};

/// The declaration of an option.
struct OptionDeclaration {
  std::string name;  ///< Lower-case letters, digits and "-".
  OptionType type = OptionType::kText;
  std::string otherwise{};  ///< The default value.
  std::string help{};       ///< One line for people.
  bool required = false;    ///< The user must give it; `otherwise` is ignored then.
  bool repeated = false;    ///< It may be given more than once; otherwise a second value is an
                            ///< error.
  double least = 0;         ///< For numbers.
  double most = 1e9;
  std::vector<std::string> choices{};
};

/// Option values by name. Requires: only declared names are used.
class OptionValues {
 public:
  using List = std::vector<std::pair<std::string, std::string>>;

  OptionValues() = default;
  /// `values`: the given ones in their order, then the defaults of the others.
  explicit OptionValues(List values) : values_(std::move(values)) {}

  /// The value; the first one of a repeated option; "" for a missing one.
  std::string text(std::string_view name) const {
    for (const auto& [given, value] : values_) {
      if (given == name) return value;
    }
    return {};
  }
  std::vector<std::string> all(std::string_view name) const {
    std::vector<std::string> found;
    for (const auto& [given, value] : values_) {
      if (given == name) found.push_back(value);
    }
    return found;
  }
  std::int64_t whole(std::string_view name) const { return parsed<std::int64_t>(name); }
  double number(std::string_view name) const { return parsed<double>(name); }
  bool yes(std::string_view name) const { return text(name) == "yes"; }

  const List& list() const { return values_; }

 private:
  template <class Number>
  Number parsed(std::string_view name) const {
    const std::string value = text(name);
    Number number{};
    std::from_chars(value.data(), value.data() + value.size(), number);
    return number;
  }

  List values_;
};

}  // namespace porthole
