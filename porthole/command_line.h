#pragma once

/// Command and Option: declare the command line of a verb on CLI11.
///
/// CLI11's own headers take 4 to 10 s of compilation in each file that includes them, so
/// command_line.cc, main.cc and help_page.cc alone do. Both classes are handles: copies name the
/// same command or option, whose owner is the CLI::App of the program, which outlives them. Names
/// and meanings are those of CLI11 unless said otherwise.
///
/// Errors: CLI11's exceptions when a name is declared twice. Thread safety: one thread.

#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace porthole::cli {

class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option required() const;
  /// The value of a FILE, FOLDER or DIR may not be empty.
  Option type_name(const std::string& name) const;
  Option envname(const std::string& name) const;
  Option excludes(Option other) const;
  Option needs(Option other) const;
  Option capture_default_str() const;  ///< The help shows the value that the variable has now.
  Option default_str(const std::string& text) const;
  Option expected(int values) const;
  Option expected(int least, int most) const;

  // Which values are taken; bounds are among them.
  Option one_of(const std::vector<std::string>& values) const;
  template <std::floating_point Number>
  Option within(Number least, Number most) const {
    return within_reals(least, most);
  }
  /// `description` replaces "INT in [1 - 100]" in the help.
  template <std::integral Number>
  Option within(Number least, Number most, const std::string& description = "") const {
    return within_integers(static_cast<std::int64_t>(least), static_cast<std::int64_t>(most),
                           description);
  }
  Option not_negative() const;  ///< A whole number that fits an int.
  Option existing_file() const;
  Option in_bytes() const;  ///< "10G", too: K, M and G are powers of 1024.

  /// Makes a positional (the last one, a list) take each word unchanged: CLI11 would split "[a,b]"
  /// like a list of a configuration file.
  Option take_verbatim() const;
  /// Makes a list take one value each time it is given.
  Option repeatable() const;

 private:
  Option not_empty() const;
  Option within_reals(double least, double most) const;
  Option within_integers(std::int64_t least, std::int64_t most,
                         const std::string& description) const;

  CLI::Option* option_;
};

class Command {
 public:
  explicit Command(CLI::App* app) : app_(app) {}

  /// Declares an option, or a positional when `names` has no dash; parsing sets `value`, which
  /// outlives it. Types: those at the end of command_line.cc.
  template <typename Value>
  Option add_option(const std::string& names, Value& value, const std::string& help) const;
  Option add_flag(const std::string& names, bool& value, const std::string& help) const;
  /// Declares DIR, the folder of the collection that the command works on.
  void add_folder(std::string& folder) const;

  /// Declares a command below this one.
  Command add_subcommand(const std::string& name, const std::string& sentence) const;
  /// The number of subcommands that must be given.
  void require_subcommand(int count) const;
  void fallthrough() const;
  void footer(const std::string& text) const;
  bool parsed() const;  ///< The command line names it.

  /// For files that include CLI11.
  CLI::App& app() const { return *app_; }

 private:
  CLI::App* app_;
};

}  // namespace porthole::cli
