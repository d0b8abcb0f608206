#pragma once

/// RDF graphs in tests: parses documents with another program (rapper, of raptor2-utils) and
/// compares graphs up to the names of blank nodes.

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace porthole::testing {

struct CommandResult {
  int status = -1;
  std::string output;
};

inline CommandResult run_command(const std::string& command) {
  CommandResult result;
  FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return result;
  std::array<char, 4096> block;
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), pipe)) {
    result.output.append(block.data(), count);
  }
  result.status = ::pclose(pipe);
  return result;
}

inline bool has_rapper() { return run_command("rapper --version 2>/dev/null").status == 0; }

/// `file`, in the syntax that rapper calls `syntax`, as N-Triples; status 0 when rapper accepts it.
inline CommandResult rapper_triples(const std::filesystem::path& file, const std::string& syntax) {
  return run_command("rapper -q -i " + syntax + " -o ntriples '" + file.string() +
                     "' http://base.invalid/ 2>/dev/null");
}

struct Triple {
  std::string subject, predicate, object;
};

/// Reads N-Triples; escapes are resolved, so that two ways to write a term compare equal.
class NTriplesReader {
 public:
  explicit NTriplesReader(std::string_view text) : text_(text) {}

  std::vector<Triple> read() {
    std::vector<Triple> triples;
    while (at_ < text_.size()) {
      if (text_[at_] == '\n' || text_[at_] == ' ') {
        ++at_;
        continue;
      }
      Triple triple;
      triple.subject = term();
      triple.predicate = term();
      triple.object = term();
      at_ = text_.find('\n', at_);
      if (at_ == std::string_view::npos) at_ = text_.size();
      triples.push_back(std::move(triple));
    }
    return triples;
  }

 private:
  std::string term() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    if (at_ < text_.size() && text_[at_] == '<') return delimited('>');
    std::string literal;
    if (at_ < text_.size() && text_[at_] == '"') literal = delimited('"');
    return literal + suffix();
  }

  std::string delimited(char end) {
    std::string out(1, text_[at_++]);
    while (at_ < text_.size() && text_[at_] != end) {
      if (text_[at_] == '\\') {
        ++at_;
        out += escaped();
      } else {
        out += text_[at_++];
      }
    }
    ++at_;
    return out + end;
  }

  /// A blank node, or the language or type after a literal.
  std::string suffix() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != ' ' && text_[at_] != '\n') ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  std::string escaped() {
    const char c = text_[at_++];
    if (c == 'n') return "\n";
    if (c == 'r') return "\r";
    if (c == 't') return "\t";
    if (c != 'u' && c != 'U') return std::string(1, c);
    const std::size_t digits = c == 'u' ? 4 : 8;
    const auto code = std::stoul(std::string(text_.substr(at_, digits)), nullptr, 16);
    at_ += digits;
    return utf8(code);
  }

  static std::string utf8(unsigned long c) {
    std::string out;
    if (c < 0x80) return std::string(1, static_cast<char>(c));
    if (c >= 0x10000) {
      out += static_cast<char>(0xF0 | c >> 18);
      out += static_cast<char>(0x80 | (c >> 12 & 63));
    } else if (c >= 0x800) {
      out += static_cast<char>(0xE0 | c >> 12);
    }
    out += static_cast<char>(c >= 0x800 ? 0x80 | (c >> 6 & 63) : 0xC0 | c >> 6);
    return out + static_cast<char>(0x80 | (c & 63));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// The triples of a graph whose blank nodes form trees, as sorted lines in which a blank node
/// stands as all that is said of it. Two such graphs are the same exactly when these are.
inline std::vector<std::string> canonical(const std::vector<Triple>& triples) {
  std::map<std::string, std::vector<const Triple*>> said;
  for (const Triple& triple : triples) said[triple.subject].push_back(&triple);
  const auto shown = [&](const std::string& term, const auto& self) -> std::string {
    if (!term.starts_with("_:")) return term;
    std::vector<std::string> parts;
    for (const Triple* triple : said[term]) {
      parts.push_back(triple->predicate + " " + self(triple->object, self));
    }
    std::sort(parts.begin(), parts.end());
    std::string out = "[";
    for (const std::string& part : parts) out += part + ";";
    return out + "]";
  };
  std::vector<std::string> lines;
  for (const Triple& triple : triples) {
    if (triple.subject.starts_with("_:")) continue;
    lines.push_back(triple.subject + " " + triple.predicate + " " + shown(triple.object, shown));
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

inline std::vector<std::string> canonical(std::string_view ntriples) {
  return canonical(NTriplesReader(ntriples).read());
}

}  // namespace porthole::testing
