#include "tests/fuzz/mutation.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "tests/fuzz/zip_rewriter.h"

namespace porthole::testing {
namespace {

constexpr std::size_t kMostBytes = 6u << 20;
constexpr std::size_t kLongestChunk = 64u << 10;

/// An address that nobody may speak to, and a file that nobody may read.
constexpr std::string_view kAddress = "http://127.0.0.1:9/mutant";
constexpr std::string_view kFile = "file:///etc/hostname";

void flip_bits(std::string& bytes, Chance& chance) {
  for (std::size_t left = 1 + chance.below(32); left > 0; --left) {
    bytes[chance.below(bytes.size())] ^= static_cast<char>(1u << chance.below(8));
  }
}

void set_bytes(std::string& bytes, Chance& chance) {
  constexpr std::string_view kTelling("\0\xFF\x7F\x80\x01\x20<&\"%{(", 12);
  for (std::size_t left = 1 + chance.below(16); left > 0; --left) {
    bytes[chance.below(bytes.size())] = kTelling[chance.below(kTelling.size())];
  }
}

void cut_tail(std::string& bytes, Chance& chance) { bytes.resize(1 + chance.below(bytes.size())); }

std::string chunk_of(std::string_view bytes, Chance& chance) {
  const std::size_t from = chance.below(bytes.size());
  return std::string(bytes.substr(from, 1 + chance.below(kLongestChunk)));
}

void remove_chunk(std::string& bytes, Chance& chance) {
  const std::size_t from = chance.below(bytes.size());
  bytes.erase(from, 1 + chance.below(std::min(kLongestChunk, bytes.size())));
}

void repeat_chunk(std::string& bytes, Chance& chance) {
  const std::string chunk = chunk_of(bytes, chance).substr(0, 4096);
  std::string repeated;
  for (std::size_t times = 1 + chance.below(64); times > 0; --times) repeated += chunk;
  bytes.insert(chance.below(bytes.size()), repeated);
}

void write_number(std::string& bytes, Chance& chance) {
  constexpr std::array<std::uint64_t, 8> kHostile = {0,
                                                     1,
                                                     0xFFFFFFFFFFFFFFFFu,
                                                     0x7FFFFFFF7FFFFFFFu,
                                                     0x8000000080000000u,
                                                     0x00FFFFFF00FFFFFFu,
                                                     0xFFFEFFFEFFFEFFFEu,
                                                     0x0100000001000000u};
  const std::uint64_t number = kHostile[chance.below(kHostile.size())];
  const std::size_t width = std::min<std::size_t>(std::size_t{1} << chance.below(4), bytes.size());
  std::memcpy(bytes.data() + chance.below(bytes.size() - width + 1), &number, width);
}

/// Digits in the text become a number that overflows, or is negative.
void write_digits(std::string& bytes, Chance& chance) {
  constexpr std::array<std::string_view, 5> kHostile = {"-1", "99999999999999999999", "4294967295",
                                                        "2147483648", "1e999"};
  const std::size_t from = bytes.find_first_of("0123456789", chance.below(bytes.size()));
  if (from == std::string::npos) return;
  const std::size_t end = std::min(bytes.find_first_not_of("0123456789", from), bytes.size());
  bytes.replace(from, end - from, kHostile[chance.below(kHostile.size())]);
}

/// Where an element ends, from a place chosen by chance on; the beginning where there is none.
std::size_t behind_element(const std::string& bytes, Chance& chance) {
  const std::size_t at = bytes.find('>', chance.below(bytes.size()));
  return at == std::string::npos ? 0 : at + 1;
}

void nest_deeply(std::string& bytes, Chance& chance) {
  constexpr std::array<std::string_view, 6> kOpen = {
      "<a>", "[", "{\"a\":", "(", "\\begin{x}{", "> "};
  const std::string_view open = kOpen[chance.below(kOpen.size())];
  std::string nested;
  for (std::size_t depth = 1000 + chance.below(50'000); depth > 0; --depth) nested += open;
  bytes.insert(behind_element(bytes, chance), nested);
}

void declare_entities(std::string& bytes, Chance& chance) {
  const std::string laughs =
      "<!ENTITY a \"ha ha ha ha ha ha ha ha\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">"
      "<!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;\"><!ENTITY d \"&c;&c;&c;&c;&c;&c;&c;&c;\">"
      "<!ENTITY e \"&d;&d;&d;&d;&d;&d;&d;&d;\"><!ENTITY x \"&e;&e;&e;&e;&e;&e;&e;&e;\">";
  const std::array<std::string, 5> declarations = {
      "<!DOCTYPE r [<!ENTITY x SYSTEM \"" + std::string(kFile) + "\">]>",
      "<!DOCTYPE r [<!ENTITY x SYSTEM \"" + std::string(kAddress) + "\">]>",
      "<!DOCTYPE r SYSTEM \"" + std::string(kFile) + "\">",
      "<!DOCTYPE r [<!ENTITY % p SYSTEM \"" + std::string(kAddress) + "\">%p;]>",
      "<!DOCTYPE r [" + laughs + "]>"};
  bytes.insert(behind_element(bytes, chance), "&x;");
  const std::size_t prolog =
      bytes.compare(0, 5, "<?xml") == 0 ? bytes.find("?>") : std::string::npos;
  bytes.insert(prolog == std::string::npos ? 0 : prolog + 2,
               declarations[chance.below(declarations.size())]);
}

void include_others(std::string& bytes, Chance& chance) {
  const std::array<std::string, 8> inclusions = {
      "<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"" + std::string(kFile) +
          "\"/>",
      "<?xml-stylesheet href=\"" + std::string(kAddress) + "\" type=\"text/xsl\"?>",
      "<xs:import xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" schemaLocation=\"" +
          std::string(kAddress) + "\"/>",
      "\n.so /etc/hostname\n",
      "\n\\input{/etc/hostname}\n",
      "\n.. include:: /etc/hostname\n",
      "\n#include \"/etc/hostname\"\n",
      "<img src=\"" + std::string(kAddress) + "\"><iframe src=\"" + std::string(kFile) + "\">"};
  bytes.insert(behind_element(bytes, chance), inclusions[chance.below(inclusions.size())]);
}

void splice(std::string& bytes, std::string_view other, Chance& chance) {
  bytes.insert(chance.below(bytes.size()), chunk_of(other, chance));
}

void change_once(std::string& bytes, std::string_view other, Chance& chance) {
  switch (chance.below(11)) {
    case 0:
      return flip_bits(bytes, chance);
    case 1:
      return set_bytes(bytes, chance);
    case 2:
      return cut_tail(bytes, chance);
    case 3:
      return remove_chunk(bytes, chance);
    case 4:
      return repeat_chunk(bytes, chance);
    case 5:
      return write_number(bytes, chance);
    case 6:
      return write_digits(bytes, chance);
    case 7:
      return nest_deeply(bytes, chance);
    case 8:
      return declare_entities(bytes, chance);
    case 9:
      return include_others(bytes, chance);
    default:
      return splice(bytes, other, chance);
  }
}

std::string changed(std::string bytes, std::string_view other, Chance& chance) {
  for (std::size_t changes = 1 + chance.below(4); changes > 0; --changes) {
    if (bytes.empty()) bytes = " ";
    change_once(bytes, other.empty() ? std::string_view(" ") : other, chance);
    if (bytes.size() > kMostBytes) bytes.resize(kMostBytes);
  }
  return bytes;
}

}  // namespace

std::string mutate(std::string_view document, std::string_view other, Chance& chance) {
  // A damaged zip is refused as a whole: three of four are damaged inside.
  if (document.starts_with("PK\x03\x04") && chance.below(4) > 0) {
    std::string rewritten = rewrite_zip(document, chance, [&](std::string inner) {
      return changed(std::move(inner), other, chance);
    });
    if (!rewritten.empty()) return rewritten;
  }
  return changed(std::string(document), other, chance);
}

}  // namespace porthole::testing
