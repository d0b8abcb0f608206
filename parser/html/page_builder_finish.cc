// The end of PageBuilder: properties of the page, made when all of it was read.

#include <algorithm>
#include <set>
#include <string>

#include "base/clock.h"
#include "base/text/text.h"
#include "parser/content/content_model.h"
#include "parser/content/unseen_text.h"
#include "parser/html/page_builder.h"
#include "parser/html/settle_page.h"
#include "parser/limits.h"
#include "parser/properties/page_properties.h"

namespace porthole::parser {
namespace {

constexpr std::size_t kLeastUnseenBytes = 200;  ///< That are worth to be read without being seen.

}  // namespace

// The base element may come late: URLs are resolved at the end.
void PageBuilder::resolve_properties() {
  std::erase_if(document_.properties, [this](Property& property) {
    if (property.kind != PropertyKind::kUri) return false;
    const auto url = links_.resolve(property.value);
    if (url) property.value = url->href();
    return !url;
  });
}

// The name of the heading, of an element inside it, or of one around it that begins with it.
std::string_view PageBuilder::name_of(TextRange heading) const {
  const auto behind =
      std::upper_bound(names_.begin(), names_.end(), heading.end,
                       [](std::size_t end, const auto& named) { return end <= named.first; });
  if (behind == names_.begin()) return {};
  const auto& [begin, id] = *(behind - 1);
  const bool is_its = begin >= heading.begin || !carries_text({begin, heading.begin});
  return is_its ? std::string_view(id) : std::string_view();
}

void PageBuilder::write_headings() {
  const bool has_names = std::ranges::any_of(
      headings_, [this](TextRange heading) { return !name_of(heading).empty(); });
  std::set<std::string> written;
  for (const TextRange range : headings_) {
    const std::string heading = text_.line(range, kMaxSiblingBytes);
    if (written.insert(heading).second)
      document_.properties.push_back({"heading", heading, PropertyKind::kLiteral});
    if (has_names) {
      document_.properties.push_back({"section", std::string(name_of(range)) + " " + heading});
    }
  }
}

// Structured data is about the page's subject; the state of a script may have anything.
std::vector<std::string> PageBuilder::unseen_passages() const {
  const std::string& said = metadata_.long_text();
  if (said.size() < kLeastUnseenBytes) return raw_.passages();
  std::vector<std::string> passages;
  for (const std::string_view line : split(said, '\n')) {
    std::string passage = fold_space(without_tags(line));
    if (std::find(passages.begin(), passages.end(), passage) == passages.end())
      passages.push_back(std::move(passage));
    if (passages.size() == kMaxHeadings) break;
  }
  return passages;
}

void PageBuilder::add_unseen_text() {
  if (text_.size() >= kNextToNoText) return;
  const std::vector<std::string> passages = unseen_passages();
  std::size_t bytes = 0;
  for (const std::string& passage : passages) bytes += passage.size();
  if (bytes < kLeastUnseenBytes) return;
  ElementHints hints;
  hints.itemprop = "articleBody";
  for (const std::string& passage : passages) {
    text_.break_line();
    blocks_.open(BlockTag::kP, hints, text_.size());
    text_.append(passage);
    blocks_.close(text_.size());
  }
}

PageHints PageBuilder::hints(const Document& document) const {
  PageHints hints;
  hints.url = url_;
  hints.title = raw_.title();
  hints.description = document.description;
  hints.data_text = metadata_.long_text();
  for (const Property& property : document.properties) {
    if (property.name == "typedAs")
      hints.stated |= stated_type(property.value.substr(property.value.find_last_of("/#") + 1));
  }
  return hints;
}

PageView PageBuilder::view(WallTime fetched) const {
  const std::string& language = html_language_.empty() ? metadata_.language() : html_language_;
  return {metadata_.evidence(), text_.text(), url_, raw_.title(), language, fetched};
}

// The authors, site and image of the statements are candidates; those chosen replace them.
void PageBuilder::write_properties() {
  const bool is_known = fetched_ != WallTime{};
  PageProperties found = choose_properties(view(is_known ? fetched_ : system_clock().wall()));
  std::erase_if(document_.properties, [](const Property& property) {
    return property.name == "author" || property.name == "siteName";
  });
  const auto add = [this](const char* name, const std::string& value, PropertyKind kind,
                          const std::string& source) {
    if (value.empty()) return;
    document_.properties.push_back({name, value, kind});
    if (document_.sources.empty() || document_.sources.back().property != name)
      document_.sources.push_back({name, source});
  };
  document_.title = raw_.title();
  if (!found.title.value.empty()) {
    document_.title = shortened(std::move(found.title.value), kMaxTitleBytes);
    document_.sources.push_back({"title", found.title.source});
  }
  for (const std::string& title : found.other_titles) {
    document_.properties.push_back({std::string(kOtherTitle), shortened(title, kMaxTitleBytes)});
  }
  for (const std::string& name : found.authors)
    add("author", name, PropertyKind::kLiteral, found.authors_source);
  add("siteName", found.site.value, PropertyKind::kLiteral, found.site.source);
  if (const auto url = found.image.value.empty() ? std::nullopt : links_.resolve(found.image.value))
    lead_with(url->href(), found.image.source);
  for (const std::string& crumb : found.breadcrumbs)
    add("breadcrumb", crumb, PropertyKind::kLiteral, found.breadcrumbs_source);
  if (!found.published.value.empty())
    document_.sources.push_back({"published", found.published.source});
  if (!found.modified.value.empty())
    document_.sources.push_back({"modified", found.modified.source});
  document_.published = std::move(found.published.value);
  document_.modified = std::move(found.modified.value);
}

// The lead image is the first of the images.
void PageBuilder::lead_with(const std::string& url, const std::string& source) {
  auto& all = document_.properties;
  const auto first =
      std::find_if(all.begin(), all.end(), [](const Property& one) { return one.name == "image"; });
  const auto same = std::find_if(first, all.end(), [&url](const Property& one) {
    return one.name == "image" && one.value == url;
  });
  if (same == all.end()) {
    all.insert(first, {"image", url, PropertyKind::kUri});
  } else {
    std::rotate(first, same, same + 1);
  }
  document_.sources.push_back({"image", source});
}

Document PageBuilder::finish() {
  while (frames_.size() > 1) close(frames_.back().kind);
  add_readings();
  end_run();
  items_.finish();
  metadata_.write_to(document_);
  resolve_properties();
  write_headings();
  write_properties();
  if (!metadata_.refresh().empty()) {
    if (const auto url = links_.resolve(metadata_.refresh())) document_.refresh = url->href();
  }
  document_.language = html_language_.empty() ? metadata_.language() : html_language_;
  add_unseen_text();
  document_.text = text_.take();
  blocks_.finish(document_.text);
  if (!blocks_.blocks().empty())
    classify_blocks(blocks_, hints(document_), explains_blocks_, document_);
  auto taken = links_.take(document_.blocks);
  document_.links = std::move(taken.links);
  settle_page(url_, raw_.title(), metadata_.evidence(), document_);
  document_.links_cut = taken.cut;
  return std::move(document_);
}

}  // namespace porthole::parser
