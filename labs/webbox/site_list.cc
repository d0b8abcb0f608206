#include "labs/webbox/site_list.h"

#include <Poco/Exception.h>
#include <Poco/RegularExpression.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "base/text/text.h"
#include "labs/webbox/address.h"

namespace porthole::labs {
namespace {

constexpr std::string_view kNameCharacters = "abcdefghijklmnopqrstuvwxyz0123456789-";
constexpr std::string_view kPackageCharacters = "abcdefghijklmnopqrstuvwxyz0123456789+.-";
constexpr std::string_view kHostCharacters = "abcdefghijklmnopqrstuvwxyz0123456789.-";

bool consists_of(std::string_view text, std::string_view characters) {
  return !text.empty() && text.find_first_not_of(characters) == std::string_view::npos;
}

/// One line of the list, and where in it we are, for messages.
class LineReader {
 public:
  LineReader(std::string_view line, const std::string& file, int number)
      : columns_(split(line, '\t')), line_(line), file_(file), number_(number) {}

  Result<Site> read() {
    if (columns_.size() < 5 || columns_.size() > 7) {
      return wrong(columns_.size() - 1, "expected 5 to 7 columns divided by tabs, found " +
                                            std::to_string(columns_.size()));
    }
    Site site;
    site.name = columns_[0];
    site.package = columns_[1];
    site.root = columns_[2];
    site.base = columns_[3];
    site.topic = columns_[4];
    site.line = number_;
    TRY(check(site));
    TRY(read_exclude(site));
    TRY(read_aliases(site));
    return site;
  }

  tl::unexpected<Error> wrong(std::size_t column, std::string message,
                              std::size_t offset = 0) const {
    Error error;
    error.message = std::move(message);
    error.file = file_;
    error.line = number_;
    const std::size_t begin = column < columns_.size()
                                  ? static_cast<std::size_t>(columns_[column].data() - line_.data())
                                  : 0;
    error.column = static_cast<int>(begin + offset) + 1;
    error.hint = "the columns are: name, package, root, base, topic, exclude, aliases";
    return fail(std::move(error));
  }

 private:
  Result<void> check(const Site& site) const {
    if (!consists_of(site.name, kNameCharacters)) {
      return wrong(0, "a name is made of lower-case letters, digits and hyphens");
    }
    std::string_view package = site.package;
    if (package.starts_with('_')) package.remove_prefix(1);
    if (!consists_of(package, kPackageCharacters) || package.starts_with('.')) {
      return wrong(1, "\"" + site.package + "\" is not the name of a Debian package or _NAME");
    }
    const auto parts = split(site.root, '/');
    if (site.root.empty() || site.root.front() == '/' ||
        std::find(parts.begin(), parts.end(), "..") != parts.end()) {
      return wrong(2, "a root is a folder inside the package, without leading slash or \"..\"");
    }
    if (!consists_of(site.host(), kHostCharacters) || !site.base.ends_with('/')) {
      return wrong(3, "a base is host/path/ in lower-case host, without scheme, ending in a slash");
    }
    if (site.topic.empty()) return wrong(4, "the topic is missing");
    return {};
  }

  Result<void> read_exclude(Site& site) const {
    if (columns_.size() < 6 || columns_[5] == "-") return {};
    auto pattern = Pattern::compile(std::string(columns_[5]));
    if (!pattern) return bad_pattern(5, 0, pattern.error());
    site.exclude = std::move(*pattern);
    return {};
  }

  Result<void> read_aliases(Site& site) const {
    if (columns_.size() < 7 || columns_[6] == "-") return {};
    for (const std::string_view part : split(columns_[6], ';')) {
      const auto offset = static_cast<std::size_t>(part.data() - columns_[6].data());
      const auto arrow = part.find("=>");
      if (arrow == std::string_view::npos) return wrong(6, "an alias is FROM=>TO", offset);
      auto from = Pattern::compile(std::string(part.substr(0, arrow)));
      if (!from) return bad_pattern(6, offset, from.error());
      site.aliases.push_back({std::move(*from), std::string(part.substr(arrow + 2))});
    }
    return {};
  }

  tl::unexpected<Error> bad_pattern(std::size_t column, std::size_t offset,
                                    const Error& error) const {
    return wrong(column, error.message,
                 offset + static_cast<std::size_t>(std::max(error.column - 1, 0)));
  }

