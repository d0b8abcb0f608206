#include "plugins/formats/source/languages.h"

#include <algorithm>

namespace porthole::source {
namespace {

using Texts = std::vector<std::string_view>;

// Comments of C, and what most languages after it share with it.
Lexis like_c() {
  Lexis lexis;
  lexis.line_comments = {"//"};
  lexis.block_comments = {{"/*", "*/"}};
  lexis.strings = "\"";
  lexis.apostrophe_is_character = true;
  return lexis;
}

Lexis like_javascript() {
  Lexis lexis = like_c();
  lexis.strings = "\"'";
  lexis.long_strings = "`";
  lexis.apostrophe_is_character = false;
  lexis.has_regex = true;
  lexis.word_letters = "_$";
  return lexis;
}

Lexis like_shell() {
  Lexis lexis;
  lexis.line_comments = {"#"};
  return lexis;
}

Lexis like_lisp() {
  Lexis lexis;
  lexis.line_comments = {";"};
  lexis.block_comments = {{"#|", "|#"}};
  lexis.comments_nest = true;
  lexis.strings = "";
  lexis.long_strings = "\"";
  lexis.word_letters = "_-*+!?<>=/";
  return lexis;
}

Lexis with(Lexis lexis, void (*change)(Lexis&)) {
  change(lexis);
  return lexis;
}

std::vector<Language> c_family() {
  return {
      {.name = "C",
       .ctags = "C",
       .types = {"text/x-csrc", "text/x-chdr", "text/x-c"},
       .suffixes = {".c", ".h"},
       .lexis = like_c(),
       .result = ResultStyle::kBefore},
      {.name = "C++",
       .ctags = "C++",
       .types = {"text/x-c++src", "text/x-c++hdr", "text/x-c++"},
       .suffixes = {".cc", ".cpp", ".cxx", ".c++", ".hh", ".hpp", ".hxx", ".h++", ".ipp", ".tcc"},
       .interpreters = {"c++"},
       .lexis = like_c(),
       .result = ResultStyle::kBefore},
      {.name = "Objective-C",
       .ctags = "ObjectiveC",
       .types = {"text/x-objcsrc", "text/x-objective-c"},
       .suffixes = {".m", ".mm"},
       .interpreters = {"objc"},
       .lexis = like_c(),
       .imports = {.with_string = {"import", "include"}},
       .result = ResultStyle::kBefore},
      {.name = "C#",
       .ctags = "C#",
       .types = {"text/x-csharp"},
       .suffixes = {".cs"},
       .interpreters = {"csharp"},
       .lexis = like_c(),
       .imports = {.statements = {"using"}},
       .result = ResultStyle::kBefore,
       .interfaces_begin_with_i = true},
      {.name = "D",
       .ctags = "D",
       .types = {"text/x-dsrc", "text/x-d"},
       .suffixes = {".d"},
       .interpreters = {"rdmd"},
       .lexis = with(like_c(),
                     [](Lexis& d) {
                       d.block_comments.emplace_back("/+", "+/");
                       d.long_strings = "`";
                     }),
       .imports = {.statements = {"import"}},
       .result = ResultStyle::kBefore},
  };
}

std::vector<Language> java_and_after() {
  return {
      {.name = "Java",
       .ctags = "Java",
       .types = {"text/x-java", "text/x-java-source"},
       .suffixes = {".java"},
       .interpreters = {"java"},
       .lexis = with(like_c(), [](Lexis& java) { java.word_letters = "_$"; }),
       .result = ResultStyle::kBefore,
       .has_class_heads = true,
       .html_comments = true,
       .class_of_classes = "JavaClass"},
      {.name = "Kotlin",
       .ctags = "Kotlin",
       .types = {"text/x-kotlin"},
       .suffixes = {".kt", ".kts"},
       .interpreters = {"kotlin"},
       .lexis = with(like_c(), [](Lexis& kotlin) { kotlin.comments_nest = true; }),
       .imports = {.statements = {"import"}}},
      {.name = "JavaScript",
       .ctags = "JavaScript",
       .types = {"text/javascript", "application/javascript", "application/x-javascript",
                 "text/ecmascript", "application/ecmascript", "text/x-javascript"},
       .suffixes = {".js", ".mjs", ".cjs", ".jsx"},
       .interpreters = {"node", "nodejs", "javascript"},
       .lexis = like_javascript(),
       .imports = {.with_string = {"import", "export", "require"}},
       .has_class_heads = true,
       .imports_are_urls = true},
      {.name = "TypeScript",
       .ctags = "TypeScript",
       .types = {"text/typescript", "text/x-typescript", "application/typescript",
                 "application/x-typescript"},
       .suffixes = {".ts", ".mts", ".cts", ".tsx"},
       .interpreters = {"typescript", "ts-node", "deno"},
       .lexis = like_javascript(),
       .imports = {.with_string = {"import", "export", "require"}},
       .has_class_heads = true,
       .imports_are_urls = true},
      {.name = "Go",
       .ctags = "Go",
       .types = {"text/x-go", "text/x-golang"},
       .suffixes = {".go"},
       .interpreters = {"go"},
       .lexis = with(like_c(), [](Lexis& go) { go.long_strings = "`"; }),
       .result = ResultStyle::kSpace},
      {.name = "Rust",
       .ctags = "Rust",
       .types = {"text/rust", "text/x-rust"},
       .suffixes = {".rs"},
       .interpreters = {"rust", "rust-script"},
       .lexis = with(like_c(), [](Lexis& rust) { rust.comments_nest = true; }),
       .imports = {.statements = {"use"}},
       .has_impls = true},
  };
}

std::vector<Language> scripts() {
  return {
      {.name = "Python",
       .ctags = "Python",
       .types = {"text/x-python", "text/x-script.python", "application/x-python"},
       .suffixes = {".py", ".pyi", ".pyw"},
       .interpreters = {"python", "pypy"},
       .lexis = with(like_shell(), [](Lexis& python) { python.triple_quotes = true; }),
       .result = ResultStyle::kArrow},
      {.name = "Ruby",
       .ctags = "Ruby",
       .types = {"text/x-ruby", "application/x-ruby"},
       .suffixes = {".rb", ".rake", ".gemspec", "/rakefile", "/gemfile"},
       .interpreters = {"ruby", "jruby"},
       .lexis = with(like_shell(),
                     [](Lexis& ruby) {
                       ruby.column_blocks = {"=begin"};
                       ruby.column_end = "=end";
                       ruby.has_regex = true;
                       ruby.end_of_code = "__END__";
                     }),
       .ctags_knows_parameters = false},
      {.name = "PHP",
       .ctags = "PHP",
       .types = {"text/x-php", "application/x-php", "application/x-httpd-php"},
       .suffixes = {".php", ".php3", ".php4", ".php5", ".phtml", ".phps"},
       .interpreters = {"php"},
       .lexis = with(like_c(),
                     [](Lexis& php) {
                       php.line_comments = {"//", "#"};
                       php.strings = "\"'";
                       php.apostrophe_is_character = false;
                       php.word_letters = "_$";
                     }),
       .imports = {.statements = {"use"},
                   .with_string = {"require", "require_once", "include", "include_once"}},
       .has_class_heads = true},
      {.name = "Perl",
       .ctags = "Perl",
       .types = {"text/x-perl", "application/x-perl"},
       .suffixes = {".pl", ".pm", ".perl"},
       .interpreters = {"perl"},
       .lexis = with(like_shell(),
                     [](Lexis& perl) {
                       perl.column_blocks = {"=pod",  "=head",     "=over", "=item",
                                             "=back", "=encoding", "=for",  "=begin"};
                       perl.column_end = "=cut";
                       perl.end_of_code = "__END__";
                     })},
      {.name = "shell",
       .ctags = "Sh",
       .types = {"text/x-shellscript", "text/x-sh", "application/x-sh", "application/x-csh",
                 "application/x-shellscript"},
       .suffixes = {".sh", ".bash", ".ksh", ".zsh"},
       .interpreters = {"sh", "bash", "dash", "ksh", "zsh", "ash", "shell-script"},
       .lexis = like_shell()},
      {.name = "Lua",
       .ctags = "Lua",
       .types = {"text/x-lua", "application/x-lua"},
       .suffixes = {".lua"},
       .interpreters = {"lua", "luajit"},
       .lexis = with({},
                     [](Lexis& lua) {
                       lua.line_comments = {"--"};
                       lua.block_comments = {{"--[[", "]]"}, {"--[=[", "]=]"}, {"--[==[", "]==]"}};
                     }),
       .imports = {.with_string = {"require", "dofile"}}},
      {.name = "Tcl",
       .ctags = "Tcl",
       .types = {"text/x-tcl", "application/x-tcl"},
       .suffixes = {".tcl", ".tk"},
       .interpreters = {"tclsh", "wish", "expect"},
       .lexis = with(like_shell(), [](Lexis& tcl) { tcl.strings = "\""; }),
       .result = ResultStyle::kSpace},
      {.name = "R",
       .ctags = "R",
       .types = {"text/x-r", "text/x-rsrc"},
       .suffixes = {".r"},
       .interpreters = {"rscript", "r"},
       .lexis = with(like_shell(), [](Lexis& r) { r.word_letters = "_."; })},
      {.name = "AWK",
       .ctags = "Awk",
       .types = {"text/x-awk"},
       .suffixes = {".awk"},
       .interpreters = {"awk", "gawk", "mawk"},
       .lexis = with(like_shell(), [](Lexis& awk) { awk.strings = "\""; })},
      {.name = "Make",
       .ctags = "Make",
       .types = {"text/x-makefile"},
       .suffixes = {".mk", ".mak", "/makefile", "/gnumakefile", "/makefile.in", "/makefile.am"},
       .interpreters = {"make", "makefile"},
       .lexis = like_shell()},
  };
}

std::vector<Language> others() {
  return {
      {.name = "SQL",
       .ctags = "SQL",
       .types = {"application/sql", "text/x-sql", "application/x-sql"},
       .suffixes = {".sql"},
       .interpreters = {"sql"},
       .lexis = with({},
                     [](Lexis& sql) {
                       sql.line_comments = {"--"};
                       sql.block_comments = {{"/*", "*/"}};
                       sql.strings = "'";
                     }),
       .result = ResultStyle::kSpace},
      {.name = "Lisp",
       .ctags = "Lisp",
       .types = {"text/x-lisp", "text/x-common-lisp"},
       .suffixes = {".lisp", ".lsp", ".cl"},
       .interpreters = {"sbcl", "clisp", "lisp", "common-lisp"},
       .lexis = like_lisp()},
      {.name = "Emacs Lisp",
       .ctags = "EmacsLisp",
       .types = {"text/x-elisp", "text/x-emacs-lisp"},
       .suffixes = {".el"},
       .interpreters = {"emacs-lisp"},
       .lexis = like_lisp()},
      {.name = "Scheme",
       .ctags = "Scheme",
       .types = {"text/x-scheme"},
       .suffixes = {".scm", ".ss"},
       .interpreters = {"scheme", "guile", "racket"},
       .lexis = like_lisp()},
      {.name = "Fortran",
       .ctags = "Fortran",
       .types = {"text/x-fortran"},
       .suffixes = {".f", ".for", ".f77", ".f90", ".f95", ".f03", ".f08"},
       .interpreters = {"fortran", "f90"},
       .lexis = with({},
                     [](Lexis& fortran) {
                       fortran.line_comments = {"!"};
                       fortran.column_letters = "cC*";
                     }),
       .imports = {.statements = {"use", "USE"}}},
      {.name = "Pascal",
       .ctags = "Pascal",
       .types = {"text/x-pascal"},
       .suffixes = {".pas", ".pp", ".dpr", ".lpr"},
       .interpreters = {"pascal", "instantfpc"},
       .lexis = with({},
                     [](Lexis& pascal) {
                       pascal.line_comments = {"//"};
                       pascal.block_comments = {{"{", "}"}, {"(*", "*)"}};
                       pascal.strings = "'";
                     }),
       .imports = {.statements = {"uses", "Uses", "USES"}}},
      {.name = "Haskell",
       .ctags = "Haskell",
       .types = {"text/x-haskell"},
       .suffixes = {".hs"},
       .interpreters = {"runhaskell", "runghc", "haskell"},
       .lexis = with({},
                     [](Lexis& haskell) {
                       haskell.line_comments = {"--"};
                       haskell.block_comments = {{"{-", "-}"}};
                       haskell.comments_nest = true;
                       haskell.strings = "\"";
                       haskell.apostrophe_is_character = true;
                     }),
       .imports = {.statements = {"import"}}},
      {.name = "OCaml",
       .ctags = "OCaml",
       .types = {"text/x-ocaml"},
       .suffixes = {".ml", ".mli"},
       .interpreters = {"ocaml", "tuareg"},
       .lexis = with({},
                     [](Lexis& ocaml) {
                       ocaml.block_comments = {{"(*", "*)"}};
                       ocaml.comments_nest = true;
                       ocaml.strings = "\"";
                       ocaml.apostrophe_is_character = true;
                     }),
       .imports = {.statements = {"open"}}},
      {.name = "Ada",
       .ctags = "Ada",
       .types = {"text/x-ada"},
       .suffixes = {".adb", ".ads"},
       .interpreters = {"ada"},
       .lexis = with({},
                     [](Lexis& ada) {
                       ada.line_comments = {"--"};
                       ada.strings = "\"";
                       ada.apostrophe_is_character = true;
                     }),
       .imports = {.statements = {"with", "With"}}},
      {.name = "Erlang",
       .ctags = "Erlang",
       .types = {"text/x-erlang"},
       .suffixes = {".erl", ".hrl"},
       .interpreters = {"escript", "erlang"},
       .lexis = with({}, [](Lexis& erlang) { erlang.line_comments = {"%"}; }),
       .imports = {.with_string = {"include", "include_lib"}}},
  };
}

std::vector<Language> all_languages() {
  std::vector<Language> all;
  for (const auto& part : {c_family(), java_and_after(), scripts(), others()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

template <typename Speaks>
const Language* find(const Speaks& speaks_for) {
  const auto found = std::find_if(languages().begin(), languages().end(), speaks_for);
  return found == languages().end() ? nullptr : &*found;
}

}  // namespace

bool has(const std::vector<std::string_view>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

const std::vector<Language>& languages() {
  static const std::vector<Language> kLanguages = all_languages();
  return kLanguages;
}

const Language* language_of_path(std::string_view path) {
  return find([path](const Language& language) {
    return std::any_of(language.suffixes.begin(), language.suffixes.end(),
                       [path](std::string_view suffix) { return path.ends_with(suffix); });
  });
}

const Language* language_of_type(std::string_view media_type) {
  return find([media_type](const Language& language) { return has(language.types, media_type); });
}

const Language* language_of_name(std::string_view name) {
  const auto version = name.find_last_not_of("0123456789.");
  const std::string_view plain =
      name.substr(0, version == std::string_view::npos ? 0 : version + 1);
  const Language* const exact =
      find([name](const Language& language) { return has(language.interpreters, name); });
  if (exact != nullptr || plain.empty()) return exact;
  const Language* const unversioned =
      find([plain](const Language& language) { return has(language.interpreters, plain); });
  if (unversioned != nullptr) return unversioned;
  return find([plain](const Language& language) {
    return language.name.size() == plain.size() &&
           std::equal(plain.begin(), plain.end(), language.name.begin(), [](char a, char b) {
             return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b - 'A' + 'a') : b);
           });
  });
}

}  // namespace porthole::source
