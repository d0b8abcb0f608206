#include "parser/language.h"

#include <cld2/public/compact_lang_det.h>

#include <algorithm>
#include <cstdio>  // compact_lang_det.h uses FILE without including it.

#include "base/text/language_name.h"
#include "base/text/text.h"

namespace porthole::parser {
namespace {

constexpr std::size_t kSampleBytes = 1024;

/// "en" for "en-GB", "EN_us"; "" for an invalid language tag.
std::string primary_tag(std::string_view tag) {
  const std::string lower = ascii_lower(trim(tag.substr(0, 40)));
  const std::string primary = lower.substr(0, lower.find_first_of("-_ ,;"));
  const bool letters = primary.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == std::string::npos;
  if (!letters || primary.size() < 2 || primary.size() > 3) return "";
  return primary == "und" || primary == "un" ? "" : language_key(primary);
}

/// A sample: the beginning and the middle, each half of kSampleBytes, cut between characters.
std::string sample_of(std::string_view text) {
  if (text.size() <= kSampleBytes) return std::string(text);
  std::size_t middle = text.size() / 2;
  while (middle < text.size() && (static_cast<unsigned char>(text[middle]) & 0xC0) == 0x80)
    ++middle;
  std::string sample(cut(text, kSampleBytes / 2));
  sample += '\n';
  sample += cut(text.substr(middle), kSampleBytes / 2);
  return sample;
}

std::string detected(std::string_view text) {
  const std::string sample = sample_of(text);
  bool reliable = false;
  const CLD2::Language language = CLD2::DetectLanguage(
      sample.data(), static_cast<int>(sample.size()), /*is_plain_text=*/true, &reliable);
  if (!reliable || language == CLD2::UNKNOWN_LANGUAGE) return "";
  return primary_tag(CLD2::LanguageCode(language));
}

}  // namespace

std::string language_of(std::string_view text, std::string_view declared) {
  const std::string language = text.empty() ? "" : detected(text);
  return language.empty() ? primary_tag(declared) : language;
}

}  // namespace porthole::parser