  std::vector<std::string_view> columns_;
  std::string_view line_;
  const std::string& file_;
  int number_;
};

using Poco::RegularExpression;

// PCRE_PARTIAL_SOFT (pcreapi(3)), for which Poco has no name; it hands the option on, and reports
// the outcome PCRE_ERROR_PARTIAL by an exception with that code in its text.
constexpr int kPartial = 0x8000;
constexpr std::string_view kPartialOutcome = "-12";

/// "... (at offset 7)": where PCRE stopped, from 1; 0 when the message does not say.
int column_of(const std::string& message) {
  constexpr std::string_view kPlace = "at offset ";
  const auto place = message.rfind(kPlace);
  return place == std::string::npos ? 0 : std::atoi(message.c_str() + place + kPlace.size()) + 1;
}

}  // namespace

std::optional<std::string> Alias::rewrite(const std::string& address) const {
  const auto groups = from.match_start(address);
  if (!groups) return std::nullopt;
  std::string target = expand_groups(to, *groups);
  if (target == address) return std::nullopt;
  return target;
}

std::string_view Site::host() const {
  return std::string_view(base).substr(0, std::min(base.find('/'), base.size()));
}

Result<std::vector<Site>> parse_site_list(std::string_view text, const std::string& file) {
  std::vector<Site> sites;
  std::set<std::string> names, bases;
  int number = 0;
  for (std::string_view line : split(text, '\n')) {
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (trim(line).empty() || line.starts_with('#')) continue;
    LineReader reader(line, file, number);
    TRY_AS(site, reader.read());
    if (!names.insert(site->name).second) {
      return reader.wrong(0, "the name \"" + site->name + "\" is there twice");
    }
    if (!bases.insert(site->base).second) {
      return reader.wrong(3, "the base \"" + site->base + "\" is there twice");
    }
    sites.push_back(std::move(*site));
  }
  if (sites.empty()) {
    Error error;
    error.message = "the list names no site";
    error.file = file;
    return fail(std::move(error));
  }
  return sites;
}

Result<std::vector<Site>> read_site_list(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  if (!in || !(text << in.rdbuf())) {
    Error error;
    error.code = ErrorCode::kNotFound;
    error.message = "cannot read the list of sites";
    error.file = file.string();
    return fail(std::move(error));
  }
  return parse_site_list(text.str(), file.string());
}

Result<Pattern> Pattern::compile(const std::string& text) {
  try {
    Pattern pattern;
    pattern.compiled_ =
        std::make_shared<const RegularExpression>(text, RegularExpression::RE_DOLLAR_ENDONLY);
    return pattern;
  } catch (const Poco::Exception& e) {
    Error error;
    error.message = "not a regular expression: " + e.message();
    error.column = column_of(e.message());
    return fail(std::move(error));
  }
}

bool Pattern::is_found_in(const std::string& subject) const {
  try {
    RegularExpression::Match match;
    return compiled_->match(subject, match) > 0;
  } catch (const Poco::Exception&) {
    return false;
  }
}

std::optional<std::vector<std::string>> Pattern::match_start(const std::string& subject) const {
  try {
    RegularExpression::MatchVec matches;
    if (compiled_->match(subject, 0, matches, RegularExpression::RE_ANCHORED) == 0) {
      return std::nullopt;
    }
    std::vector<std::string> groups;
    for (const auto& match : matches) {
      groups.push_back(match.offset == std::string::npos
                           ? std::string()
                           : subject.substr(match.offset, match.length));
    }
    return groups;
  } catch (const Poco::Exception&) {
    return std::nullopt;
  }
}

bool Pattern::may_continue(const std::string& prefix) const {
  try {
    RegularExpression::Match match;
    return compiled_->match(prefix, 0, match, RegularExpression::RE_ANCHORED | kPartial) > 0;
  } catch (const Poco::Exception& e) {
    return e.message().find(kPartialOutcome) != std::string::npos;
  }
}

std::string expand_groups(std::string_view form, const std::vector<std::string>& groups) {
  std::string out;
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] != '\\' || i + 1 == form.size()) {
      out += form[i];
      continue;
    }
    const char next = form[++i];
    if (!std::isdigit(static_cast<unsigned char>(next))) {
      out += next;
    } else if (const auto number = static_cast<std::size_t>(next - '0'); number < groups.size()) {
      out += groups[number];
    }
  }
  return out;
}

std::string sites_as_xml(const std::vector<Site>& sites) {
  std::string text;
  for (const Site& site : sites) {
    text += "<site prefix=\"https://" + escape_markup(percent_encode_path(site.base)) + '"' +
            (site.is_hub() ? " pages=\"0\"" : "") + "/>\n";
  }
  return text;
}

}  // namespace porthole::labs
