#include <algorithm>

#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "base/url/url_parser.h"

namespace porthole {
namespace {

/// "." or ".." with each dot as itself or as "%2e"; the number of dots, 0 for any other segment.
int count_dots(std::string_view segment) {
  int dots = 0;
  while (!segment.empty()) {
    if (segment[0] == '.') {
      segment.remove_prefix(1);
    } else if (segment.size() >= 3 && equals_ignoring_case(segment.substr(0, 3), "%2e")) {
      segment.remove_prefix(3);
    } else {
      return 0;
    }
    if (++dots > 2) return 0;
  }
  return dots;
}

}  // namespace

// https://url.spec.whatwg.org/#path-start-state
bool UrlParser::read_path_start() {
  begin_path();
  if (is_special() || rest_.starts_with('/')) {
    skip_slash();
    return read_path();
  }
  end_path();
  return read_query_and_fragment();
}

// https://url.spec.whatwg.org/#path-state
bool UrlParser::read_path() {
  for (bool more = true; more;) {
    const std::string_view segment = take_segment();
    write_segment(segment);
    more = skip_slash();
  }
  end_path();
  return read_query_and_fragment();
}

void UrlParser::write_segment(std::string_view segment) {
  const int dots = count_dots(segment);
  if (dots == 2) shorten_path();
  if (dots > 0) {
    if (!at_slash()) url_.href_ += '/';
    return;
  }
  const bool drive = is_file() && path().empty() && is_drive_letter(segment);
  url_.href_ += '/';
  append_percent_encoded(url_.href_, segment, EncodeSet::kPath);
  if (drive) url_.href_.back() = ':';
}

// https://url.spec.whatwg.org/#shorten-a-urls-path
void UrlParser::shorten_path() {
  if (path().empty() || (is_file() && is_drive_path(path()))) return;
  url_.href_.resize(url_.href_.rfind('/'));
}

void UrlParser::end_path() {
  if (!url_.has_host_ && path().starts_with("//")) {
    url_.href_.insert(url_.path_.begin, "/.");
    url_.path_.begin += 2;
  }
  url_.path_.end = position();
}

// https://url.spec.whatwg.org/#cannot-be-a-base-url-path-state
bool UrlParser::read_opaque_path() {
  begin_path();
  url_.opaque_path_ = true;
  const std::size_t end = std::min(rest_.find_first_of("?#"), rest_.size());
  std::string_view opaque = rest_.substr(0, end);
  const bool space_before_delimiter = end < rest_.size() && opaque.ends_with(' ');
  if (space_before_delimiter) opaque.remove_suffix(1);
  append_percent_encoded(url_.href_, opaque, EncodeSet::kC0Control);
  if (space_before_delimiter) url_.href_ += "%20";
  rest_.remove_prefix(end);
  url_.path_.end = position();
  return read_query_and_fragment();
}

/// The input adds at most a query and a fragment to the path of the base.
bool UrlParser::read_after_path_of_base() {
  inherit_path();
  end_path();
  if (!rest_.starts_with('?')) inherit_query();
  return read_query_and_fragment();
}

// https://url.spec.whatwg.org/#query-state, #fragment-state
bool UrlParser::read_query_and_fragment() {
  if (rest_.starts_with('?')) {
    const std::string_view query = rest_.substr(1, rest_.find('#') - 1);
    rest_.remove_prefix(1 + query.size());
    url_.has_query_ = true;
    url_.href_ += '?';
    url_.query_.begin = position();
    append_percent_encoded(url_.href_, query,
                           is_special() ? EncodeSet::kSpecialQuery : EncodeSet::kQuery);
    url_.query_.end = position();
  }
  if (rest_.starts_with('#')) {
    url_.href_ += '#';
    url_.fragment_.begin = position();
    append_percent_encoded(url_.href_, rest_.substr(1), EncodeSet::kFragment);
    url_.fragment_.end = position();
  }
  return true;
}

void UrlParser::inherit_path() { url_.href_.append(base_->path()); }

void UrlParser::inherit_query() {
  if (!base_->has_query_) return;
  url_.has_query_ = true;
  url_.href_ += '?';
  url_.query_.begin = position();
  url_.href_.append(base_->query());
  url_.query_.end = position();
}

}  // namespace porthole
