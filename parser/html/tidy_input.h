#pragma once

/// A page as tidy reads it, a character at a time instead of a byte at a time.
///
/// tidy asks its input for bytes and decodes UTF-8 from them in several calls a character, which is
/// a quarter of its parse. But it takes what the input returns as an int, and in the charset "raw"
/// hands it on as the character that it is. So this input decodes, and tidy need not.
///
/// Source: tidy.h (TidyInputSource). That a tidy hands wide characters through is not promised
/// there: it is tried, once a process, and one that does not gets bytes (and the whole page).

#include <tidy.h>

#include <string_view>
#include <vector>

#include "parser/html/prescan.h"

namespace porthole::parser {

class TidyInput {
 public:
  /// `html` is valid UTF-8; what is `unread` of it is passed over. Both must outlive this.
  TidyInput(std::string_view html, const std::vector<Span>& unread);
  TidyInput(const TidyInput&) = delete;
  TidyInput& operator=(const TidyInput&) = delete;

  /// Has `doc` parse the page; sets its input charset.
  void parse_into(TidyDoc doc);

 private:
  enum class Unit { kByte, kCharacter };
  void parse_into(TidyDoc doc, Unit unit);
  static bool takes_characters();
  static int TIDY_CALL next_character(void* input);
  static int TIDY_CALL next_byte(void* input);
  static void TIDY_CALL step_back(void* input, byte value);
  static Bool TIDY_CALL at_end(void* input);

  void pass_over();

  const char* const begin_;
  const char* const end_;
  const char* at_;
  const char* stop_;  ///< Where next_character must look up: the next unread span, or the end.
  const Span* next_unread_;
  const Span* const end_of_unread_;
};

}  // namespace porthole::parser
