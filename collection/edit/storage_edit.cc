#include "collection/edit/storage_edit.h"

#include "base/xml/tree.h"
#include "collection/xml_edit.h"

namespace porthole::collection {

Result<std::string> set_storage(const std::string& text, const std::string& url) {
  TRY_AS(root, xml::read_tree(text, "porthole.xml"));
  const std::string set = attribute("url", url);
  if (const xml::XmlElement* storage = root->child("storage")) {
    const auto [begin, end] = find_attribute(text, *storage, "url");
    return edited(text, {{begin, end, set}});
  }
  const std::string line = "  <" + prefix_of(text, *root) + "storage" + set + "/>\n";
  return edited(text, {put_into(text, *root, line)});
}

}  // namespace porthole::collection
