#include "summarizer/rdf_reader.h"

#include <charconv>
#include <utility>

#include "base/xml/reader.h"
#include "summarizer/vocabulary.h"

namespace porthole::summarizer {
namespace {

using xml::XmlAttributes;
using xml::XmlName;

constexpr xml::XmlLimits kLimits{.bytes = 64 << 20, .depth = 16, .attributes = 32};

bool is(const XmlName& name, const Term& term) {
  return name.local == term.local() && name.ns == term.ns;
}

template <class Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return problem == std::errc() && end == text.data() + text.size();
}

bool read_relevance(std::string_view text, Relevance& relevance) {
  double value = 0;
  if (!read_number(text, value) || !(value >= 0 && value <= 1)) return false;
  relevance = Relevance(value);
  return true;
}

bool read_score(std::string_view text, std::optional<double>& score) {
  double value = 0;
  if (!read_number(text, value) || !(value >= 0 && value <= 1)) return false;
  score = value;
  return true;
}

/// The member of Summary for a property of its page.
struct TextProperty {
  Term property;
  std::string Summary::*member;
};
constexpr TextProperty kTextProperties[] = {
    {term("dcterms:identifier"), &Summary::url},
    {term("dcterms:title"), &Summary::title},
    {term("dcterms:description"), &Summary::description},
    {term("dcterms:language"), &Summary::language},
    {term("dcterms:format"), &Summary::media_type},
    {term("dcterms:issued"), &Summary::published},
    {term("dcterms:modified"), &Summary::modified},
    {term("ph:fetched"), &Summary::fetched},
    {term("ph:topic"), &Summary::topic},
    {term("ph:digest"), &Summary::digest},
};

/// The member of Annotation for a property; all are in our namespace.
constexpr std::pair<std::string_view, std::string Annotation::*> kAnnotationTexts[] = {
    {"annotation", &Annotation::text},      {"url", &Annotation::page},
    {"firstSeen", &Annotation::first_seen}, {"lastSeen", &Annotation::last_seen},
    {"closed", &Annotation::closed},
};

class SummaryReader final : public xml::XmlHandler {
 public:
  /// `use` gets each page when it ends, and returns whether another may follow.
  explicit SummaryReader(const std::function<void(Summary)>& use) : use_(use) {}

  bool has_page() const { return has_page_; }

  void start_element(const XmlName& name, const XmlAttributes& attributes) override {
    const Place next = enter(name, attributes);
    if (next == Place::kUnknown) return reject(name);
    places_.push_back(next);
  }

  void end_element(const XmlName& name) override {
    const Place ended = places_.back();
    places_.pop_back();
    if (ended == Place::kText) summary_.text = std::move(text_);
    if (ended == Place::kPage) use_(std::exchange(summary_, {}));
    if (ended != Place::kLiteral) return;
    const xml::XmlAttribute literal{name, text_};
    if (places_.back() == Place::kPage) {
      if (kind_ == PropertyKind::kXml || !read_page_literal(literal))
        add_property(name, text_, kind_);
    } else if (!read_annotation_literal(literal, bag_->back())) {
      reject_literal(literal);
    }
  }

  void characters(std::string_view text) override {
    const Place place = places_.empty() ? Place::kUnknown : places_.back();
    if (place == Place::kText || place == Place::kLiteral) {
      text_ += text;
    } else if (text.find_first_not_of(" \t\r\n") != std::string_view::npos) {
      refuse_with("unexpected text");
    }
  }

 private:
  enum class Place {
    kUnknown,
    kRdf,
    kPage,
    kResource,
    kText,
    kLiteral,
    kByOthers,
    kOwn,
    kBag,
    kItem,
    kAnnotation
  };

  Place enter(const XmlName& name, const XmlAttributes& attributes) {
    if (places_.empty()) return is(name, term("rdf:RDF")) ? Place::kRdf : Place::kUnknown;
    switch (places_.back()) {
      case Place::kRdf:
        return enter_page(name, attributes);
      case Place::kPage:
        return enter_property(name, attributes);
      case Place::kByOthers:
      case Place::kOwn:
        return is(name, term("rdf:Bag")) ? Place::kBag : Place::kUnknown;
      case Place::kBag:
        return is(name, term("rdf:li")) ? Place::kItem : Place::kUnknown;
      case Place::kItem:
        return enter_annotation(name, attributes);
      case Place::kAnnotation:
        return enter_partner(name, attributes);
      default:
        return Place::kUnknown;
    }
  }

  Place enter_page(const XmlName& name, const XmlAttributes& attributes) {
    const auto about = attributes.find({kRdf, "about"});
    if (!is(name, term("ph:Page")) || !about) return Place::kUnknown;
    has_page_ = true;
    summary_.url = *about;
    for (const xml::XmlAttribute& attribute : attributes) {
      if (!read_page_literal(attribute)) reject_literal(attribute);
    }
    return Place::kPage;
  }

  bool read_page_literal(const xml::XmlAttribute& attribute) {
    const XmlName& name = attribute.name;
    const std::string_view value = attribute.value;
    for (const TextProperty& known : kTextProperties) {
      if (!is(name, known.property)) continue;
      summary_.*known.member = value;
      return true;
    }
    if (name.ns == kRdf) return name.local == "about";
    if (is(name, term("ph:alias"))) {
      summary_.aliases.emplace_back(value);
      return true;
    }
    if (is(name, term("ph:relevance"))) return read_relevance(value, summary_.relevance);
    if (is(name, term("ph:hub"))) return read_score(value, summary_.hub);
    if (is(name, term("ph:authority"))) return read_score(value, summary_.authority);
    if (is(name, term("ph:importance"))) return read_score(value, summary_.importance);
    if (is(name, term("ph:bytes"))) return read_number(value, summary_.bytes);
    if (is(name, term("ph:nosnippet"))) return summary_.nosnippet = value == "true";
    if (is(name, term("ph:noarchive"))) return summary_.noarchive = value == "true";
    return false;
  }

