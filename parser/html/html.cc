#include "parser/html/html.h"

#include <tidy.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "parser/content/block_collector.h"
#include "parser/html/elements.h"
#include "parser/html/page_builder.h"
#include "parser/html/tidy_tree.h"

namespace porthole::parser {
namespace {

// clang-format off
constexpr std::pair<TidyTagId, std::string_view> kTags[] = {
    {TidyTag_A, "a"}, {TidyTag_ADDRESS, "address"}, {TidyTag_AREA, "area"},
    {TidyTag_ARTICLE, "article"}, {TidyTag_ASIDE, "aside"}, {TidyTag_AUDIO, "audio"},
    {TidyTag_BASE, "base"}, {TidyTag_BLOCKQUOTE, "blockquote"}, {TidyTag_BODY, "body"},
    {TidyTag_BR, "br"}, {TidyTag_BUTTON, "button"}, {TidyTag_CAPTION, "caption"},
    {TidyTag_CENTER, "center"}, {TidyTag_COLGROUP, "colgroup"}, {TidyTag_DATALIST, "datalist"},
    {TidyTag_DD, "dd"}, {TidyTag_DETAILS, "details"}, {TidyTag_DIALOG, "dialog"},
    {TidyTag_DIR, "dir"}, {TidyTag_DIV, "div"}, {TidyTag_DL, "dl"}, {TidyTag_DT, "dt"},
    {TidyTag_EMBED, "embed"}, {TidyTag_FIELDSET, "fieldset"}, {TidyTag_FIGCAPTION, "figcaption"},
    {TidyTag_FIGURE, "figure"}, {TidyTag_FOOTER, "footer"}, {TidyTag_FORM, "form"},
    {TidyTag_FRAME, "frame"}, {TidyTag_FRAMESET, "frameset"}, {TidyTag_H1, "h1"},
    {TidyTag_H2, "h2"}, {TidyTag_H3, "h3"}, {TidyTag_H4, "h4"}, {TidyTag_H5, "h5"},
    {TidyTag_H6, "h6"}, {TidyTag_HEAD, "head"}, {TidyTag_HEADER, "header"},
    {TidyTag_HGROUP, "hgroup"}, {TidyTag_HR, "hr"}, {TidyTag_HTML, "html"},
    {TidyTag_IFRAME, "iframe"}, {TidyTag_IMG, "img"}, {TidyTag_LEGEND, "legend"},
    {TidyTag_LI, "li"}, {TidyTag_LINK, "link"}, {TidyTag_LISTING, "listing"},
    {TidyTag_MAIN, "main"}, {TidyTag_MENU, "menu"}, {TidyTag_META, "meta"},
    {TidyTag_MULTICOL, "multicol"}, {TidyTag_NAV, "nav"}, {TidyTag_NOEMBED, "noembed"},
    {TidyTag_NOFRAMES, "noframes"}, {TidyTag_NOSCRIPT, "noscript"}, {TidyTag_OBJECT, "object"},
    {TidyTag_OL, "ol"}, {TidyTag_OPTGROUP, "optgroup"}, {TidyTag_OPTION, "option"},
    {TidyTag_P, "p"}, {TidyTag_PLAINTEXT, "plaintext"}, {TidyTag_PRE, "pre"},
    {TidyTag_SCRIPT, "script"}, {TidyTag_SECTION, "section"}, {TidyTag_SELECT, "select"},
    {TidyTag_SOURCE, "source"}, {TidyTag_STYLE, "style"}, {TidyTag_SUMMARY, "summary"},
    {TidyTag_SVG, "svg"}, {TidyTag_TABLE, "table"}, {TidyTag_TBODY, "tbody"}, {TidyTag_TD, "td"},
    {TidyTag_TEMPLATE, "template"}, {TidyTag_TEXTAREA, "textarea"}, {TidyTag_TFOOT, "tfoot"},
    {TidyTag_TH, "th"}, {TidyTag_THEAD, "thead"}, {TidyTag_TIME, "time"}, {TidyTag_RP, "rp"},
    {TidyTag_RT, "rt"}, {TidyTag_TITLE, "title"}, {TidyTag_TR, "tr"}, {TidyTag_TRACK, "track"},
    {TidyTag_UL, "ul"}, {TidyTag_VIDEO, "video"}, {TidyTag_XMP, "xmp"}};

constexpr std::pair<TidyAttrId, Attribute> kAttributeIds[] = {
    {TidyAttr_HREF, Attribute::kHref}, {TidyAttr_SRC, Attribute::kSrc},
    {TidyAttr_LONGDESC, Attribute::kLongdesc}, {TidyAttr_ALT, Attribute::kAlt},
    {TidyAttr_TITLE, Attribute::kTitle}, {TidyAttr_NAME, Attribute::kName},
    {TidyAttr_REL, Attribute::kRel}, {TidyAttr_OnMOUSEOVER, Attribute::kOnMouseOver},
    {TidyAttr_CONTENT, Attribute::kContent}, {TidyAttr_HTTP_EQUIV, Attribute::kHttpEquiv},
    {TidyAttr_PROPERTY, Attribute::kProperty}, {TidyAttr_ITEMPROP, Attribute::kItemprop},
    {TidyAttr_LANG, Attribute::kLang}, {TidyAttr_XML_LANG, Attribute::kXmlLang},
    {TidyAttr_DATETIME, Attribute::kDatetime}, {TidyAttr_TYPE, Attribute::kType},
    {TidyAttr_DATA, Attribute::kData}, {TidyAttr_SRCSET, Attribute::kSrcset}};
// clang-format on

/// Maps tidy's element and attribute numbers to kinds and attributes.
struct Tables {
  std::array<Kind, N_TIDY_TAGS> kinds{};
  std::array<Attribute, N_TIDY_ATTRIBS> attributes{};
  std::array<BlockTag, N_TIDY_TAGS> block_tags{};
  Tables() {
    kinds.fill(Kind::kInline);
    for (const auto& [id, name] : kTags) {
      kinds[id] = element_kind(name);
      block_tags[id] = block_tag(name);
    }
    attributes.fill(Attribute::kNone);
    for (const auto& [id, attribute] : kAttributeIds) attributes[id] = attribute;
  }
};

const Tables& tables() {
  static const Tables all;
  return all;
}

/// The next element in document order behind `node` and its content.
TidyNode node_after(TidyNode node) {
  while (node != nullptr && tidyGetNext(node) == nullptr) node = tidyGetParent(node);
  return node == nullptr ? nullptr : tidyGetNext(node);
}

/// The next element in document order: a child of `node`, or what is behind it.
TidyNode next_node(TidyNode node) {
  const TidyNode child = tidyGetChild(node);
  return child != nullptr ? child : node_after(node);
}

/// Traverses the tree in document order, without recursion.
class TreeWalk {
 public:
  /// `has_items`: the page has microdata or RDFa; `has_base`: it may have a base element;
  /// `referred`: ids that itemref attributes name.
  TreeWalk(TidyDoc doc, bool has_items, bool has_base, std::set<std::string, std::less<>> referred,
           PageBuilder& builder)
      : doc_(doc),
        has_items_(has_items),
        has_base_(has_base),
        referred_(std::move(referred)),
        builder_(builder) {}

