#pragma once

/// TidyInput: an input source for tidy that decodes UTF-8 itself.
///
/// tidy reads bytes and decodes UTF-8 with several calls for each character, a quarter of its parse
/// time. But it reads values of type int, and with the charset "raw" uses them as characters. So
/// this class supplies whole characters.
///
/// Source: tidy.h (TidyInputSource). That tidy accepts wide characters is not documented: it is
/// tested once in each process; a tidy that does not gets bytes (and the whole page).

#include <tidy.h>

#include <string_view>
#include <vector>

#include "parser/html/prescan.h"

namespace porthole::parser {

class TidyInput {
 public:
  /// `html` is valid UTF-8; the spans in `unread` are skipped. Both must outlive this object.
  TidyInput(std::string_view html, const std::vector<Span>& unread);
  TidyInput(const TidyInput&) = delete;
  TidyInput& operator=(const TidyInput&) = delete;

  /// Lets `doc` parse the page; sets its input charset.
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
  const char* stop_;  ///< The next unread span, or the end; checked by next_character.
  const Span* next_unread_;
  const Span* const end_of_unread_;
};

}  // namespace porthole::parser
