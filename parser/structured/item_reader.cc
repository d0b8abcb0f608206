#include "parser/structured/item_reader.h"

#include <algorithm>
#include <set>

#include "base/text/text.h"
#include "parser/limits.h"

namespace porthole::parser {
namespace {

constexpr std::size_t kMaxItemPathBytes = 200;
constexpr std::size_t kMaxWaiting = 256;    ///< Maximum number of delayed properties (itemref).
constexpr std::size_t kMaxReferences = 64;  ///< Maximum number of items with itemref.
constexpr std::string_view kPrefixOfSchemaOrg = "schema:";

std::string_view first_word(std::string_view words) {
  words = trim(words);
  return words.substr(0, words.find_first_of(" \t\r\n"));
}

std::string type_iri(std::string_view vocab, std::string_view type) {
  if (type.starts_with(kPrefixOfSchemaOrg)) {
    return "https://schema.org/" + std::string(type.substr(kPrefixOfSchemaOrg.size()));
  }
  return type.find(':') == std::string_view::npos ? std::string(vocab) + std::string(type)
                                                  : std::string(type);
}

}  // namespace

const ItemReader::Owner* ItemReader::owner() const {
  const auto found =
      std::find_if(open_.rbegin(), open_.rend(), [](const Open& one) { return one.is_owner; });
  return found == open_.rend() ? nullptr : &found->owner;
}

/// The path of a property of `owner` whose name is the first of `names`; "" if it has none.
std::string ItemReader::name_of(const Owner& owner, std::string_view names) {
  std::string_view name = first_word(names.substr(0, kMaxItemPathBytes));
  if (name.empty()) return "";
  if (name.starts_with(kPrefixOfSchemaOrg)) name.remove_prefix(kPrefixOfSchemaOrg.size());
  if (owner.path.empty()) return std::string(name);
  if (name == "name" && owner.is_value) return owner.path;
  if (owner.path.size() + name.size() > kMaxItemPathBytes) return "";
  return owner.path + "." + std::string(name);
}

/// `name`: the property whose value is the item, "" if none.
void ItemReader::begin_item(const ItemAttributes& attributes, const std::string& name, Open& open) {
  open.is_owner = true;
  open.owner = {name, !name.empty(), name.empty() ? "" : open.referred};
  const bool is_microdata = attributes.itemscope;
  const std::string_view type =
      first_word((is_microdata ? attributes.itemtype : attributes.type_of).substr(0, kMaxUrlBytes));
  const std::string iri = type_iri(is_microdata ? "" : open.vocab, type);
  if (name.empty() && !iri.empty()) {
    statements_.say_type(iri);
    const std::string type_name = iri.substr(iri.find_last_of("/#:") + 1);
    if (is_beside_the_page(type_name)) open.owner.path = type_name;
  }
  if (attributes.itemref.empty() || !open.owner.referred.empty() ||
      references_.size() == kMaxReferences)
    return;
  references_.push_back({open.owner, fold_space(attributes.itemref.substr(0, kMaxUrlBytes))});
}

void ItemReader::enter(std::size_t depth, std::size_t text_begin,
                       const ItemAttributes& attributes) {
  Open open{depth, text_begin};
  open.vocab = attributes.vocab.data() != nullptr
                   ? std::string(trim(attributes.vocab.substr(0, kMaxUrlBytes)))
               : open_.empty() ? ""
                               : open_.back().vocab;
  const Owner referred{.referred = std::string(attributes.id.substr(0, kMaxUrlBytes))};
  const Owner* const owner = attributes.is_referred() ? &referred : this->owner();
  open.is_owner = attributes.is_referred();
  open.owner = referred;
  open.referred = owner == nullptr ? "" : owner->referred;
  const std::string_view names =
      attributes.itemprop.data() != nullptr ? attributes.itemprop : attributes.property;
  const std::string name =
      attributes.is_property() && owner != nullptr ? name_of(*owner, names) : "";
  if (attributes.begins_item()) {
    begin_item(attributes, name, open);
  } else if (!name.empty()) {
    open.name = name;
    for (const std::string_view value : {attributes.content, attributes.datetime, attributes.src}) {
      if (open.value.empty()) open.value = value.substr(0, kMaxUrlBytes);
    }
    open.href = attributes.href.substr(0, kMaxUrlBytes);
  }
  open_.push_back(std::move(open));
}

// The text of a link is preferred to its URL: an author's name, not the address.
void ItemReader::leave(std::string_view text) {
  const Open open = std::move(open_.back());
  open_.pop_back();
  if (open.name.empty()) return;
  const bool has_text = !trim(text).empty();
  const std::string_view value = !open.value.empty() ? open.value
                                 : has_text          ? text
                                                     : std::string_view(open.href);
  if (open.referred.empty()) {
    statements_.say(open.name, value);
  } else if (waiting_ < kMaxWaiting) {
    referred_[open.referred].push_back({open.name, std::string(value)});
    ++waiting_;
  }
}

void ItemReader::finish() {
  for (const Reference& reference : references_) {
    const std::vector<std::string_view> ids = split(reference.ids, ' ');
    for (const std::string_view id : std::set<std::string_view>(ids.begin(), ids.end())) {
      const auto found = referred_.find(id);
      if (found == referred_.end()) continue;
      for (const Delayed& said : found->second) {
        const std::string name = name_of(reference.owner, said.name);
        if (!name.empty()) statements_.say(name, said.value);
      }
    }
  }
}

}  // namespace porthole::parser