  void run() {
    find_base();
    TidyNode node = tidyGetChild(tidyGetRoot(doc_));
    while (node != nullptr) {
      const Kind kind = enter(node);
      TidyNode child = kind == Kind::kHidden ? nullptr : tidyGetChild(node);
      if (child != nullptr) {
        open_.push_back(kind);
        node = child;
        continue;
      }
      close(kind);
      node = next_after(node);
    }
  }

 private:
  /// Applies the first base element with a URL to the links before it, too. One in a drawing is
  /// none.
  void find_base() {
    TidyNode node = has_base_ ? tidyGetChild(tidyGetRoot(doc_)) : nullptr;
    while (node != nullptr) {
      const TidyTagId id = tidyNodeGetId(node);
      if (id == TidyTag_BASE && tidyAttrGetById(node, TidyAttr_HREF) != nullptr) {
        builder_.open(Kind::kBase, attributes_of(node));
        return;
      }
      const bool is_hidden = id < N_TIDY_TAGS && tables().kinds[id] == Kind::kHidden;
      node = is_hidden ? node_after(node) : next_node(node);
    }
  }

  Kind enter(TidyNode node) {
    switch (tidyNodeGetType(node)) {
      case TidyNode_Text:
      case TidyNode_CDATA:
        builder_.text(value_.value_of(doc_, node));
        return Kind::kInline;
      case TidyNode_Start:
      case TidyNode_StartEnd:
        break;
      default:
        return Kind::kHidden;
    }
    if (has_items_) enter_item(node);
    enter_mark(node);
    const TidyTagId id = tidyNodeGetId(node);
    const Kind kind = id < N_TIDY_TAGS ? tables().kinds[id] : Kind::kInline;
    if (kind != Kind::kHidden && kind != Kind::kRaw) enter_named(node, id);
    if (is_boundary(kind)) {
      builder_.blocks().open(tables().block_tags[id], hints_of(node), builder_.text_size());
    } else if (kind == Kind::kImg) {
      builder_.blocks().image();
    } else if (id == TidyTag_INPUT) {
      builder_.blocks().control();
    } else if (id == TidyTag_SVG) {
      add_links_of_drawing(node);
    }
    const Kind opened =
        builder_.open(kind, reads_attributes(kind) ? attributes_of(node) : Attributes());
    if (opened == Kind::kA) builder_.blocks().open_link(builder_.text_size());
    return opened;
  }

