#include "search/index/results.h"

#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "base/url/url.h"

namespace porthole::search {

std::string plain_text(const Fragments& fragments) {
  std::string text;
  for (const Fragment& fragment : fragments) text += fragment.text;
  return text;
}

std::string shown_title(const std::string& title, const std::string& url) {
  if (!title.empty()) return title;
  const Result<Url> parsed = Url::parse(url);
  if (!parsed || parsed->has_opaque_path()) return url;
  const std::string_view path = parsed->path();
  const std::string name = clean_utf8(percent_decode(path.substr(path.rfind('/') + 1)));
  return trim(name).empty() ? url : name;
}

}  // namespace porthole::search
