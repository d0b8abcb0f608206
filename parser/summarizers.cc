#include "parser/summarizers.h"

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

#include "base/text/text.h"
#include "base/url/url.h"
#include "parser/html/charset.h"
#include "parser/language.h"
#include "parser/limits.h"
#include "parser/media_type.h"

namespace porthole::parser {
namespace {

constexpr int kMaxInnerDepth = 4;

bool has(const std::vector<std::string>& list, std::string_view value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

/// Generic types that servers send for unknown content.
bool says_little(std::string_view type) {
  constexpr std::array<std::string_view, 8> kVague = {"",
                                                      "text/plain",
                                                      "application/octet-stream",
                                                      "application/zip",
                                                      "application/xml",
                                                      "text/xml",
                                                      "application/json",
                                                      "application/x-unknown"};
  return std::find(kVague.begin(), kVague.end(), type) != kVague.end();
}

/// The suffix in lower case, percent-encoded as it is; "" for a URL without one.
std::string path_of(std::string_view url) {
  const Result<Url> parsed = Url::parse(url);
  if (!parsed) return ascii_lower(url);
  // A member's name is in the fragment.
  return ascii_lower(parsed->fragment().empty() ? parsed->path() : parsed->fragment());
}

bool has_suffix(const std::vector<std::string>& suffixes, std::string_view path) {
  return std::any_of(suffixes.begin(), suffixes.end(),
                     [path](const std::string& suffix) { return path.ends_with(suffix); });
}

/// Converts CR and CR LF to LF.
std::string with_newlines(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\r', at), text.size());
    out.append(text, at, end - at);
    if (end < text.size()) out += '\n';
    at = end + (text.substr(end, 2) == "\r\n" ? 2 : 1);
  }
  return out;
}

class Inner final : public InnerReader {
 public:
  Inner(Summarizers& summarizers, int depth, Summarizers::Parse parse, const ParseInput& outer)
      : summarizers_(summarizers), depth_(depth), parse_(parse), outer_(outer) {}

  Document read(std::string_view url, std::string_view media_type, std::string_view body) override {
    if (depth_ >= kMaxInnerDepth) {
      Document too_deep;
      too_deep.status = ParseStatus::kUnsupported;
      too_deep.status_detail = "nested too deeply";
      return too_deep;
    }
    ParseInput input;
    input.url = url;
    input.content_type = media_type;
    input.body = body;
    input.agent = outer_.agent;
    input.fetched = outer_.fetched;
    return parse_(input, &summarizers_, depth_ + 1);
  }

  std::string to_utf8(std::string_view body, std::string_view media_type) override {
    std::string buffer;
    return clean_utf8(
        with_newlines(parser::to_utf8(body, detect_charset(body, media_type), buffer)));
  }

