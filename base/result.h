#pragma once

/// How an operation that can fail says so: `Result<T>` holds a T or an Error.
///
/// The web being the web (a 404, a page off topic, robots saying no) is ordinary data and never an
/// Error. A bug of ours is an assert. What is left - a file that cannot be written, an input that
/// makes no sense - comes back as an Error, and `[[nodiscard]]` makes the caller look at it.
///
///   Result<Url> url = Url::parse(text);
///   if (!url) return fail(url.error());
///   use(*url);

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace porthole {

/// What kind of failure, by what the caller should do about it.
enum class ErrorCode {
  kUsage,        ///< The command was put wrongly: show the right form, exit 2.
  kInvalid,      ///< An input file or value makes no sense: name the place, exit 3.
  kIncomplete,   ///< Something required is missing (contact, seeds): say how to give it, exit 3.
  kNotFound,     ///< What was asked for is not there: report it; nothing to retry.
  kBusy,         ///< Another process holds it: say which, exit 4; retry when it is done.
  kPermission,   ///< The system refused: exit 4.
  kStorage,      ///< Reading or writing the collection failed: stop the run, exit 4.
  kDiskFull,     ///< No space or quota left: save what can be saved, exit 5.
  kNetwork,      ///< Connecting or transferring failed: retry later.
  kTimeout,      ///< A deadline passed: retry later.
  kTooLarge,     ///< A limit on size or depth was passed: skip this input.
  kUnsupported,  ///< Understood, but not something this build or place does.
};

/// The short name of a code as it appears in `{"error":{"code":...}}`: "invalid", "disk-full", ...
const char* error_code_name(ErrorCode code);

/// What went wrong, where, and what to do next; each part empty (or 0) where it does not apply.
struct Error {
  ErrorCode code = ErrorCode::kInvalid;
  std::string message;  ///< What happened, as a sentence without a full stop.
  std::string file;     ///< The file or URL it happened in.
  int line = 0;         ///< From 1; 0 = unknown.
  int column = 0;       ///< From 1; 0 = unknown.
  std::string hint;     ///< What to do next, as a sentence without a full stop.

  /// "file:line:column: message\n  hint" with the parts that are known.
  std::string to_string() const;
};

template <class T>
class [[nodiscard]] Result : public tl::expected<T, Error> {
 public:
  using tl::expected<T, Error>::expected;
};

/// Makes the failed Result of any type: `return fail(ErrorCode::kInvalid, "...")`.
inline tl::unexpected<Error> fail(Error error) { return tl::unexpected<Error>(std::move(error)); }
inline tl::unexpected<Error> fail(ErrorCode code, std::string message, std::string hint = {}) {
  Error error;
  error.code = code;
  error.message = std::move(message);
  error.hint = std::move(hint);
  return tl::unexpected<Error>(std::move(error));
}

}  // namespace porthole
