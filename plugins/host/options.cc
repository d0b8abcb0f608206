#include "plugins/host/options.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "base/text/format.h"
#include "base/text/text.h"

namespace porthole::plugins {
namespace {

std::string in_words(double number) {
  char out[32];
  std::snprintf(out, sizeof out, "%.15g", number);
  return out;
}

template <class Number>
bool is_between(const std::string& value, double least, double most) {
  Number number{};
  const char* const end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  return error == std::errc() && stop == end && static_cast<double>(number) >= least &&
         static_cast<double>(number) <= most;
}

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return path.starts_with('/') && std::filesystem::is_directory(path, ignored);
}

bool is_allowed(const OptionDeclaration& option, const std::string& value) {
  switch (option.type) {
    case OptionType::kText:
      return true;
    case OptionType::kWhole:
      return is_between<std::int64_t>(value, option.least, option.most);
    case OptionType::kNumber:
      return is_between<double>(value, option.least, option.most);
    case OptionType::kYesNo:
      return value == "yes" || value == "no";
    case OptionType::kChoice:
      return std::find(option.choices.begin(), option.choices.end(), value) != option.choices.end();
    case OptionType::kFolder:
      return is_folder(value);
  }
  return false;
}

/// A hint with the allowed values.
std::string remedy(const OptionDeclaration& option) {
  switch (option.type) {
    case OptionType::kText:
      break;
    case OptionType::kWhole:
      return "give a whole number from " + in_words(option.least) + " to " + in_words(option.most);
    case OptionType::kNumber:
      return "give a number from " + in_words(option.least) + " to " + in_words(option.most);
    case OptionType::kYesNo:
      return "write yes or no";
    case OptionType::kChoice:
      return "write " + join(option.choices, " or ");
    case OptionType::kFolder:
      return "give the absolute path of a folder that is there";
  }
  return "";
}

tl::unexpected<Error> unknown(const std::vector<OptionDeclaration>& declared,
                              const std::string& name, const std::string& whose) {
  std::vector<std::string> names;
  for (const OptionDeclaration& option : declared) names.push_back(option.name);
  const std::string nearest = nearest_name(name, names);
  return fail(ErrorCode::kInvalid, whose + " has no option \"" + name + "\"",
              (nearest.empty() ? "" : "did you mean \"" + nearest + "\"? ") +
                  (names.empty() ? "it takes none" : "known: " + join(names, ", ")));
}

}  // namespace

const char* option_type_name(OptionType type) {
  switch (type) {
    case OptionType::kText:
      return "text";
    case OptionType::kWhole:
      return "whole number";
    case OptionType::kNumber:
      return "number";
    case OptionType::kYesNo:
      return "yes or no";
    case OptionType::kChoice:
      return "choice";
    case OptionType::kFolder:
      return "folder";
  }
  return "text";
}

Result<OptionValues> check_options(const std::vector<OptionDeclaration>& declared,
                                   const OptionValues::List& given, const std::string& whose) {
  OptionValues::List values;
  for (const auto& [name, value] : given) {
    const auto is_named = [&name = name](const auto& option) { return option.name == name; };
    const auto option = std::find_if(declared.begin(), declared.end(), is_named);
    if (option == declared.end()) return unknown(declared, name, whose);
    const bool again = std::any_of(values.begin(), values.end(), [&name = name](const auto& taken) {
      return taken.first == name;
    });
    if (again && !option->repeated) {
      return fail(ErrorCode::kInvalid, whose + ": the option \"" + name + "\" is given twice",
                  "keep one of them");
    }
    if (!is_allowed(*option, value)) {
      return fail(ErrorCode::kInvalid,
                  whose + ": the option \"" + name + "\" is \"" + clean_utf8(value) + "\"",
                  remedy(*option));
    }
    values.emplace_back(name, value);
  }
  const OptionValues taken(values);
  for (const OptionDeclaration& option : declared) {
    if (!taken.all(option.name).empty()) continue;
    if (option.required) {
      return fail(ErrorCode::kInvalid, whose + ": the option \"" + option.name + "\" is missing",
                  "add <option name=\"" + option.name + "\" value=\"...\"/>" +
                      (option.help.empty() ? "" : ": " + option.help));
    }
    if (!option.repeated || !option.otherwise.empty()) {
      values.emplace_back(option.name, option.otherwise);
    }
  }
  return OptionValues(std::move(values));
}

}  // namespace porthole::plugins
