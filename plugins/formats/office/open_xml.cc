#include "plugins/formats/office/open_xml.h"

#include <array>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "plugins/formats/documents/metadata.h"
#include "plugins/formats/documents/xml_values.h"

namespace porthole {
namespace {

constexpr std::string_view kOle = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

std::string utf16(std::string_view ascii) {
  std::string wide;
  for (const char c : ascii) {
    wide += c;
    wide += '\0';
  }
  return wide;
}

/// "word/_rels/document.xml.rels" of "word/document.xml"; the package's own of "".
std::string relationships_of(const std::string& part) {
  const auto slash = part.rfind('/');
  const std::size_t name = slash == std::string::npos ? 0 : slash + 1;
  return part.substr(0, name) + "_rels/" + part.substr(name) + ".rels";
}

/// `target` as seen from the folder of `part`, "." and ".." taken out.
std::string resolved(const std::string& part, std::string_view target) {
  std::vector<std::string_view> path;
  if (!target.starts_with('/')) {
    path = split(part, '/');
    path.pop_back();
  }
  for (const std::string_view step : split(target, '/')) {
    if (step == "..") {
      if (!path.empty()) path.pop_back();
    } else if (!step.empty() && step != ".") {
      path.push_back(step);
    }
  }
  std::string whole;
  for (const std::string_view step : path) whole.append(whole.empty() ? "" : "/").append(step);
  return whole;
}

/// Parts that say nothing of the document itself.
bool is_read(std::string_view name) {
  for (const std::string_view folder :
       {"/theme/", "/slideLayouts/", "/slideMasters/", "/notesMasters/", "/handoutMasters/",
        "/printerSettings/", "/externalLinks/"}) {
    if (name.find(folder) != std::string_view::npos) return false;
  }
  return name.ends_with(".xml") && !name.starts_with("customXml/");
}

}  // namespace

OpenXml::OpenXml(std::string_view zip) : zip_(zip) {
  if (zip.starts_with(kOle)) {
    zip_.note("encrypted");
    return;
  }
  // Small metadata files first: a large sheet may exhaust the unpacking limit.
  zip_.load([](std::string_view name) {
    return name.starts_with("docProps/") && name.ends_with(".xml");
  });
  zip_.load([](std::string_view name) { return name.ends_with(".rels"); });
  zip_.load(is_read);
}

bool OpenXml::is_one(std::string_view body, std::string_view folder) {
  if (body.starts_with("PK\x03\x04")) return body.find(folder) != std::string_view::npos;
  return body.starts_with(kOle) && body.find(utf16("EncryptedPackage")) != std::string_view::npos;
}

Relationships OpenXml::relationships(const std::string& part) {
  Relationships found;
  for (const xml::XmlElement& each : zip_.tree(relationships_of(part)).children) {
    Relationship relationship;
    const std::string type = value_of(each, "Type");
    relationship.type = type.substr(type.rfind('/') + 1);
    relationship.is_external = value_of(each, "TargetMode") == "External";
    const std::string target = value_of(each, "Target");
    relationship.target = relationship.is_external ? target : resolved(part, target);
    found[value_of(each, "Id")] = std::move(relationship);
  }
  return found;
}

std::string OpenXml::target_of(const Relationships& relationships, std::string_view type) {
  for (const auto& [id, relationship] : relationships) {
    if (relationship.type == type && !relationship.is_external) return relationship.target;
  }
  return {};
}

std::string OpenXml::main_part() { return target_of(relationships(""), "officeDocument"); }

void OpenXml::read_properties(Document& document) {
  const Relationships parts = relationships("");
  std::string last_author;
  for (const xml::XmlElement& each : zip_.tree(target_of(parts, "core-properties")).children) {
    if (each.local == "title") document.title = fold_space(each.text);
    if (each.local == "creator") add_names(document, "author", each.text);
    if (each.local == "description") document.description = fold_space(each.text);
    if (each.local == "keywords" || each.local == "category") add_keywords(document, each.text);
    if (each.local == "subject") add_property(document, "keyword", each.text);
    if (each.local == "language")
      document.language = ascii_lower(each.text.substr(0, each.text.find('-')));
    if (each.local == "created") set_created(document, each.text);
    if (each.local == "modified") set_modified(document, each.text);
    if (each.local == "lastModifiedBy") last_author = each.text;
    if (each.local == "identifier") add_property(document, "identifier", each.text);
    if (each.local == "version") add_property(document, "version", each.text);
  }
  add_contributors(document, last_author);
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kExtended = {
      {{"Application", "generator"},
       {"Company", "organization"},
       {"Pages", "pages"},
       {"Words", "words"},
       {"Lines", "lines"}}};
  for (const xml::XmlElement& each : zip_.tree(target_of(parts, "extended-properties")).children) {
    for (const auto& [element, property] : kExtended) {
      // Programs that do not count write 0.
      if (each.local == element && each.text != "0") add_property(document, property, each.text);
    }
  }
}

}  // namespace porthole
