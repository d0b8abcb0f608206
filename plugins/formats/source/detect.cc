#include "plugins/formats/source/detect.h"

#include <array>
#include <string>

#include "base/text/text.h"
#include "base/url/url.h"

namespace porthole::source {
namespace {

constexpr std::size_t kLookedAt = 16u << 10;

bool contains_any(std::string_view text, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words) {
    if (text.find(word) != std::string_view::npos) return true;
  }
  return false;
}

/// The file's path: that of the URL, or the name of a member.
std::string path_of(std::string_view url) {
  const Result<Url> parsed = Url::parse(url);
  if (!parsed) return "";
  return ascii_lower(parsed->fragment().empty() ? parsed->path() : parsed->fragment());
}

bool has_suffix(std::string_view path) {
  return path.substr(path.rfind('/') + 1).find('.') != std::string_view::npos;
}

/// `#!/usr/bin/env python3 -u` gives "python3".
std::string interpreter(std::string_view line) {
  if (!line.starts_with("#!")) return "";
  line = trim(line.substr(2));
  std::string program;
  for (const std::string_view word : split(line, ' ')) {
    if (word.empty() || word.starts_with('-')) continue;
    program = ascii_lower(word.substr(word.rfind('/') + 1));
    if (program != "env") break;
  }
  return program;
}

/// `-*- C++ -*-` gives "c++", `-*- mode: perl; coding: utf-8 -*-` gives "perl".
std::string emacs_mode(std::string_view line) {
  const auto begin = line.find("-*-");
  if (begin == std::string_view::npos) return "";
  const auto end = line.find("-*-", begin + 3);
  if (end == std::string_view::npos) return "";
  std::string mode = ascii_lower(trim(line.substr(begin + 3, end - begin - 3)));
  if (const auto at = mode.find("mode:"); at != std::string::npos) {
    mode = std::string(trim(std::string_view(mode).substr(at + 5)));
  }
  return mode.substr(0, mode.find(';'));
}

const Language* language_of_first_line(std::string_view head) {
  const std::string_view line = head.substr(0, head.find('\n'));
  for (const std::string& name : {interpreter(line), emacs_mode(line)}) {
    if (name.empty()) continue;
    if (const Language* language = language_of_name(name)) return language;
  }
  return nullptr;
}

/// Chooses between languages and formats that share a suffix, by the content of `head`.
const Language* told_apart(const Language* language, std::string_view path, std::string_view head) {
  const std::string_view begin = trim(head);
  if (language->name == "PHP") return contains_any(head, {"<?php", "<?="}) ? language : nullptr;
  if (begin.starts_with('<')) return nullptr;  // markup: translations in .ts, error pages
  if (path.ends_with(".h")) {
    if (contains_any(head, {"@interface", "@protocol"})) return language_of_name("objc");
    if (contains_any(head, {"\nclass ", "\nnamespace ", "template <", "template<",
                            "public:", "using namespace", "\n  class ", "std::"})) {
      return language_of_name("c++");
    }
  }
  if (path.ends_with(".m") && !contains_any(head, {"#import", "#include", "@interface",
                                                   "@implementation", "@end", "@class"})) {
    return nullptr;  // MATLAB, Mathematica
  }
  if (path.ends_with(".pl") && head.find(":-") != std::string_view::npos &&
      !contains_any(head, {"use strict", "use warnings", "my $", "#!", "\nsub "})) {
    return nullptr;  // Prolog
  }
  if (path.ends_with(".pp") &&
      !contains_any(head, {"unit ", "program ", "UNIT ", "PROGRAM ", "{$"})) {
    return nullptr;  // Puppet
  }
  if (path.ends_with(".d") && !contains_any(head, {"import ", "module ", "void ", "struct "})) {
    return nullptr;  // dependencies for make
  }
  if (path.ends_with(".cl") && contains_any(head, {"__kernel", "#include", "#pragma"})) {
    return language_of_name("c");  // OpenCL
  }
  return language;
}

/// The declared type leaves room for what the suffix says: it is one of ours, says little, or is
/// the type of bytes that these are not (video/mp2t for TypeScript).
bool leaves_room(const PageBytes& page) {
  const std::string_view type = page.declared_type;
  if (type.empty() || type == "text/plain" || language_of_type(type) != nullptr) return true;
  return !type.starts_with("text/") && type != "application/xhtml+xml";
}

}  // namespace

const Language* language_of(const PageBytes& page) {
  const std::string_view head = page.body.substr(0, kLookedAt);
  if (head.find('\0') != std::string_view::npos) return nullptr;
  const std::string path = path_of(page.url);
  if (leaves_room(page)) {
    if (const Language* language = language_of_path(path)) return told_apart(language, path, head);
  }
  if (const Language* language = language_of_type(page.declared_type)) {
    return told_apart(language, path, head);
  }
  if (!leaves_room(page)) return nullptr;
  const Language* const language = language_of_first_line(head);
  // A known suffix of another format takes precedence, except over a `#!` line.
  return has_suffix(path) && !head.starts_with("#!") ? nullptr : language;
}

}  // namespace porthole::source
