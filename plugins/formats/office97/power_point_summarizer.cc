#include <algorithm>

#include "base/text/text.h"
#include "base/url/url.h"
#include "plugins/formats/documents/block_writer.h"
#include "plugins/formats/documents/metadata.h"
#include "plugins/formats/office97/ole_file.h"
#include "plugins/formats/office97/summarizers.h"

namespace porthole {
namespace {

enum Record : std::uint32_t {
  kDocument = 0x03E8,
  kSlide = 0x03EE,
  kNotes = 0x03F0,
  kSlideAtom = 0x03F3,
  kLinks = 0x0409,
  kDrawing = 0x040C,
  kTextHeader = 0x0F9F,
  kTextCharacters = 0x0FA0,
  kTextBytes = 0x0FA8,
  kString = 0x0FBA,
  kLink = 0x0FD7,
  kSlideList = 0x0FF0,
  // Drawing records: groups, shapes and their texts.
  kDrawingContainer = 0xF002,
  kGroup = 0xF003,
  kShape = 0xF004,
  kTextBox = 0xF00D
};

// Texts of these kinds are titles.
constexpr std::uint32_t kTitle = 0, kCenteredTitle = 6;

/// Records that hold records. Those of masters, which have no words of their own, are not among
/// them.
bool is_entered(std::uint32_t type) {
  constexpr std::uint32_t kEntered[] = {kDocument, kSlide, kNotes,     kLinks,
                                        kDrawing,  kLink,  kSlideList, kDrawingContainer,
                                        kGroup,    kShape, kTextBox};
  return std::find(std::begin(kEntered), std::end(kEntered), type) != std::end(kEntered);
}

class SlideReader {
 public:
  SlideReader(const PageBytes& page, Document& document)
      : page_(page), document_(document), writer_(document, page) {
    if (const Result<Url> base = Url::parse(page.url)) base_ = *base;
  }

  int slides() const { return slides_; }

  /// A record that is entered is followed by what it holds, so that all can be read in one line.
  void read(std::string_view stream) {
    constexpr std::size_t kHeader = 8;
    for (std::size_t at = 0; at + kHeader <= stream.size();) {
      const std::uint32_t instance = number_at(stream, at, 2) >> 4;
      const std::uint32_t type = number_at(stream, at + 2, 2);
      const std::size_t length = number_at(stream, at + 4, 4);
      at += kHeader;
      // The lists of masters and of notes stand elsewhere once more.
      const bool is_slides = type != kSlideList || instance == 0;
      if (type == kSlide || type == kNotes) kind_ = BlockRole::kText;
      if (is_entered(type) && is_slides) continue;
      read_atom(type, instance, stream.substr(at, length));
      at += std::min(length, stream.size() - at);
    }
  }

 private:
  void read_atom(std::uint32_t type, std::uint32_t instance, std::string_view bytes) {
    if (type == kSlideAtom) ++slides_;
    if (type == kTextHeader) {
      const std::uint32_t kind = number_at(bytes, 0, 4);
      kind_ = kind == kTitle || kind == kCenteredTitle ? BlockRole::kSlide : BlockRole::kText;
    }
    if (type == kTextCharacters) write(from_utf16(bytes));
    if (type == kTextBytes) write(page_.inner->to_utf8(bytes, "text/plain; charset=windows-1252"));
    if (type == kString && instance == 0) words_ = from_utf16(bytes);
    if (type == kString && instance == 1) add_link(from_utf16(bytes));
  }

  /// Paragraphs end with carriage returns; those of a title are one.
  void write(const std::string& text) {
    for (const std::string_view line : split(text, '\r')) {
      writer_.text(line);
      if (kind_ == BlockRole::kText) writer_.end_block();
      writer_.text(" ");
    }
    writer_.end_block(kind_);
  }

  void add_link(const std::string& target) {
    Link link;
    link.url = link_url(target, base_ ? &*base_ : nullptr);
    link.anchor = fold_space(clean_utf8(words_));
    if (!link.url.empty()) document_.links.push_back(std::move(link));
  }

  const PageBytes& page_;
  Document& document_;
  BlockWriter writer_;
  std::optional<Url> base_;
  std::string words_;
  BlockRole kind_ = BlockRole::kText;
  int slides_ = 0;
};

}  // namespace

PluginAbout PowerPointSummarizer::about() const {
  return {.name = "ppt", .version = "1.0", .help = "Presentations of PowerPoint 97 to 2003"};
}

Formats PowerPointSummarizer::formats() const {
  return {.types = {"application/vnd.ms-powerpoint", "application/mspowerpoint",
                    "application/powerpoint"},
          .suffixes = {".ppt", ".pps", ".pot"}};
}

bool PowerPointSummarizer::reads(const PageBytes& page) const {
  return OleFile::has_stream(page.body, "PowerPoint Document");
}

std::string PowerPointSummarizer::summarize(const PageBytes& page, Document& document) {
  document.resource_class = "Presentation";
  document.media_type = "application/vnd.ms-powerpoint";
  const OleFile file(page.body);
  file.read_summary(document);
  const std::optional<std::string> stream = file.stream("PowerPoint Document");
  if (!stream) return "damaged";
  SlideReader slides(page, document);
  slides.read(*stream);
  add_property(document, "pages", std::to_string(slides.slides()));
  if (document.title.empty()) document.title = document.text.substr(0, document.text.find('\n'));
  return {};
}

}  // namespace porthole