  Place enter_property(const XmlName& name, const XmlAttributes& attributes) {
    if (is(name, term("ph:annotationsByOthers"))) return begin_bag(Place::kByOthers);
    if (is(name, term("ph:ownAnnotations"))) return begin_bag(Place::kOwn);
    if (is(name, term("ph:text"))) return begin_text(Place::kText);
    const auto resource = attributes.find({kRdf, "resource"});
    const auto datatype = attributes.find({kRdf, "datatype"});
    kind_ = datatype ? PropertyKind::kXml : PropertyKind::kLiteral;
    if (datatype && *datatype != kXmlLiteral) return Place::kUnknown;
    if (!resource) return begin_text(Place::kLiteral);
    if (is(name, term("rdf:type"))) {
      const std::string_view iri = *resource;
      const bool ours = iri.starts_with(kPorthole);
      summary_.resource_class = ours ? iri.substr(kPorthole.size()) : iri;
    } else if (!is(name, term("dcterms:type"))) {
      add_property(name, *resource, PropertyKind::kUri);
    }
    return Place::kResource;
  }

  void add_property(const XmlName& name, std::string_view value, PropertyKind kind) {
    std::string full = name_of(name.ns, name.local);
    if (is_word_of_summaries(full) || !is_schema_name(full)) return reject(name);
    summary_.properties.push_back({std::move(full), std::string(value), kind});
  }

  Place begin_text(Place place) {
    text_.clear();
    return place;
  }

  Place begin_bag(Place side) {
    bag_ = side == Place::kOwn ? &summary_.own_annotations : &summary_.annotations_by_others;
    return side;
  }

  Place enter_annotation(const XmlName& name, const XmlAttributes& attributes) {
    if (!is_annotation_class(name.ns, name.local)) return Place::kUnknown;
    Annotation& annotation = bag_->emplace_back();
    for (const xml::XmlAttribute& attribute : attributes) {
      if (!read_annotation_literal(attribute, annotation)) reject_literal(attribute);
    }
    return Place::kAnnotation;
  }

  static bool read_annotation_literal(const xml::XmlAttribute& attribute, Annotation& annotation) {
    if (attribute.name.ns != kPorthole) return false;
    const std::string_view local = attribute.name.local;
    for (const auto& [word, member] : kAnnotationTexts) {
      if (local != word) continue;
      annotation.*member = attribute.value;
      return true;
    }
    if (local == "relevance") return read_relevance(attribute.value, annotation.relevance);
    if (local == "authority") return read_score(attribute.value, annotation.authority);
    if (local == "sites") return read_number(attribute.value, annotation.sites);
    if (local == "navigation") return annotation.navigation = attribute.value == "true";
    if (local == "kind") {
      const auto kind = annotation_kind_from_name(attribute.value);
      if (kind) annotation.kind = *kind;
      return kind.has_value();
    }
    if (local != "element") return false;
    const auto element = element_from_name(attribute.value);
    if (element) annotation.element = *element;
    return element.has_value();
  }

  Place enter_partner(const XmlName& name, const XmlAttributes& attributes) {
    const auto resource = attributes.find({kRdf, "resource"});
    const bool own = bag_ == &summary_.own_annotations;
    const Term partner = own ? term("ph:annotatee") : term("ph:annotator");
    if (!resource) return begin_text(Place::kLiteral);
    if (!is(name, partner)) return Place::kUnknown;
    std::string& page = bag_->back().page;  // Set already if the URL is not a valid IRI.
    if (page.empty()) page = *resource;
    return Place::kResource;
  }

  void reject(const XmlName& name) {
    refuse_with("unexpected element <" + std::string(name.local) + "> of the namespace \"" +
                std::string(name.ns) + "\"");
  }

  void reject_literal(const xml::XmlAttribute& attribute) {
    refuse_with("not a valid value of " + std::string(attribute.name.local) + ": \"" +
                std::string(attribute.value.substr(0, 80)) + "\"");
  }

  void refuse_with(std::string what) {
    Error error;
    error.message = "not a valid summary: " + std::move(what);
    error.hint = "summaries are made by porthole summarize";
    refuse(std::move(error));
  }

  const std::function<void(Summary)>& use_;
  Summary summary_;
  bool has_page_ = false;
  std::vector<Place> places_;
  PropertyKind kind_ = PropertyKind::kLiteral;  // Kind of the open property.
  std::string text_;                            // Text of the open element, if it may have text.
  std::vector<Annotation>* bag_ = nullptr;
};

}  // namespace

Result<void> read_rdf_pages(std::string_view rdf, const std::function<void(Summary)>& use) {
  SummaryReader reader(use);
  TRY(xml::parse_xml(rdf, "summary", kLimits, reader));
  if (reader.has_page()) return {};
  return fail(ErrorCode::kInvalid, "not a valid summary: it has no page",
              "summaries are made by porthole summarize");
}

}  // namespace porthole::summarizer
