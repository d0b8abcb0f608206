#pragma once

/// Reads the members of a call's JSON object: the only way to do so. A member that has another type
/// than the one asked for is an error, and so is one that nobody has asked for.
///
///   const std::string host = members.text("host", 300);
///   const std::int64_t seconds = members.number("seconds", 0, 86'400);
///   TRY(members.finish());
///
/// Out: the values; after the first error, which is kept, they are empty. ConsoleApplication
/// answers it with 400 (413 for a text that is too long), whatever the call returns.
/// Errors: kUsage with the name of the member and the type that it should have; kTooLarge.
///
/// Thread safety: one thread.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/json/json.h"
#include "base/result.h"

namespace porthole::console {

class Members {
 public:
  static constexpr std::size_t kLongestText = 4096;  ///< Bytes.

  /// Keeps a reference to `body`, which is an object.
  explicit Members(const nlohmann::json& body) : body_(body) {}

  /// Texts of at most `most` bytes; "" for an optional one that is not there.
  std::string text(const char* name, std::size_t most = kLongestText);
  std::string optional_text(const char* name, std::size_t most = kLongestText);
  /// A whole number from `low` to `high`.
  std::int64_t number(const char* name, std::int64_t low, std::int64_t high);
  std::optional<std::int64_t> optional_number(const char* name, std::int64_t low,
                                              std::int64_t high);
  /// true or false.
  bool flag(const char* name);
  /// False when it is not there.
  bool optional_flag(const char* name);
  /// A list of at most `most` texts; empty when it is not there.
  std::vector<std::string> optional_texts(const char* name, std::size_t most);
  /// An object whose members are texts; empty when it is not there.
  std::map<std::string, std::string> optional_values(const char* name);

  /// Comes after the last member and before any change. The first error; else one for a member that
  /// was not asked for.
  Result<void> finish();
  /// The first error so far.
  const std::optional<Error>& error() const { return error_; }

 private:
  using Json = nlohmann::json;
  /// Null when it is not there.
  const Json* find(const char* name);
  /// The same, which is an error.
  const Json* find_needed(const char* name, const std::string& expected);
  std::string text_of(const Json* value, const char* name, std::size_t most);
  std::int64_t number_of(const Json& value, const char* name, std::int64_t low, std::int64_t high,
                         const std::string& expected);
  void refuse(const char* name, const std::string& expected);
  void keep(ErrorCode code, std::string message, std::string hint);

  const Json& body_;
  std::vector<std::string> known_;  // members that were asked for
  std::optional<Error> error_;
};

}  // namespace porthole::console
