#include "collection/edit/seed_edit.h"

#include <set>
#include <utility>

#include "base/url/url.h"
#include "base/xml/tree.h"
#include "collection/xml_edit.h"

namespace porthole::collection {
namespace {

/// Tells pages apart; a text that is not a URL is its own key, so that such a seed can go, too.
std::string key_of(const std::string& text) {
  const Result<Url> url = Url::parse(text);
  return url ? url->key() : text;
}

}  // namespace

Result<std::string> remove_seeds(const std::string& text, const std::vector<std::string>& urls) {
  TRY_AS(root, xml::read_tree(text, "porthole.xml"));
  std::set<std::string> keys, found;
  for (const std::string& url : urls) keys.insert(key_of(url));
  std::vector<Edit> edits;
  if (const xml::XmlElement* seeds = root->child("seeds")) {
    for (const xml::XmlElement& child : seeds->children) {
      const std::string* url = child.local == "seed" ? child.attribute("url") : nullptr;
      if (url == nullptr || !keys.contains(key_of(*url))) continue;
      found.insert(key_of(*url));
      edits.push_back(take_out(text, child));
    }
  }
  for (const std::string& url : urls) {
    if (found.contains(key_of(url))) continue;
    return fail(ErrorCode::kNotFound, "porthole.xml names no seed " + url,
                "one of a file of seeds is taken out of that file");
  }
  return edited(text, std::move(edits));
}

}  // namespace porthole::collection
