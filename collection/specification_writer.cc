#include <algorithm>

#include "base/text/format.h"
#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "base/url/url.h"
#include "base/xml/tree.h"
#include "base/xml/writer.h"
#include "collection/local_scope.h"
#include "collection/scope_choice.h"
#include "collection/specification.h"
#include "collection/xml_edit.h"

namespace porthole::collection {
namespace {

using xml::XmlElement;
using xml::XmlWriter;

constexpr int kHops = 20;  // In a new specification.

void write_agent(XmlWriter& out, const std::string& contact) {
  out.comment(
      "Who asks. Web sites see this name, and their owners need a way to reach you: give a URL or "
      "an "
      "e-mail address. Without one, only files of this machine, a gateway or a recorded web are "
      "read.");
  const bool is_mail =
      contact.find('@') != std::string::npos && contact.find("://") == std::string::npos;
  out.start("agent");
  out.attribute("name", "porthole");
  out.attribute("version", PORTHOLE_VERSION);
  out.attribute("url", is_mail ? "" : contact);
  out.attribute("email", is_mail ? contact : "");
  out.end();
}

void write_topic(XmlWriter& out, const std::string& title,
                 const std::vector<std::string>& phrases) {
  out.comment(
      "What to look for: the words and phrases that pages about the topic use. The title is for "
      "people.");
  out.start("topic");
  out.attribute("title", !title.empty() || phrases.empty() ? title : phrases.front());
  for (const std::string& phrase : phrases) {
    if (!trim(phrase).empty()) out.element("term", phrase);
  }
  out.end();
}

void write_seeds(XmlWriter& out, const std::vector<std::string>& seeds) {
  out.comment(
      "Where to begin. Pages that link to many good pages are the best seeds. A file with one URL "
      "a "
      "line can be named, too: <seeds file=\"more_seeds.txt\"/>");
  out.start("seeds");
  for (const std::string& seed : seeds) {
    if (trim(seed).empty()) continue;
    out.start("seed");
    out.attribute("url", seed);
    out.end();
  }
  out.end();
}

/// Returns the path of a folder's URL.
std::string folder_at(const std::string& files) {
  const Result<Url> url = Url::parse(files);
  std::string path = url ? percent_decode(url->path()) : std::string();
  if (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

void write_accept(XmlWriter& out, const std::string& condition, const std::string& value) {
  out.start("accept");
  out.attribute(condition, value);
  out.end();
}

void write_confines(XmlWriter& out, const ScopeRule& rule) {
  if (rule.hosts.empty()) return write_accept(out, "prefix", rule.prefix);
  out.start("accept");
  out.attribute("scheme", join(rule.schemes));
  out.attribute("host", join(rule.hosts));
  out.end();
}

void write_limit(XmlWriter& out, int depth, bool is_local) {
  out.comment(
      "pages=\"0\" means unlimited. A site is a registrable domain (example.org with all its "
      "hosts), "
      "or a "
      "prefix: <site prefix=\"https://www.example.org/manual/\" pages=\"60\"/>");
  out.start("limit");
  out.attribute("pages", "0");
  out.attribute("pages-per-site", "0");
  out.attribute("hops", std::to_string(depth > 0 ? depth : kHops));
  out.attribute("links-per-page", "5000");
  out.attribute("body", is_local ? "32MiB" : "4MiB");
  out.end();
}

/// Paths that are rejected at first: of files in which no plug-in finds text; on the web, also of
/// what is fetched to be installed, heard or seen.
constexpr const char* kNoDocuments = R"((?i)\.(dmg|exe|iso)$)";
constexpr const char* kNoPages =
    R"((?i)\.(avi|bz2|deb|dmg|exe|gz|iso|jar|mov|mp[34]|rar|rpm|tar|tgz|wav|xz)$)";

void write_scope(XmlWriter& out, const NewCollection& values) {
  out.comment(
      "Where to go. Read from top to bottom; the last rule that matches decides; a URL that no "
      "rule "
      "matches is left out. Conditions: scheme, host (*.example.org), path (a pattern), prefix.");
  out.start("scope");
  const ScopeChoice& choice = values.scope;
  if (!choice.languages.empty()) out.attribute("languages", join(choice.languages));
  const std::string files = common_folder(values.seeds);
  const bool is_local = !files.empty() && std::all_of(values.seeds.begin(), values.seeds.end(),
                                                      [](const std::string& seed) {
                                                        return seed.starts_with("file:");
                                                      });
  if (choice.is_confined()) {
    out.comment("Only these sites and parts of sites.");
    for (const ScopeRule& rule : confining_rules(choice)) write_confines(out, rule);
  } else if (!is_local) {
    write_accept(out, "scheme", "http https");
  }
  if (!files.empty()) write_accept(out, "prefix", files);
  out.start("reject");
  out.attribute("path", is_local ? kNoDocuments : kNoPages);
  out.end();
  if (!choice.excludes.empty()) out.comment("Not these: patterns in path and query.");
  for (const std::string& pattern : choice.excludes) {
    out.start("reject");
    out.attribute("path", pattern);
    out.end();
  }
  write_limit(out, choice.depth, is_local);
  out.end();
}

void write_strategy(XmlWriter& out) {
  out.comment(
      "What to fetch first: learned weighs all that links say and what they led to so far, and "
      "leaves "
      "nothing out; rw (relevance weighting) follows the links whose words promise the topic and "
      "leaves those below a threshold; breadth-first takes links as they come.");
  out.start("strategy");
  out.attribute("name", "learned");
  out.end();
}

void write_politeness(XmlWriter& out) {
  out.comment("How gently, in seconds: between two requests to one host, at least.");
  out.start("politeness");
  out.attribute("delay", "5");
  out.attribute("min-delay", "1");
  out.attribute("max-crawl-delay", "30");
  out.attribute("connections-per-host", "1");
  out.end();
}

void write_refresh(XmlWriter& out) {
  out.comment(
      "When `porthole update` fetches a page again: at this age. When a page that does not answer "
      "any more counts as gone and leaves the index: after so many failures in a row when it is "
      "fetched again, the last so many days after the first.");
  out.start("refresh");
  out.attribute("after", "30d");
  out.attribute("failures", "3");
  out.attribute("days", "7");
  out.end();
}

void write_protocols(XmlWriter& out, const std::string& files) {
  out.comment("Documents of this machine below one folder; nothing else of it is read.");
  out.start("protocols");
  out.start("protocol");
  out.attribute("scheme", "file");
  out.attribute("library", "file");
  out.attribute("class", "porthole::FileHandler");
  out.start("option");
  out.attribute("name", "root");
  out.attribute("value", folder_at(files));
  out.end();
  out.end();
  out.end();
}

void write_network(XmlWriter& out, const NewCollection& values) {
  out.comment(
      "The live web, unless a gateway (one server that answers for all hosts) or recorded files "
      "(WARC) are given here. Private addresses are refused unless listed: "
      "<allow addresses=\"10.1.0.0/16\" ports=\"80 443\"/>");
  out.start("network");
  out.attribute("timeout", "60");
  out.attribute("connect-timeout", "10");
  if (!values.gateway.empty()) {
    out.start("gateway");
    out.attribute("url", values.gateway);
    out.end();
  }
  for (const std::string& file : values.recorded) {
    out.start("recorded");
    out.attribute("file", file);
    out.end();
  }
  out.end();
}

/// Returns the output of `write`, as it stands within a file.
template <class Write>
std::string fragment(const Write& write) {
  XmlWriter out(XmlWriter::Layout::kCompact);
  write(out);
  const std::string text = out.take();
  const std::size_t begin = text.find('\n') + 1;
  return text.substr(begin, text.size() - begin - 1);
}

std::string seed_element(const std::string& prefix, const std::string& url) {
  return fragment([&](XmlWriter& out) {
    out.start(prefix + "seed");
    out.attribute("url", url);
    out.end();
  });
}

std::string term_element(const std::string& prefix, const std::string& term) {
  return fragment([&](XmlWriter& out) { out.element(prefix + "term", term); });
}

/// The end of a comment that stands behind `at` on its line; `at` without one.
std::size_t end_of_remark(const std::string& text, std::size_t at) {
  const std::size_t begin = text.find_first_not_of(" \t", at);
  if (begin == std::string::npos || text.compare(begin, 4, "<!--") != 0) return at;
  const std::size_t end = text.find("-->", begin);
  return end == std::string::npos ? at : end + 3;
}

/// `text` with elements added at the end of the child `local` of its root, each on a line of its
/// own. `elements` makes them, given the prefix of the names around them. `remedy` is for a file
/// without that child.
template <class Elements>
Result<std::string> append_to(const std::string& text, const std::string& local,
                              const std::string& remedy, const Elements& elements) {
  TRY_AS(root, xml::read_tree(text, "porthole.xml"));
  const XmlElement* parent = root->child(local);
  if (parent == nullptr) {
    return fail(ErrorCode::kInvalid, "the specification has no <" + local + "> element", remedy);
  }
  const std::string tag = text.substr(parent->begin, parent->tag_end - parent->begin);
  const std::string name = tag.substr(1, tag.find_first_of(" \t\r\n/>") - 1);
  if (!name.ends_with(local)) {
    return fail(ErrorCode::kInvalid, "the specification is not in UTF-8", "save it as UTF-8");
  }
  const std::string outer = indentation_at(text, parent->begin);
  std::string added;
  for (const std::string& element : elements(name.substr(0, name.size() - local.size()))) {
    added += "\n" + outer + "  " + element;
  }
  if (added.empty()) return text;
  added += "\n" + outer;

  if (parent->tag_end == parent->end && tag.ends_with("/>")) {
    const std::string open = tag.substr(0, tag.find_last_not_of(" \t\r\n", tag.size() - 3) + 1);
    return text.substr(0, parent->begin) + open + ">" + added + "</" + name + ">" +
           text.substr(parent->end);
  }
  const std::size_t end_tag = text.rfind('<', parent->end - 1);
  const std::size_t content_end = text.find_last_not_of(" \t\r\n", end_tag - 1) + 1;
  return text.substr(0, content_end) + added + text.substr(end_tag);
}

}  // namespace

std::vector<std::string> phrases_of(std::string_view typed) {
  std::string lines(typed);
  std::replace(lines.begin(), lines.end(), ',', '\n');
  std::vector<std::string> phrases;
  for (const std::string_view line : split(lines, '\n'))
    if (!trim(line).empty()) phrases.emplace_back(trim(line));
  return phrases;
}

std::string write_specification(const NewCollection& values) {
  XmlWriter out;
  out.comment(
      "The specification of a collection. Check it with: porthole check spec porthole.xml. Times "
      "are "
      "in seconds, sizes in KiB or MiB. Omitted values have defaults.");
  out.start("collection");
  out.attribute("xmlns", "urn:porthole:specification:1");
  if (!trim(values.name).empty()) out.attribute("name", values.name);
  const auto part = [&](const auto& write, const auto&... value) {
    out.blank_line();
    write(out, value...);
  };
  part(write_agent, values.contact);
  part(write_topic, values.title, values.topic_phrases);
  part(write_seeds, values.seeds);
  part(write_scope, values);
  part(write_strategy);
  part(write_politeness);
  part(write_refresh);
  part(write_network, values);
  if (const std::string files = common_folder(values.seeds); !files.empty())
    part(write_protocols, files);
  out.blank_line();
  out.start("storage");
  out.attribute("url", "sqlite:repository.db");
  out.end();
  out.end();
  return out.take();
}

Result<std::string> add_seeds(const std::string& text, const std::vector<std::string>& urls) {
  return append_to(text, "seeds", "add <seeds></seeds> to it, after <topic>",
                   [&](const std::string& prefix) {
                     std::vector<std::string> elements;
                     for (const std::string& url : urls) {
                       elements.push_back(seed_element(prefix, url));
                     }
                     return elements;
                   });
}

Result<std::string> add_terms(const std::string& text, const std::vector<std::string>& terms,
                              const std::string& origin) {
  const std::string comment = origin.empty() ? "" : "  <!-- " + origin + " -->";
  return append_to(text, "topic", "add <topic></topic> to it", [&](const std::string& prefix) {
    std::vector<std::string> elements;
    for (const std::string& term : terms) elements.push_back(term_element(prefix, term) + comment);
    return elements;
  });
}

Result<std::string> remove_terms(const std::string& text, const std::vector<std::string>& terms) {
  TRY_AS(root, xml::read_tree(text, "porthole.xml"));
  const XmlElement* topic = root->child("topic");
  if (topic == nullptr) return text;
  std::vector<Edit> edits;
  for (const XmlElement& child : topic->children) {
    if (child.local != "term") continue;
    if (std::find(terms.begin(), terms.end(), fold_space(child.text)) == terms.end()) continue;
    edits.push_back(take_out(text, child));
    edits.back().end = end_of_remark(text, child.end);
  }
  return edited(text, std::move(edits));
}

}  // namespace porthole::collection
