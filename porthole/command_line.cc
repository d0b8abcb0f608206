#include "porthole/command_line.h"

#include <CLI/App.hpp>
#include <array>
#include <charconv>
#include <filesystem>
#include <limits>
#include <optional>

#include "base/text/format.h"
#include "base/text/number.h"

namespace porthole::cli {
namespace {

CLI::Option* take_all(CLI::Option* list) {
  return list->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

/// As few digits as tell it: "0.01".
std::string written(double value) {
  std::array<char, 32> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() ? std::string(digits.data(), end) : std::to_string(value);
}

/// " (write 0.9)" for "90%", where that is a number from `least` to `most`; else "".
std::string share_meant_by(const std::string& text, double least, double most) {
  if (!text.ends_with('%')) return "";
  const std::optional<double> percent = parse_number(text.substr(0, text.size() - 1));
  if (!percent || *percent / 100 < least || *percent / 100 > most) return "";
  return " (write " + written(*percent / 100) + ")";
}

}  // namespace

Option Option::required() const { return Option(option_->required()); }
Option Option::type_name(const std::string& name) const {
  const Option named(option_->type_name(name));
  const bool is_path = name.ends_with("FILE") || name == "FOLDER" || name == "DIR";
  return is_path ? named.not_empty() : named;
}
Option Option::envname(const std::string& name) const { return Option(option_->envname(name)); }
Option Option::excludes(Option other) const { return Option(option_->excludes(other.option_)); }
Option Option::needs(Option other) const { return Option(option_->needs(other.option_)); }
Option Option::capture_default_str() const { return Option(option_->capture_default_str()); }
Option Option::default_str(const std::string& text) const {
  return Option(option_->default_str(text));
}
Option Option::expected(int values) const { return Option(option_->expected(values)); }
Option Option::expected(int least, int most) const {
  return Option(option_->expected(least, most));
}

Option Option::one_of(const std::vector<std::string>& values) const {
  const CLI::IsMember member(values);
  const std::string wanted = "not one of " + join(values, ", ") + ": ";
  const auto check = [member, wanted](const std::string& text) {
    return member(text).empty() ? std::string() : wanted + text;
  };
  return Option(option_->check(CLI::Validator(check, member.get_description())));
}
Option Option::within_reals(double least, double most) const {
  const CLI::Range range(least, most);
  const std::string wanted = "not a number from " + written(least) + " to " + written(most) + ": ";
  const auto check = [least, most, wanted](const std::string& text) {
    const std::optional<double> value = parse_number(text);
    if (value && *value >= least && *value <= most) return std::string();
    return wanted + text + share_meant_by(text, least, most);
  };
  return Option(option_->check(CLI::Validator(check, range.get_description())));
}
Option Option::within_integers(std::int64_t least, std::int64_t most,
                               const std::string& description) const {
  const CLI::Range range(least, most, description);
  const std::string wanted =
      "not a whole number from " + std::to_string(least) + " to " + std::to_string(most) + ": ";
  const auto check = [range, wanted](const std::string& text) {
    return range(text).empty() ? std::string() : wanted + text;
  };
  return Option(option_->check(CLI::Validator(check, range.get_description())));
}
Option Option::not_negative() const { return within(0, std::numeric_limits<int>::max()); }
Option Option::existing_file() const {
  const auto check = [](const std::string& text) {
    return CLI::ExistingFile(text).empty() ? std::string() : "no such file: " + text;
  };
  return Option(option_->check(CLI::Validator(check, CLI::ExistingFile.get_description())));
}
Option Option::not_empty() const {
  const auto check = [](const std::string& text) {
    return text.empty() ? std::string("its value is empty") : std::string();
  };
  return Option(option_->check(CLI::Validator(check, "")));
}
Option Option::in_bytes() const {
  const CLI::AsSizeValue size(false);
  const auto change = [size](std::string& text) {
    const std::string given = text;
    const bool begins = !text.empty() && text.front() >= '0' && text.front() <= '9';
    return begins && size(text).empty() ? std::string()
                                        : "not a size such as 512MiB or 2GiB: " + given;
  };
  return Option(option_->transform(CLI::Validator(change, "")));
}

Option Option::take_verbatim() const {
  // Without extra arguments CLI11 looks for no brackets; the "missing" count keeps it taking words.
  constexpr int kNeverEnough = CLI::detail::expected_max_vector_size / 2;
  return Option(take_all(option_)
                    ->expected(kNeverEnough, CLI::detail::expected_max_vector_size)
                    ->allow_extra_args(false));
}
Option Option::repeatable() const {
  return Option(take_all(option_)->expected(1)->allow_extra_args(false));
}

template <typename Value>
Option Command::add_option(const std::string& names, Value& value, const std::string& help) const {
  return Option(app_->add_option(names, value, help));
}
Option Command::add_flag(const std::string& names, bool& value, const std::string& help) const {
  return Option(app_->add_flag(names, value, help));
}

void Command::add_folder(std::string& folder) const {
  app_->add_option("DIR", folder, "The collection's folder")->required();
}

Command Command::add_subcommand(const std::string& name, const std::string& sentence) const {
  return Command(app_->add_subcommand(name, sentence));
}
void Command::require_subcommand(int count) const { app_->require_subcommand(count); }
void Command::fallthrough() const { app_->fallthrough(); }
void Command::footer(const std::string& text) const { app_->footer(text); }
bool Command::parsed() const { return app_->parsed(); }

#define PORTHOLE_OPTION_TYPE(...)                                                    \
  template Option Command::add_option<__VA_ARGS__>(const std::string&, __VA_ARGS__&, \
                                                   const std::string&) const
PORTHOLE_OPTION_TYPE(std::string);
PORTHOLE_OPTION_TYPE(std::filesystem::path);
PORTHOLE_OPTION_TYPE(int);
PORTHOLE_OPTION_TYPE(unsigned);
PORTHOLE_OPTION_TYPE(std::int64_t);
PORTHOLE_OPTION_TYPE(std::uint64_t);
PORTHOLE_OPTION_TYPE(std::uint16_t);
PORTHOLE_OPTION_TYPE(double);
PORTHOLE_OPTION_TYPE(std::vector<std::string>);
PORTHOLE_OPTION_TYPE(std::vector<int>);
PORTHOLE_OPTION_TYPE(std::optional<std::string>);
PORTHOLE_OPTION_TYPE(std::optional<int>);
PORTHOLE_OPTION_TYPE(std::optional<unsigned>);
PORTHOLE_OPTION_TYPE(std::optional<std::int64_t>);
PORTHOLE_OPTION_TYPE(std::optional<std::uint64_t>);
PORTHOLE_OPTION_TYPE(std::optional<double>);
#undef PORTHOLE_OPTION_TYPE

}  // namespace porthole::cli
