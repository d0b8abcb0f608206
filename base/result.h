#pragma once

/// Result<T>: the return type of operations that can fail; it holds a T or an Error.
///
/// Expected outcomes of the web (a 404, a page off topic, a URL that robots.txt disallows) are
/// ordinary data and never an Error. A bug of the program is an assert. Every other failure (a file
/// that cannot be written, invalid input) is an Error, and `[[nodiscard]]` makes the caller handle
/// it.
///
///   TRY_AS(url, Url::parse(text));
///   TRY(store(*url));

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace porthole {

/// Kinds of failure, each with the reaction expected of the caller.
enum class ErrorCode {
  kUsage,        ///< Invalid command line: show the right form, exit 2.
  kInvalid,      ///< Invalid input file or value: name the place, exit 3.
  kIncomplete,   ///< Something required is missing (contact, seeds): say how to give it, exit 3.
  kNotFound,     ///< The requested item does not exist: report it; do not retry.
  kBusy,         ///< Locked by another process: say which, exit 4; retry when it is done.
  kPermission,   ///< Permission denied by the system: exit 4.
  kStorage,      ///< Reading or writing the collection failed: stop the run, exit 4.
  kDiskFull,     ///< No space or quota left: save what can be saved, exit 5.
  kNetwork,      ///< Connecting or transferring failed: retry later.
  kTimeout,      ///< A deadline passed: retry later.
  kTooLarge,     ///< A limit on size or depth was passed: skip this input.
  kUnsupported,  ///< Valid, but not supported by this build or in this place.
};

/// The short name of a code as it appears in `{"error":{"code":...}}`: "invalid", "disk-full", ...
const char* error_code_name(ErrorCode code);

/// An error message with its place and a remedy; parts that do not apply are empty (or 0).
struct Error {
  ErrorCode code = ErrorCode::kInvalid;
  std::string message;  ///< Description of the failure, as a sentence without a full stop.
  std::string file;     ///< The file or URL it happened in.
  int line = 0;         ///< From 1; 0 = unknown.
  int column = 0;       ///< From 1; 0 = unknown.
  std::string hint;     ///< Remedy, as a sentence without a full stop.

  /// Formats "file:line:column: message\n  hint" with the parts that are known.
  std::string to_string() const;
};

template <class T>
class [[nodiscard]] Result : public tl::expected<T, Error> {
 public:
  using tl::expected<T, Error>::expected;
};

/// Makes a failed Result of any type: `return fail(ErrorCode::kInvalid, "...")`.
inline tl::unexpected<Error> fail(Error error) { return tl::unexpected<Error>(std::move(error)); }
inline tl::unexpected<Error> fail(ErrorCode code, std::string message, std::string hint = {}) {
  Error error;
  error.code = code;
  error.message = std::move(message);
  error.hint = std::move(hint);
  return tl::unexpected<Error>(std::move(error));
}

}  // namespace porthole

/// Returns the error of a Result from the function around it; goes on where it holds a value.
#define TRY(...)                                                   \
  do {                                                             \
    auto tried = (__VA_ARGS__);                                    \
    if (!tried) return ::porthole::fail(std::move(tried).error()); \
  } while (false)

/// Declares `name`, a Result that holds a value; returns its error from the function around it.
#define TRY_AS(name, ...)  \
  auto name = __VA_ARGS__; \
  if (!name) return ::porthole::fail(std::move(name).error())