  void enter_named(TidyNode node, TidyTagId id) {
    TidyAttr name = tidyAttrGetById(node, TidyAttr_ID);
    if (name == nullptr && id == TidyTag_A) name = tidyAttrGetById(node, TidyAttr_NAME);
    const ctmbstr value = name == nullptr ? nullptr : tidyAttrValue(name);
    if (value != nullptr) builder_.enter_named(value);
  }

  /// The words of a drawing are not read, but its links lead as others do.
  void add_links_of_drawing(TidyNode drawing) {
    const TidyNode end = node_after(drawing);
    for (TidyNode node = tidyGetChild(drawing); node != nullptr && node != end;
         node = next_node(node)) {
      const ctmbstr element = tidyNodeGetName(node);  // tidy has no number for it in a drawing
      if (element == nullptr || !equals_ignoring_case(element, "a")) continue;
      Attributes attributes;
      for (TidyAttr attr = tidyAttrFirst(node); attr != nullptr; attr = tidyAttrNext(attr)) {
        const ctmbstr name = tidyAttrName(attr);
        const ctmbstr value = tidyAttrValue(attr);
        if (name == nullptr || value == nullptr) continue;
        const std::string_view is = name;
        if (is == "href" || is == "xlink:href") attributes.add(Attribute::kHref, value);
      }
      if (attributes.has(Attribute::kHref)) builder_.close(builder_.open(Kind::kA, attributes));
    }
  }

  static Attributes attributes_of(TidyNode node) {
    Attributes out;
    for (TidyAttr attr = tidyAttrFirst(node); attr != nullptr; attr = tidyAttrNext(attr)) {
      const TidyAttrId id = tidyAttrGetId(attr);
      if (id >= N_TIDY_ATTRIBS) continue;
      const ctmbstr value = tidyAttrValue(attr);
      out.add(tables().attributes[id], value == nullptr ? std::string_view("") : value);
    }
    return out;
  }

  static bool is_boundary(Kind kind) { return kind >= Kind::kBlock && kind <= Kind::kCell; }

