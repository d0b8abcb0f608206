#include "labs/webbox/hub_pages.h"

#include <map>

#include "base/text/text.h"
#include "labs/webbox/address.h"

namespace porthole::labs {
namespace {

using Sections = std::map<std::string, std::vector<const AptPackage*>>;

std::string page(const std::string& title, const std::string& body) {
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" +
         escape_markup(title) + "</title></head>\n<body>\n<h1>" + escape_markup(title) + "</h1>\n" +
         body + "</body></html>\n";
}

std::string link(const std::string& target, const std::string& text) {
  return "<a href=\"" + escape_markup(target) + "\">" + escape_markup(text) + "</a>";
}

/// Writes the pages of one set of packages.
class Writer {
 public:
  Writer(const std::vector<AptPackage>& packages, const std::string& base) : base_(base) {
    for (const auto& package : packages) {
      by_name_[package.name] = &package;
      sections_[package.section].push_back(&package);
    }
  }

  std::map<std::string, std::string> write() const {
    std::map<std::string, std::string> pages{{"index.html", front()}};
    for (const auto& [section, packages] : sections_) {
      pages[section + "/index.html"] = listing(section, packages);
    }
    for (const auto& [name, package] : by_name_) {
      if (!sections_.contains(name)) pages[name] = details(*package);
    }
    return pages;
  }

 private:
  std::string package_link(const AptPackage& package) const {
    return link(base_ + percent_encode_path(package.name), package.name);
  }

  std::string section_link(const std::string& section) const {
    return link(base_ + section + '/', section);
  }

  std::string front() const {
    std::string body = "<ul>\n";
    for (const auto& [section, packages] : sections_) {
      body += "<li>" + section_link(section) + ": " + std::to_string(packages.size()) +
              " packages</li>\n";
    }
    return page("Sections of Debian bookworm", body + "</ul>\n");
  }

  std::string listing(const std::string& section,
                      const std::vector<const AptPackage*>& packages) const {
    std::string body = "<dl>\n";
    for (const AptPackage* package : packages) {
      body += "<dt>" + package_link(*package) + "</dt><dd>" + escape_markup(package->summary) +
              "</dd>\n";
    }
    return page("Packages of the section " + section, body + "</dl>\n");
  }

  std::string details(const AptPackage& package) const {
    std::string body = "<h2>" + escape_markup(package.summary) + "</h2>\n";
    for (const auto& paragraph : package.paragraphs) {
      body += "<p>" + escape_markup(paragraph) + "</p>\n";
    }
    if (package.homepage.starts_with("http://") || package.homepage.starts_with("https://")) {
      body += "<p>Homepage: " +
              link(package.homepage, std::string(host_of(address_of(package.homepage)))) + "</p>\n";
    }
    body += tags(package) + related(package);
    body += "<p>Section: " + section_link(package.section) + "</p>\n";
    return page(package.name, body);
  }

  static std::string tags(const AptPackage& package) {
    std::string list;
    for (const auto& tag : package.tags) list += (list.empty() ? "" : ", ") + escape_markup(tag);
    return list.empty() ? "" : "<p>Tags: " + list + "</p>\n";
  }

  std::string related(const AptPackage& package) const {
    std::string list;
    for (const auto& name : package.depends) {
      const auto found = by_name_.find(name);
      if (found == by_name_.end() || sections_.contains(name)) continue;
      list += "<li>" + package_link(*found->second) + ": " + escape_markup(found->second->summary) +
              "</li>\n";
    }
    return list.empty() ? "" : "<h3>Related packages</h3>\n<ul>\n" + list + "</ul>\n";
  }

  std::string base_;
  std::map<std::string, const AptPackage*> by_name_;
  Sections sections_;
};

}  // namespace

std::map<std::string, std::string> make_hub_pages(const std::vector<AptPackage>& packages,
                                                  const std::string& base_path) {
  return Writer(packages, base_path).write();
}

}  // namespace porthole::labs
