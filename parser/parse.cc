#include "parser/parse.h"

#include <utility>

#include "base/text/text.h"
#include "parser/html/charset.h"
#include "parser/html/fallback.h"
#include "parser/html/html.h"
#include "parser/html/page_builder.h"
#include "parser/html/prescan.h"
#include "parser/html/tidy_workarounds.h"
#include "parser/language.h"
#include "parser/limits.h"
#include "parser/media_type.h"
#include "parser/page_xml.h"
#include "parser/summarizers.h"

namespace porthole::parser {
namespace {

constexpr std::size_t kMaxXmlBytes = kMaxDocumentBytes - (1u << 20);

/// A page before its text is parsed: type, charset, text.
struct Page {
  explicit Page(const ParseInput& page) : input(page) {
    type = media_type_of(input.body, input.content_type);
    if (type.reader == Reader::kNone) return;
    const bool is_html = type.reader == Reader::kHtml;
    charset = detect_charset(input.body, input.content_type,
                             is_html ? MetaReach::kWholePage : MetaReach::kPrescan);
    text = to_utf8(input.body, charset, buffer);
    if (is_html) text = with_text_that_tidy_drops(text, rewritten);
  }
  Page(const Page&) = delete;  // text may point into a buffer of this object
  Page& operator=(const Page&) = delete;

  const ParseInput& input;
  MediaType type;
  std::string charset;
  std::string buffer, rewritten;
  std::string_view text;  ///< UTF-8.
};

PageBuilder builder_for(const Page& page) { return {page.input, page.text.size(), page.charset}; }

Document finished(Document document, const Page& page, ParseStatus status, std::string detail) {
  document.status = status;
  document.status_detail = std::move(detail);
  if (status == ParseStatus::kFallback) {  // Blocks of a part of the page would hide the rest.
    document.blocks.clear();
    document.block_reasons.clear();
    document.page_type = PageType::kUnknown;
  }
  document.charset = page.charset;
  document.media_type = page.type.name;
  document.language = language_of(document.text, document.language);
  return document;
}

/// Parses the safe part of the page with the tree parser, the rest by the linear scan.
Document read_page(const Page& page) {
  Prescan limit = prescan(page.text);
  PageBuilder builder = builder_for(page);
  if (page.input.explain_blocks) builder.explain_blocks();
  read_html(page.text.substr(0, limit.safe_bytes), limit.unread, builder);
  if (limit.problem.empty()) return finished(builder.finish(), page, ParseStatus::kParsed, "");
  scan_html(page.text.substr(limit.safe_bytes), builder);
  return finished(builder.finish(), page, ParseStatus::kFallback, std::move(limit.problem));
}

Document unread(const Page& page) {
  Document document;
  document.status = ParseStatus::kUnsupported;
  document.status_detail = "no reader for " + page.type.name;
  document.media_type = page.type.name;
  return document;
}

Document write_xml(const Page& page) {
  if (page.type.reader != Reader::kHtml) return unread(page);
  const Prescan limit = prescan(page.text);
  Document document;
  document.text = page_as_xml(page.text.substr(0, limit.safe_bytes), limit.unread);
  document.status = limit.problem.empty() ? ParseStatus::kParsed : ParseStatus::kFallback;
  document.status_detail = limit.problem;
  document.charset = page.charset;
  document.media_type = "application/xhtml+xml";
  if (document.text.size() <= kMaxXmlBytes) return document;
  document.text.clear();  // Cut XML would be invalid.
  document.status = ParseStatus::kFailed;
  document.status_detail = "as XML it has more than " + std::to_string(kMaxXmlBytes >> 20) + " MiB";
  return document;
}

Document read_xml(const Page& page) {
  PageBuilder builder = builder_for(page);
  scan_xml(page.text, builder);
  return finished(builder.finish(), page, ParseStatus::kTextOnly, "XML: text without links");
}

/// Keeps lines; the first line with text is the title.
Document read_plain(const Page& page) {
  TextBuilder text(page.text.size());
  for (std::string_view rest = page.text; !rest.empty();) {
    const auto end = rest.find_first_of("\r\n");
    text.append(rest.substr(0, end));
    text.break_line();
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  Document document;
  document.text = text.take();
  const std::string_view all = document.text;
  document.title = std::string(cut(trim(all.substr(0, all.find('\n'))), kMaxTitleBytes));
  return finished(std::move(document), page, ParseStatus::kTextOnly, "plain text");
}

}  // namespace

Document parse_document(const ParseInput& input, Summarizers* summarizers, int depth) {
  const Page page(input);
  if (input.as_xml) return write_xml(page);
  // Bytes that look like HTML may be a program with HTML in its comments: without a declared type,
  // the
  // file name's suffix takes precedence.
  const bool is_declared = declared_type(input.content_type) == page.type.name;
  const bool is_built_in = page.type.reader == Reader::kHtml && is_declared &&
                           (summarizers == nullptr || !summarizers->is_read(page.type.name));
  if (summarizers != nullptr && !is_built_in) {
    if (std::optional<Document> document = summarizers->read(input, depth, parse_document)) {
      return std::move(*document);
    }
  }
  if (page.type.reader == Reader::kHtml) return read_page(page);
  Document document = page.type.reader == Reader::kXml     ? read_xml(page)
                      : page.type.reader == Reader::kPlain ? read_plain(page)
                                                           : unread(page);
  if (summarizers != nullptr && !is_built_in && !summarizers->refused().empty())
    document.status_detail += std::string(kRefusedBy) + summarizers->refused();
  return document;
}

Document fallback_document(const ParseInput& input, std::string why) {
  const Page page(input);
  if (page.type.reader == Reader::kNone || input.as_xml) {
    Document document = unread(page);
    document.status = ParseStatus::kFailed;
    document.status_detail = std::move(why);
    return document;
  }
  if (page.type.reader != Reader::kHtml) return parse_document(input);
  PageBuilder builder = builder_for(page);
  scan_html(page.text, builder);
  return finished(builder.finish(), page, ParseStatus::kFallback, std::move(why));
}

}  // namespace porthole::parser
