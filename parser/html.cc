#include "parser/html.h"

#include <tidy.h>
#include <tidybuffio.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "parser/elements.h"
#include "parser/page_builder.h"
#include "parser/tidy_arena.h"
#include "parser/tidy_input.h"

namespace porthole::parser {
namespace {

/// A buffer for node values that does not stay large: tidyBufClear wipes all that was ever
/// allocated.
class ValueBuffer {
 public:
  ValueBuffer() { tidyBufInit(&buffer_); }
  ~ValueBuffer() { tidyBufFree(&buffer_); }
  ValueBuffer(const ValueBuffer&) = delete;
  ValueBuffer& operator=(const ValueBuffer&) = delete;

  std::string_view value_of(TidyDoc doc, TidyNode node) {
    if (buffer_.allocated > kKeptBytes) tidyBufFree(&buffer_);
    if (!tidyNodeGetValue(doc, node, &buffer_) || buffer_.bp == nullptr) return {};
    return {reinterpret_cast<const char*>(buffer_.bp), buffer_.size};
  }

 private:
  static constexpr unsigned kKeptBytes = 16 * 1024;
  TidyBuffer buffer_{};
};

constexpr std::array kTags = {std::pair{TidyTag_A, "a"},
                              std::pair{TidyTag_ADDRESS, "address"},
                              std::pair{TidyTag_AREA, "area"},
                              std::pair{TidyTag_ARTICLE, "article"},
                              std::pair{TidyTag_ASIDE, "aside"},
                              std::pair{TidyTag_BASE, "base"},
                              std::pair{TidyTag_BLOCKQUOTE, "blockquote"},
                              std::pair{TidyTag_BODY, "body"},
                              std::pair{TidyTag_BR, "br"},
                              std::pair{TidyTag_BUTTON, "button"},
                              std::pair{TidyTag_CAPTION, "caption"},
                              std::pair{TidyTag_CENTER, "center"},
                              std::pair{TidyTag_COLGROUP, "colgroup"},
                              std::pair{TidyTag_DATALIST, "datalist"},
                              std::pair{TidyTag_DD, "dd"},
                              std::pair{TidyTag_DETAILS, "details"},
                              std::pair{TidyTag_DIALOG, "dialog"},
                              std::pair{TidyTag_DIR, "dir"},
                              std::pair{TidyTag_DIV, "div"},
                              std::pair{TidyTag_DL, "dl"},
                              std::pair{TidyTag_DT, "dt"},
                              std::pair{TidyTag_FIELDSET, "fieldset"},
                              std::pair{TidyTag_FIGCAPTION, "figcaption"},
                              std::pair{TidyTag_FIGURE, "figure"},
                              std::pair{TidyTag_FOOTER, "footer"},
                              std::pair{TidyTag_FORM, "form"},
                              std::pair{TidyTag_FRAME, "frame"},
                              std::pair{TidyTag_FRAMESET, "frameset"},
                              std::pair{TidyTag_H1, "h1"},
                              std::pair{TidyTag_H2, "h2"},
                              std::pair{TidyTag_H3, "h3"},
                              std::pair{TidyTag_H4, "h4"},
                              std::pair{TidyTag_H5, "h5"},
                              std::pair{TidyTag_H6, "h6"},
                              std::pair{TidyTag_HEAD, "head"},
                              std::pair{TidyTag_HEADER, "header"},
                              std::pair{TidyTag_HGROUP, "hgroup"},
                              std::pair{TidyTag_HR, "hr"},
                              std::pair{TidyTag_HTML, "html"},
                              std::pair{TidyTag_IFRAME, "iframe"},
                              std::pair{TidyTag_IMG, "img"},
                              std::pair{TidyTag_LEGEND, "legend"},
                              std::pair{TidyTag_LI, "li"},
                              std::pair{TidyTag_LINK, "link"},
                              std::pair{TidyTag_LISTING, "listing"},
                              std::pair{TidyTag_MAIN, "main"},
                              std::pair{TidyTag_MENU, "menu"},
                              std::pair{TidyTag_META, "meta"},
                              std::pair{TidyTag_MULTICOL, "multicol"},
                              std::pair{TidyTag_NAV, "nav"},
                              std::pair{TidyTag_NOEMBED, "noembed"},
                              std::pair{TidyTag_NOFRAMES, "noframes"},
                              std::pair{TidyTag_NOSCRIPT, "noscript"},
                              std::pair{TidyTag_OL, "ol"},
                              std::pair{TidyTag_OPTGROUP, "optgroup"},
                              std::pair{TidyTag_OPTION, "option"},
                              std::pair{TidyTag_P, "p"},
                              std::pair{TidyTag_PLAINTEXT, "plaintext"},
                              std::pair{TidyTag_PRE, "pre"},
                              std::pair{TidyTag_SCRIPT, "script"},
                              std::pair{TidyTag_SECTION, "section"},
                              std::pair{TidyTag_SELECT, "select"},
                              std::pair{TidyTag_STYLE, "style"},
                              std::pair{TidyTag_SUMMARY, "summary"},
                              std::pair{TidyTag_SVG, "svg"},
                              std::pair{TidyTag_TABLE, "table"},
                              std::pair{TidyTag_TBODY, "tbody"},
                              std::pair{TidyTag_TD, "td"},
                              std::pair{TidyTag_TEMPLATE, "template"},
                              std::pair{TidyTag_TEXTAREA, "textarea"},
                              std::pair{TidyTag_TFOOT, "tfoot"},
                              std::pair{TidyTag_TH, "th"},
                              std::pair{TidyTag_THEAD, "thead"},
                              std::pair{TidyTag_TIME, "time"},
                              std::pair{TidyTag_TITLE, "title"},
                              std::pair{TidyTag_TR, "tr"},
                              std::pair{TidyTag_UL, "ul"},
                              std::pair{TidyTag_XMP, "xmp"}};

constexpr std::array kAttributeIds = {std::pair{TidyAttr_HREF, Attribute::kHref},
                                      std::pair{TidyAttr_SRC, Attribute::kSrc},
                                      std::pair{TidyAttr_LONGDESC, Attribute::kLongdesc},
                                      std::pair{TidyAttr_ALT, Attribute::kAlt},
                                      std::pair{TidyAttr_TITLE, Attribute::kTitle},
                                      std::pair{TidyAttr_NAME, Attribute::kName},
                                      std::pair{TidyAttr_REL, Attribute::kRel},
                                      std::pair{TidyAttr_OnMOUSEOVER, Attribute::kOnMouseOver},
                                      std::pair{TidyAttr_CONTENT, Attribute::kContent},
                                      std::pair{TidyAttr_HTTP_EQUIV, Attribute::kHttpEquiv},
                                      std::pair{TidyAttr_PROPERTY, Attribute::kProperty},
                                      std::pair{TidyAttr_ITEMPROP, Attribute::kItemprop},
                                      std::pair{TidyAttr_LANG, Attribute::kLang},
                                      std::pair{TidyAttr_XML_LANG, Attribute::kXmlLang},
                                      std::pair{TidyAttr_DATETIME, Attribute::kDatetime},
                                      std::pair{TidyAttr_TYPE, Attribute::kType}};

/// Kinds and attributes by tidy's numbers.
struct Tables {
  std::array<Kind, N_TIDY_TAGS> kinds{};
  std::array<Attribute, N_TIDY_ATTRIBS> attributes{};
  Tables() {
    kinds.fill(Kind::kInline);
    for (const auto& [id, name] : kTags) kinds[id] = element_kind(name);
    attributes.fill(Attribute::kNone);
    for (const auto& [id, attribute] : kAttributeIds) attributes[id] = attribute;
  }
};

const Tables& tables() {
  static const Tables all;
  return all;
}

Bool TIDY_CALL drop_message(TidyMessage) { return no; }

/// Quiet, nothing added, nothing cleaned away: tidy's options as far as they concern its tree. No
/// configuration file is read, and the clean-up of office documents (gdoc, CVE-2021-33391) is off.
TidyDoc make_tidy(TidyArena& arena) {
  const TidyDoc doc = tidyCreateWithAllocator(arena.allocator());
  tidySetMessageCallback(doc, drop_message);
  tidyOptSetBool(doc, TidyQuiet, yes);
  tidyOptSetBool(doc, TidyShowWarnings, no);
  tidyOptSetInt(doc, TidyShowErrors, 0);
  tidyOptSetBool(doc, TidyShowInfo, no);
  tidyOptSetBool(doc, TidyForceOutput, yes);
  tidyOptSetBool(doc, TidyMark, no);
  tidyOptSetBool(doc, TidyDropEmptyElems, no);
  tidyOptSetBool(doc, TidyDropEmptyParas, no);
  tidyOptSetBool(doc, TidyFixUri, no);
  tidySetOutCharEncoding(doc, "utf8");
  return doc;
}

/// One walk in document order, without recursion.
class TreeWalk {
 public:
  TreeWalk(TidyDoc doc, PageBuilder& builder) : doc_(doc), builder_(builder) {}

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
      builder_.close(kind);
      node = next_after(node);
    }
  }