  static ElementHints hints_of(TidyNode node) {
    ElementHints out;
    for (TidyAttr attr = tidyAttrFirst(node); attr != nullptr; attr = tidyAttrNext(attr)) {
      const ctmbstr value = tidyAttrValue(attr);
      const std::string_view text = value == nullptr ? std::string_view("") : value;
      switch (tidyAttrGetId(attr)) {
        case TidyAttr_CLASS:
          out.css_class = text;
          break;
        case TidyAttr_ID:
          out.id = text;
          break;
        case TidyAttr_ROLE:
          out.role = text;
          break;
        case TidyAttr_ITEMPROP:
          out.itemprop = text;
          break;
        case TidyAttr_ITEMTYPE:
          out.itemtype = text;
          break;
        case TidyAttr_STYLE:
          out.style = text;
          break;
        case TidyAttr_HIDDEN:
          out.hidden = true;
          break;
        case TidyAttr_ARIA_HIDDEN:
          if (text == "true") out.hidden = true;
          break;
        default:
          break;
      }
    }
    return out;
  }

  /// The text of `out` that the attribute `id` sets, or null.
  static std::string_view* item_text(ItemAttributes& out, TidyAttrId id) {
    switch (id) {
      case TidyAttr_ITEMTYPE:
        return &out.itemtype;
      case TidyAttr_ITEMPROP:
        return &out.itemprop;
      case TidyAttr_ITEMREF:
        return &out.itemref;
      case TidyAttr_TYPEOF:
        return &out.type_of;
      case TidyAttr_PROPERTY:
        return &out.property;
      case TidyAttr_VOCAB:
        return &out.vocab;
      case TidyAttr_CONTENT:
        return &out.content;
      case TidyAttr_HREF:
        return &out.href;
      case TidyAttr_SRC:
        return &out.src;
      case TidyAttr_DATETIME:
        return &out.datetime;
      default:
        return nullptr;
    }
  }

  // The depth of an element is the number of its open ancestors.
  void enter_item(TidyNode node) {
    ItemAttributes out;
    for (TidyAttr attr = tidyAttrFirst(node); attr != nullptr; attr = tidyAttrNext(attr)) {
      const ctmbstr value = tidyAttrValue(attr);
      const std::string_view text = value == nullptr ? std::string_view("") : value;
      const TidyAttrId id = tidyAttrGetId(attr);
      if (id == TidyAttr_ITEMSCOPE) {
        out.itemscope = true;
      } else if (id == TidyAttr_ID) {
        if (referred_.contains(text)) out.id = text;
      } else if (std::string_view* const to = item_text(out, id); to != nullptr) {
        *to = text;
      }
    }
    if (out.concerns_items()) builder_.enter_item(open_.size(), out);
  }

  static MarkTag mark_tag(TidyTagId id) {
    switch (id) {
      case TidyTag_H1:
        return MarkTag::kHeading1;
      case TidyTag_H2:
        return MarkTag::kHeading2;
      case TidyTag_TIME:
        return MarkTag::kTime;
      case TidyTag_A:
        return MarkTag::kLink;
      case TidyTag_NAV:
        return MarkTag::kNav;
      case TidyTag_PRE:
        return MarkTag::kPreformatted;
      case TidyTag_ASIDE:
      case TidyTag_FOOTER:
        return MarkTag::kAside;
      default:
        return MarkTag::kOther;
    }
  }

  void enter_mark(TidyNode node) {
    const TidyTagId id = tidyNodeGetId(node);
    if (id == TidyTag_HTML || id == TidyTag_BODY || id == TidyTag_HEAD || id == TidyTag_META ||
        id == TidyTag_SCRIPT || id == TidyTag_LINK)
      return;
    MarkAttributes out;
    out.tag = mark_tag(id);
    bool marks = out.tag != MarkTag::kOther;
    for (TidyAttr attr = tidyAttrFirst(node); attr != nullptr; attr = tidyAttrNext(attr)) {
      std::string_view* const to = mark_attribute(attr, out);
      const ctmbstr value = to == nullptr ? nullptr : tidyAttrValue(attr);
      if (value == nullptr) continue;
      *to = value;
      marks |= to != &out.href && to != &out.datetime && to != &out.content;
    }
    if (marks) builder_.enter_mark(open_.size(), out);
  }

