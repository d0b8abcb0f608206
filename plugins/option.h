#pragma once

/// The options of a plug-in: what it declares, and what it gets.
///
/// In:  a plug-in's declarations, and the <option name="..." value="..."/> elements of its user.
/// Out: one checked value for every declared option.
///
/// The host checks; a plug-in never sees an option that it did not declare, nor a value of another
/// type or range. What is wrong is told to the user with the file and line of the specification.

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace porthole {

enum class OptionType : std::uint8_t {
  kText,    ///< Anything.
  kWhole,   ///< A whole number from `least` to `most`.
  kNumber,  ///< A number from `least` to `most`.
  kYesNo,   ///< yes or no.
  kChoice,  ///< One of `choices`.
  kFolder,  ///< An absolute path of a folder that is there.
};

/// One option as its plug-in declares it.
struct OptionDeclaration {
  std::string name;  ///< Lower-case letters, digits and "-".
  OptionType type = OptionType::kText;
  std::string otherwise{};  ///< The value where the user gives none.
  std::string help{};       ///< One line for people.
  bool required = false;    ///< The user has to give it; `otherwise` has no meaning then.
  bool repeated = false;    ///< It may be given more than once; else the second is refused.
  double least = 0;         ///< For numbers.
  double most = 1e9;
  std::vector<std::string> choices{};
};

/// The values, by name. Requires: only declared names are asked for.
class OptionValues {
 public:
  using List = std::vector<std::pair<std::string, std::string>>;

  OptionValues() = default;
  /// `values`: in the order in which they were given, those that were not given with their default.
  explicit OptionValues(List values) : values_(std::move(values)) {}

  /// The value; the first one of an option that is repeated; "" for one that is not there.
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