 private:
  Summarizers& summarizers_;
  int depth_;
  Summarizers::Parse parse_;
  const ParseInput& outer_;
};

/// Less for each member than for a page, so that what is packed into another again and again stays
/// small.
SummaryLimits limits_of_member(std::string_view url, SummaryLimits limits) {
  constexpr int kMembers = 1000;
  int depth = 0;
  for (std::size_t at = url.find(kInsideMember); at != std::string_view::npos;
       at = url.find(kInsideMember, at + 1))
    ++depth;
  limits.members = depth < kMaxMemberDepth ? kMembers : 0;
  limits.members_bytes = limits.member_bytes;
  return limits;
}

/// Adds what was left out at the limits to the detail, for people.
void tell_cuts(Document& document, const SummaryLimits& limits) {
  std::string told = document.status_detail;
  const auto tell = [&](const std::string& what) { told += (told.empty() ? "" : "; ") + what; };
  if (document.members_cut > 0) {
    tell(counted(document.members_cut, "member") + " left out, at the limits of a container");
  }
  if (document.text.size() + kMaxAnnotationBytes > limits.text_bytes)
    tell("the text is cut at " + std::to_string(limits.text_bytes >> 20) + " MiB");
  document.status_detail = std::string(cut(told, kMaxAnnotationBytes));
}

Document without_content(ParseStatus status, std::string_view why) {
  Document document;
  document.status = status;
  document.status_detail = shortened(clean_utf8(why), kMaxAnnotationBytes);
  return document;
}

Document failed(std::string_view why) { return without_content(ParseStatus::kFailed, why); }

/// Removes entries with invalid names; returns their number.
std::size_t drop_improper(Document& document) {
  const bool improper_class =
      !document.resource_class.empty() && !is_schema_name(document.resource_class);
  if (improper_class) document.resource_class.clear();
  return (improper_class ? 1 : 0) + std::erase_if(document.properties, [](const Property& one) {
           return !is_schema_name(one.name) || one.value.empty();
         });
}

void make_members_fit(Document& document, const SummaryLimits& limits) {
  std::size_t kept = 0, bytes = 0;
  for (Member& member : document.members) {
    if (kept == static_cast<std::size_t>(limits.members)) break;
    if (member.body.size() > limits.member_bytes) continue;
    if (bytes + member.body.size() > limits.members_bytes) break;
    bytes += member.body.size();
    if (&member != &document.members[kept]) document.members[kept] = std::move(member);
    ++kept;
  }
  document.members_cut += static_cast<std::uint32_t>(document.members.size() - kept);
  document.members.resize(kept);
}

void shorten(std::string& text, std::size_t bytes) {
  if (text.size() > bytes) text = std::string(cut(text, bytes));
}

}  // namespace

void make_proper(Document& document, const SummaryLimits& limits) {
  shorten(document.text, limits.text_bytes);
  document.title = shortened(fold_space(document.title), kMaxTitleBytes);
  shorten(document.description, kMaxAnnotationBytes);
  if (document.links.size() > static_cast<std::size_t>(limits.links)) {
    document.links_cut +=
        static_cast<std::uint32_t>(document.links.size() - static_cast<std::size_t>(limits.links));
    document.links.resize(static_cast<std::size_t>(limits.links));
  }
  std::erase_if(document.links, [](const Link& link) { return link.url.size() > kMaxUrlBytes; });
  for (Link& link : document.links) {
    for (std::string* text : {&link.anchor, &link.title, &link.alt, &link.name, &link.rel}) {
      shorten(*text, kMaxAnnotationBytes);
    }
    for (std::string* text : {&link.before, &link.after, &link.heading}) {
      shorten(*text, kMaxSiblingBytes);
    }
    if (link.fragment.size() > kMaxAnnotationBytes)
      link.fragment.clear();  // Cut XML would be invalid.
  }
  const std::size_t improper = drop_improper(document);
  if (improper > 0 && document.status_detail.empty()) {
    document.status_detail = counted(static_cast<std::int64_t>(improper), "property") +
                             " without a proper name or value left out";
  }
  if (document.properties.size() > static_cast<std::size_t>(limits.properties)) {
    document.properties.resize(static_cast<std::size_t>(limits.properties));
  }
  for (Property& property : document.properties) {
    // Cut XML would be invalid.
    const bool too_long = property.value.size() > limits.property_bytes;
    if (too_long && property.kind != PropertyKind::kLiteral) property.value.clear();
    shorten(property.value, limits.property_bytes);
  }
  std::erase_if(document.properties, [](const Property& one) { return one.value.empty(); });
  make_members_fit(document, limits);
  tell_cuts(document, limits);
}

Summarizers::Summarizers(std::vector<plugins::PluginUse> uses, Load load, Notice notice,
                         std::vector<std::string> words)
    : load_(std::move(load)), notice_(std::move(notice)), words_(words.begin(), words.end()) {
  for (plugins::PluginUse& use : uses) entries_.push_back({std::move(use), nullptr});
}

bool claims(const Formats& formats, std::string_view media_type, std::string_view url) {
  return has(formats.types, media_type) || has_suffix(formats.suffixes, path_of(url));
}

bool Summarizers::is_read(std::string_view media_type) const {
  return std::any_of(entries_.begin(), entries_.end(), [media_type](const Entry& entry) {
    return has(entry.use.formats.types, media_type);
  });
}

std::vector<Summarizers::Entry*> Summarizers::candidates(const PageBytes& page) {
  const std::string path = path_of(page.url);
  const auto by_declared = [&](const Formats& f) { return has(f.types, page.declared_type); };
  const auto by_detected = [&](const Formats& f) { return has(f.types, page.detected_type); };
  const auto by_suffix = [&](const Formats& f) { return has_suffix(f.suffixes, path); };
  using Evidence = std::function<bool(const Formats&)>;
  const std::array<Evidence, 3> order =
      says_little(page.declared_type)
          ? std::array<Evidence, 3>{by_suffix, by_detected, by_declared}
          : std::array<Evidence, 3>{by_declared, by_detected, by_suffix};
  std::vector<Entry*> found;
  for (const bool fallback : {false, true}) {
    for (const Evidence& speaks_for : order) {
      for (Entry& entry : entries_) {
        if (entry.use.formats.fallback != fallback || !speaks_for(entry.use.formats)) continue;
        if (std::find(found.begin(), found.end(), &entry) == found.end()) found.push_back(&entry);
      }
    }
  }
  return found;
}

FormatSummarizer* Summarizers::loaded(Entry& entry) {
  if (entry.loaded || !entry.problem.empty()) return entry.loaded.get();
  Result<std::unique_ptr<FormatSummarizer>> made = load_(entry.use);
  if (made) {
    entry.loaded = std::move(*made);
  } else {
    entry.problem = made.error().message;
  }
  return entry.loaded.get();
}

std::optional<Document> Summarizers::read(const ParseInput& input, int depth, Parse parse) {
  const std::string declared = declared_type(input.content_type);
  const std::string detected = detected_type(input.body);
  Inner inner(*this, depth, parse, input);
  PageBytes page;
  page.url = input.url;
  page.content_type = input.content_type;
  page.declared_type = declared;
  page.detected_type = detected;
  page.body = input.body;
  page.truncated = input.truncated;
  page.limits.links = input.max_links;
  if (input.is_member) page.limits = limits_of_member(input.url, page.limits);
  page.inner = &inner;
  std::string refused;
  for (Entry* entry : candidates(page)) {
    if (depth == 0) notice_(entry->use.name);
    FormatSummarizer* const summarizer = loaded(*entry);
    if (summarizer == nullptr) return failed(entry->use.name + ": " + entry->problem);
    try {
      if (summarizer->reads(page)) {
        Document document = summarized(*entry, page);
        const bool is_told = document.status == ParseStatus::kTextOnly && !refused.empty();
        if (is_told) document.status_detail += std::string(kRefusedBy) + refused;
        return document;
      }
    } catch (const UnreadablePage& damage) {
      Document document =
          without_content(ParseStatus::kDamaged, entry->use.name + ": " + damage.what());
      document.media_type = type_for(*entry, page);
      return document;
    } catch (const std::exception& exception) {
      Document document = failed(entry->use.name + ": " + exception.what());
      document.media_type = type_for(*entry, page);
      return document;
    } catch (...) {
      return failed(entry->use.name + " failed");
    }
    refused += (refused.empty() ? "" : ", ") + entry->use.name;
  }
  if (depth == 0) notice_("");
  refused_ = std::move(refused);
  return std::nullopt;
}

// Unknown names are kept: they do no harm, and the page is not at fault.
void Summarizers::tell_unknown_words(Document& document) const {
  if (words_.empty()) return;
  std::set<std::string_view> unknown;
  const auto look_at = [&](const std::string& name) {
    if (!name.empty() && !words_.contains(name)) unknown.insert(name);
  };
  look_at(document.resource_class);
  for (const Property& property : document.properties) look_at(property.name);
  if (unknown.empty()) return;
  std::string told = document.status_detail.empty() ? "" : document.status_detail + "; ";
  told += "in no schema:";
  for (const std::string_view name : unknown) told.append(" ").append(name);
  document.status_detail = std::string(cut(told, kMaxAnnotationBytes));
}

std::string Summarizers::type_for(const Entry& entry, const PageBytes& page) {
  const std::vector<std::string>& types = entry.use.formats.types;
  if (has(types, page.declared_type)) return std::string(page.declared_type);
  if (has(types, page.detected_type) || types.empty()) return std::string(page.detected_type);
  return types.front();
}

Document Summarizers::summarized(Entry& entry, const PageBytes& page) {
  Document document;
  document.media_type = type_for(entry, page);
  const std::string problem = entry.loaded->summarize(page, document);
  if (!problem.empty()) {
    document.status = ParseStatus::kFallback;
    document.status_detail = shortened(clean_utf8(problem), kMaxAnnotationBytes);
  }
  if (document.title.empty()) {
    for (const Property& property : document.properties) {
      if (property.name == "title") document.title = property.value;
    }
  }
  make_proper(document, page.limits);
  tell_unknown_words(document);
  document.language = language_of(document.text, document.language);
  return document;
}

}  // namespace porthole::parser