  static std::string_view* mark_attribute(TidyAttr attr, MarkAttributes& out) {
    switch (tidyAttrGetId(attr)) {
      case TidyAttr_CLASS:
        return &out.classes;
      case TidyAttr_ID:
        return &out.id;
      case TidyAttr_REL:
        return &out.rel;
      case TidyAttr_ITEMPROP:
      case TidyAttr_PROPERTY:
        return out.itemprop.empty() ? &out.itemprop : nullptr;
      case TidyAttr_HREF:
        return &out.href;
      case TidyAttr_DATETIME:
        return &out.datetime;
      case TidyAttr_CONTENT:
        return &out.content;
      case TidyAttr_UNKNOWN:
      case TidyAttr_ARIA_LABEL: {
        const ctmbstr known = tidyAttrName(attr);  // null in "<?xml .x"
        const std::string_view name = known == nullptr ? std::string_view() : known;
        if (name == "aria-label") return &out.label;
        if (name == "data-testid" || name == "data-test") return &out.test_id;
        return nullptr;
      }
      default:
        return nullptr;
    }
  }

  void close(Kind kind) {
    if (has_items_) builder_.leave_item(open_.size());
    builder_.leave_mark(open_.size());
    if (is_boundary(kind)) {
      builder_.blocks().close(builder_.text_size());
    } else if (kind == Kind::kA) {
      builder_.blocks().close_link(builder_.text_size());
    }
    builder_.close(kind);
  }

  TidyNode next_after(TidyNode node) {
    TidyNode next = tidyGetNext(node);
    while (next == nullptr && !open_.empty()) {
      const Kind kind = open_.back();
      open_.pop_back();
      close(kind);
      node = tidyGetParent(node);
      next = tidyGetNext(node);
    }
    return next;
  }

  const TidyDoc doc_;
  const bool has_items_;
  const bool has_base_;
  const std::set<std::string, std::less<>> referred_;
  PageBuilder& builder_;
  NodeValue value_;
  std::vector<Kind> open_;
};

bool has_mark(std::string_view html, std::string_view mark) {
  return memmem(html.data(), html.size(), mark.data(), mark.size()) != nullptr;
}

/// True if the page may have microdata or RDFa; skips the check of each element otherwise.
bool has_items(std::string_view html) {
  return has_mark(html, "itemscope") || has_mark(html, " typeof=");
}

bool has_base(std::string_view html) {
  for (auto at = html.find('<'); at != std::string_view::npos; at = html.find('<', at + 1)) {
    if (equals_ignoring_case(html.substr(at + 1, 4), "base")) return true;
  }
  return false;
}

/// All ids in itemref attributes; needed first, since they may come before or after their elements.
std::set<std::string, std::less<>> referred_ids(TidyDoc doc) {
  std::set<std::string, std::less<>> ids;
  for (TidyNode node = tidyGetRoot(doc); node != nullptr; node = next_node(node)) {
    const TidyAttr attribute = tidyAttrGetById(node, TidyAttr_ITEMREF);
    const ctmbstr value = attribute == nullptr ? nullptr : tidyAttrValue(attribute);
    if (value == nullptr) continue;
    const std::string words = fold_space(value);
    for (const std::string_view id : split(words, ' ')) ids.emplace(id);
  }
  return ids;
}

}  // namespace

void read_html(std::string_view html, const std::vector<Span>& unread, PageBuilder& builder) {
  if (html.empty()) return;
  const TidyTree tree(html, unread);
  auto referred =
      has_mark(html, "itemref") ? referred_ids(tree.doc()) : std::set<std::string, std::less<>>();
  TreeWalk(tree.doc(), has_items(html), has_base(html), std::move(referred), builder).run();
}

}  // namespace porthole::parser
