#pragma once

/// The basic URL parser of the standard: one function for each state or group of states.
/// Source: https://url.spec.whatwg.org/#concept-basic-url-parser
///
/// The parts of a URL are found in the order in which they are serialised, so each is written to
/// Url::href_ where it stays. The one exception is the "/." that keeps a path which begins with two
/// slashes from being read as a host; it is put in when the path is complete.

#include <string>
#include <string_view>

#include "base/url/url.h"

namespace porthole {

/// Parses one input, once. Lifetime: the input and the base outlive it.
class UrlParser {
 public:
  UrlParser(std::string_view input, const Url* base) : input_(input), base_(base) {}

  Result<Url> parse();

 private:
  using Scheme = Url::Scheme;

  // Each reads from the front of rest_ and writes to url_; false means failure, with reason_ set.
  bool read_url();
  bool read_scheme();
  bool read_after_scheme();
  bool read_without_scheme();
  bool read_relative();
  bool read_after_slashes();
  bool read_file();
  bool read_file_host();
  bool read_authority();
  bool read_host(std::string_view host);
  bool read_port(std::string_view digits);
  bool read_path_start();
  bool read_path();
  bool read_opaque_path();
  bool read_after_path_of_base();
  bool read_query_and_fragment();

  void write_credentials(std::string_view credentials);
  void write_empty_host();
  /// rest_ is at the delimiter that follows `segment`.
  void write_segment(std::string_view segment);
  void shorten_path();
  void begin_path() { url_.path_.begin = position(); }
  void end_path();

  void inherit_scheme();
  void inherit_authority();
  void inherit_path();
  void inherit_query();

  bool refuse(const char* reason);
  bool is_special() const { return url_.special_ != Scheme::kOther; }
  bool is_file() const { return url_.special_ == Scheme::kFile; }
  bool at_slash() const;
  bool at_end_of_path() const;
  bool skip_slash();
  void skip_slashes();
  /// Consumes rest_ up to the next of `/ ? #` (and `\` in a special URL).
  std::string_view take_segment();
  std::uint32_t position() const { return static_cast<std::uint32_t>(url_.href_.size()); }
  std::string_view path() const { return std::string_view(url_.href_).substr(url_.path_.begin); }

  std::string_view input_;
  const Url* base_;
  std::string cleaned_;    // the input without tabs, newlines and invalid UTF-8, if it had any
  std::string_view rest_;  // input not yet read
  Url url_;
  const char* reason_ = "";
};

// Windows drive letters ("C:" and "C|") at the start of the path of a file URL.
// Source: https://url.spec.whatwg.org/#windows-drive-letter, #start-with-a-windows-drive-letter

constexpr bool is_drive_letter(std::string_view text) {
  return text.size() == 2 && ((text[0] | 0x20) >= 'a' && (text[0] | 0x20) <= 'z') &&
         (text[1] == ':' || text[1] == '|');
}

/// True if `text` is a drive letter, or one followed by a delimiter.
constexpr bool starts_with_drive_letter(std::string_view text) {
  constexpr std::string_view kDelimiters = "/\\?#";
  return is_drive_letter(text.substr(0, 2)) &&
         (text.size() == 2 || kDelimiters.find(text[2]) != std::string_view::npos);
}

/// True if `path` has the form "/C:".
constexpr bool is_drive_path(std::string_view path) {
  return path.size() == 3 && path[0] == '/' && is_drive_letter(path.substr(1)) && path[2] == ':';
}

}  // namespace porthole
