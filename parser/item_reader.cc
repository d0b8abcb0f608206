#include "parser/item_reader.h"

#include <algorithm>

#include "base/text.h"
#include "parser/limits.h"

namespace porthole::parser {
namespace {

constexpr std::size_t kMaxItemPathBytes = 200;
constexpr std::string_view kPrefixOfSchemaOrg = "schema:";

std::string_view first_word(std::string_view words) {
  words = trim(words);
  return words.substr(0, words.find_first_of(" \t\r\n"));
}

std::string type_iri(std::string_view vocab, std::string_view type) {
  if (type.starts_with(kPrefixOfSchemaOrg)) {
    return "https://schema.org/" + std::string(type.substr(kPrefixOfSchemaOrg.size()));
  }
  return type.find(':') == std::string_view::npos ? std::string(vocab) + std::string(type) : std::string(type);
}

}  // namespace

const ItemReader::Open* ItemReader::item() const {
  const auto found = std::find_if(open_.rbegin(), open_.rend(), [](const Open& one) { return one.is_item; });
  return found == open_.rend() ? nullptr : &*found;
}

/// The name of a property of the item that is open; "" outside of items.
std::string ItemReader::path_of(std::string_view names) const {
  const Open* const owner = item();
  std::string_view name = first_word(names.substr(0, kMaxItemPathBytes));
  if (owner == nullptr || name.empty()) return "";
  if (name.starts_with(kPrefixOfSchemaOrg)) name.remove_prefix(kPrefixOfSchemaOrg.size());
  if (owner->path.empty()) return std::string(name);
  if (name == "name" && owner->is_value) return owner->path;
  if (owner->path.size() + name.size() > kMaxItemPathBytes) return "";
  return owner->path + "." + std::string(name);
}

void ItemReader::enter(std::size_t depth, std::size_t text_begin, const ItemAttributes& attributes) {
  Open open{depth, text_begin};
  open.vocab = attributes.vocab.data() != nullptr ? std::string(trim(attributes.vocab.substr(0, kMaxUrlBytes)))
                                                   : open_.empty() ? "" : open_.back().vocab;
  const std::string_view names = attributes.itemprop.data() != nullptr ? attributes.itemprop : attributes.property;
  const std::string path = attributes.is_property() ? path_of(names) : "";
  if (attributes.begins_item()) {
    open.is_item = true;
    open.is_value = !path.empty();
    open.path = path;
    const bool is_microdata = attributes.itemscope;
    const std::string_view type = first_word((is_microdata ? attributes.itemtype : attributes.type_of).substr(0, kMaxUrlBytes));
    const std::string iri = type_iri(is_microdata ? "" : open.vocab, type);
    if (path.empty() && !iri.empty()) {
      statements_.say_type(iri);
      const std::string name = iri.substr(iri.find_last_of("/#:") + 1);
      if (is_beside_the_page(name)) open.path = name;
    }
  } else if (!path.empty()) {
    open.is_value = true;
    open.path = path;
    for (const std::string_view value : {attributes.content, attributes.datetime, attributes.src}) {
      if (open.value.empty()) open.value = value.substr(0, kMaxUrlBytes);
    }
    open.href = attributes.href.substr(0, kMaxUrlBytes);
  }
  open_.push_back(std::move(open));
}

// Where a link has words, they are what people read: an author's name, not his address.
void ItemReader::leave(std::string_view text) {
  const Open open = std::move(open_.back());
  open_.pop_back();
  if (open.is_item || !open.is_value) return;
  const bool has_text = !trim(text).empty();
  statements_.say(open.path, !open.value.empty() ? open.value : has_text ? text : open.href);
}

}  // namespace porthole::parser
