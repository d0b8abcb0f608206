#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/text/text.h"
#include "plugins/formats/xml/readers.h"

namespace porthole::xml_format {
namespace {

/// Absolute units in pixels. Source: https://www.w3.org/TR/css-values-3/#absolute-lengths.
struct Unit {
  std::string_view name;
  double pixels;
};
constexpr std::array kUnits = {Unit{"", 1},           Unit{"px", 1},         Unit{"in", 96},
                               Unit{"cm", 96 / 2.54}, Unit{"mm", 96 / 25.4}, Unit{"pt", 96.0 / 72},
                               Unit{"pc", 16}};

/// The pixels of "120", "120px" or "8in"; "" for a length that depends on something else.
std::string pixels(std::string_view length) {
  length = trim(length);
  double number = 0;
  const auto read = std::from_chars(length.data(), length.data() + length.size(), number);
  const std::string_view unit(read.ptr,
                              static_cast<std::size_t>(length.data() + length.size() - read.ptr));
  const auto found = std::find_if(kUnits.begin(), kUnits.end(),
                                  [unit](const Unit& one) { return one.name == unit; });
  if (read.ec != std::errc{} || found == kUnits.end()) return "";
  number *= found->pixels;
  return number >= 1 && number < 1e6 ? std::to_string(std::lround(number)) : "";
}

class DrawingReader final : public ElementReader {
 public:
  explicit DrawingReader(PageFacts& facts) : ElementReader(facts) {
    facts.document().resource_class = "Drawing";
  }

 protected:
  void begin(const xml::XmlAttributes& attributes) override {
    if (depth() == 1) return begin_root(attributes);
    if (is("title") || is("desc") || is("a") || node(0).ns == kDublinCoreNs) capture();
    if (is("style") || is("script") || is("metadata")) hide();
    if (is("a") || is("image")) {
      const auto xlink = attributes.find({kXlinkNs, "href"});
      node(0).label = attributes.find({"", "href"}).value_or(xlink.value_or(""));
    }
    if (is("image") && !node(0).label.starts_with("data:")) {
      if (Link* link = facts().link(node(0).label)) link->element = Element::kImg;
    }
  }

  void end() override {
    const std::string& text = node(0).text;
    Document& document = facts().document();
    if (is("title") && is("svg", 1) && depth() == 2) document.title = fold_space(text);
    if (is("desc") && depth() == 2) document.description = fold_space(text);
    if (is("a")) facts().link(node(0).label, text);
    if (node(0).ns == kDublinCoreNs) say_metadata(text);
  }

 private:
  // dc:creator, dc:rights and their like hold a cc:Agent with a dc:title of its own.
  void say_metadata(std::string_view text) {
    if (is("title") && is("Agent", 1)) return;
    say_dublin_core(facts(), node(0).ns, node(0).local, text);
  }

  // Without a size of its own, a drawing has that of its view box: the third and fourth number.
  void begin_root(const xml::XmlAttributes& attributes) {
    std::string width = pixels(attributes.value("width")),
                height = pixels(attributes.value("height"));
    const std::string box = fold_space(attributes.value("viewBox"));
    if (const auto numbers = split(box, ' ');
        width.empty() && height.empty() && numbers.size() == 4) {
      width = pixels(numbers[2]);
      height = pixels(numbers[3]);
    }
    facts().say("width", width);
    facts().say("height", height);
  }
};

}  // namespace

Reader drawing_reader(PageFacts& facts) { return std::make_unique<DrawingReader>(facts); }

}  // namespace porthole::xml_format
