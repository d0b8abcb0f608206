#include "parser/html/fallback.h"

#include <array>
#include <optional>
#include <vector>

#include "base/text/text.h"
#include "parser/html/tag_scanner.h"
#include "parser/limits.h"

namespace porthole::parser {
namespace {

/// The attributes of one tag, with the storage of their values.
class DecodedAttributes {
 public:
  explicit DecodedAttributes(std::string_view tag) {
    AttributeScanner scanner(tag);
    std::string_view name, value;
    for (int count = 0; count < kMaxAttributes && scanner.next(name, value); ++count) {
      const Attribute attribute = attribute_named(name);
      if (attribute == Attribute::kNone || view_.has(attribute)) continue;
      auto& string = strings_[static_cast<std::size_t>(attribute)];
      string = decode_entities(value);
      view_.add(attribute, string);
    }
  }
  const Attributes& view() const { return view_; }

 private:
  std::array<std::string, kAttributes> strings_;
  Attributes view_;
};

class FlatScan {
 public:
  FlatScan(std::string_view page, PageBuilder& builder) : scanner_(page), builder_(builder) {}

  void run() {
    for (Piece piece = scanner_.next(); piece.type != Piece::Type::kEnd; piece = scanner_.next()) {
      switch (piece.type) {
        case Piece::Type::kText:
          text(piece);
          break;
        case Piece::Type::kOpen:
          open(piece);
          break;
        case Piece::Type::kClose:
          close(element_kind(piece.name));
          break;
        case Piece::Type::kEnd:
          break;
      }
    }
  }

 private:
  void text(const Piece& piece) {
    if (hidden_) return;
    if (piece.verbatim || piece.text.find('&') == std::string_view::npos) {
      builder_.text(piece.text);
    } else {
      builder_.text(decode_entities(piece.text));
    }
  }

  void open(const Piece& piece) {
    const Kind kind = element_kind(piece.name);
    if (hidden_) return;
    switch (kind) {
      case Kind::kInline:
      case Kind::kUnseen:
      case Kind::kReading:
      case Kind::kReadingMark:
        return;
      case Kind::kBlock:
      case Kind::kWrapper:
      case Kind::kHeads:
      case Kind::kTerm:
      case Kind::kSays:
      case Kind::kCell:
        close_all();
        builder_.close(builder_.open(kind, {}));
        return;
      default:
        break;
    }
    if (kind == Kind::kHeading) close_all();
    if (kind == Kind::kA) close_until(Kind::kA);
    const Kind opened = reads_attributes(kind)
                            ? builder_.open(kind, DecodedAttributes(piece.attributes).view())
                            : builder_.open(kind, {});
    if (opened == Kind::kHidden) {
      hidden_ = kind;
    } else if (opened == kind && has_content(kind)) {
      open_.push_back(kind);
    }
  }

  void close(Kind kind) {
    if (hidden_) {
      if (*hidden_ == kind) hidden_.reset();
      return;
    }
    if (has_content(kind)) {
      close_until(kind);
    } else if (kind != Kind::kInline && kind != Kind::kUnseen && kind < Kind::kReading) {
      close_all();
      builder_.close(builder_.open(Kind::kBlock, {}));
    }
  }

  static bool has_content(Kind kind) {
    return kind == Kind::kA || kind == Kind::kHeading || kind == Kind::kTitle || kind == Kind::kRaw;
  }

  void close_all() {
    for (; !open_.empty(); open_.pop_back()) builder_.close(open_.back());
  }

  /// Closes the innermost open `kind` and its descendants; does nothing if none is open.
  void close_until(Kind kind) {
    std::size_t at = open_.size();
    while (at > 0 && open_[at - 1] != kind) --at;
    if (at == 0) return;
    for (; open_.size() >= at; open_.pop_back()) builder_.close(open_.back());
  }

  TagScanner scanner_;
  PageBuilder& builder_;
  std::vector<Kind> open_;
  std::optional<Kind> hidden_;  ///< The open element whose content is ignored.
};

}  // namespace

void scan_html(std::string_view html, PageBuilder& builder) { FlatScan(html, builder).run(); }

void scan_xml(std::string_view xml, PageBuilder& builder) {
  TagScanner scanner(xml, TagScanner::Syntax::kXml);
  bool in_title = false;
  for (Piece piece = scanner.next(); piece.type != Piece::Type::kEnd; piece = scanner.next()) {
    if (piece.type == Piece::Type::kText) {
      builder.text(piece.verbatim ? std::string(piece.text) : decode_entities(piece.text));
      continue;
    }
    const bool is_title = equals_ignoring_case(piece.name, "title");
    if (in_title) {
      builder.close(Kind::kTitle);
      in_title = false;
    } else if (is_title && piece.type == Piece::Type::kOpen) {
      in_title = builder.open(Kind::kTitle, {}) == Kind::kTitle;
      continue;
    }
    builder.close(builder.open(Kind::kBlock, {}));
  }
}

}  // namespace porthole::parser