 private:
  /// The base element counts for what stands before it, too.
  void find_base() {
    const TidyNode head = tidyGetHead(doc_);
    TidyNode node = head == nullptr ? nullptr : tidyGetChild(head);
    while (node != nullptr && tidyNodeGetId(node) != TidyTag_BASE) node = tidyGetNext(node);
    if (node != nullptr) builder_.open(Kind::kBase, attributes_of(node));
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
    const TidyTagId id = tidyNodeGetId(node);
    const Kind kind = id < N_TIDY_TAGS ? tables().kinds[id] : Kind::kInline;
    return builder_.open(kind, reads_attributes(kind) ? attributes_of(node) : Attributes());
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

  TidyNode next_after(TidyNode node) {
    TidyNode next = tidyGetNext(node);
    while (next == nullptr && !open_.empty()) {
      builder_.close(open_.back());
      open_.pop_back();
      node = tidyGetParent(node);
      next = tidyGetNext(node);
    }
    return next;
  }

  TidyDoc doc_;
  PageBuilder& builder_;
  ValueBuffer value_;
  std::vector<Kind> open_;
};

}  // namespace

void read_html(std::string_view html, const std::vector<Span>& unread, PageBuilder& builder) {
  if (html.empty()) return;
  TidyArena arena;  // takes the document with it: no tidyRelease
  const TidyDoc doc = make_tidy(arena);
  TidyInput(html, unread).parse_into(doc);
  TreeWalk(doc, builder).run();
}

}  // namespace porthole::parser
