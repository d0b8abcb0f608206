#include <algorithm>
#include <array>

#include "base/text/text.h"
#include "plugins/formats/xml/readers.h"

namespace porthole::xml_format {
namespace {

constexpr std::array<std::string_view, 15> kSections = {
    "section",  "sect1",   "sect2", "sect3",    "sect4",    "sect5",      "simplesect",  "chapter",
    "appendix", "preface", "part",  "refsect1", "refsect2", "refsection", "bibliography"};
constexpr std::array<std::string_view, 6> kFloats = {"figure",  "informalfigure", "table",
                                                     "example", "equation",       "procedure"};
constexpr std::array<std::string_view, 17> kWanted = {
    "title",         "subtitle", "firstname", "givenname", "surname",     "personname",
    "orgname",       "keyword",  "date",      "pubdate",   "releaseinfo", "isbn",
    "publishername", "abstract", "link",      "ulink",     "manvolnum"};

class DocbookReader final : public ElementReader {
 public:
  explicit DocbookReader(PageFacts& facts) : ElementReader(facts) {}

 protected:
  void begin(const xml::XmlAttributes& attributes) override {
    if (depth() == 1) {
      const bool is_book = is("book") || is("set") || is("chapter");
      facts().document().resource_class = is_book ? "Book" : is("refentry") ? "Manual" : "Text";
      facts().document().language = facts().document().language.empty()
                                        ? ascii_lower(attributes.value("lang").substr(0, 2))
                                        : facts().document().language;
    }
    if (is_one_of(kWanted, node(0).local) || is("refname") || is("refpurpose") || is("holder"))
      capture();
    if (is("link") || is("ulink")) {
      node(0).label = attributes.find({kXlinkNs, "href"}).value_or(attributes.value("url"));
    } else if (is("include") || is("imagedata")) {
      add_inclusion(attributes);
    } else if (is("author") || is("editor") || is("othercredit")) {
      name_.clear();
    }
  }

  void end() override {
    const std::string& text = node(0).text;
    if (is("title")) return title(text);
    if (is("link") || is("ulink")) {
      Link* const link = facts().link(node(0).label, text);
      if (link != nullptr) link->heading = heading_;
      return;
    }
    if (is("author") || is("editor") || is("othercredit"))
      return facts().say(is("author") ? "author" : "contributor", name_);
    if (is("firstname") || is("givenname") || is("surname")) return add_name(text);
    if (is("personname") && name_.empty()) return add_name(text);
    if (is("orgname")) return facts().say("organization", text);
    if (is("keyword")) return facts().say("keyword", text);
    if (is("isbn")) return facts().say("isbn", text);
    if (is("publishername")) return facts().say("publisher", text);
    if (is("releaseinfo")) return facts().say("version", text);
    if (is("holder")) return facts().say("rights", text);
    reference(text);
    about(text);
  }

 private:
  void add_name(std::string_view part) {
    if (!name_.empty()) name_ += ' ';
    name_ += fold_space(part);
  }

  bool is_info(std::size_t up) { return node(up).local.ends_with("info"); }

  void about(const std::string& text) {
    Document& document = facts().document();
    if ((is("date") || is("pubdate")) && is_info(1) && depth() <= 3 && document.published.empty()) {
      document.published = w3c_date_of(text);
    }
    if (is("abstract") && document.description.empty()) document.description = fold_space(text);
  }

  // A page of a manual is called by its name and purpose.
  void reference(const std::string& text) {
    Document& document = facts().document();
    if (is("manvolnum") && is("refmeta", 1)) facts().say("manualSection", text);
    if (is("refname") && document.title.empty()) document.title = fold_space(text);
    if (is("refpurpose") && document.description.empty()) document.description = fold_space(text);
  }

  void title(std::string_view text) {
    const std::size_t up = is_info(1) ? 2 : 1;
    Document& document = facts().document();
    if (depth() == up + 1 && document.title.empty()) document.title = fold_space(text);
    if (is_one_of(kFloats, node(up).local)) return facts().say("caption", text);
    if (!is_one_of(kSections, node(up).local)) return;
    heading_ = fold_space(text);
    facts().say("heading", heading_);
  }

  void add_inclusion(const xml::XmlAttributes& attributes) {
    const std::string_view target =
        is("include") ? attributes.value("href") : attributes.value("fileref");
    Link* const link = facts().link(target);
    if (link != nullptr && is("imagedata")) link->element = Element::kImg;
  }

  std::string name_;     ///< Name of the current person.
  std::string heading_;  ///< The last one.
};

}  // namespace

Reader docbook_reader(PageFacts& facts) { return std::make_unique<DocbookReader>(facts); }

}  // namespace porthole::xml_format
