#include "summarizer/export/cdxj.h"

#include <algorithm>

#include "archive/archive_files.h"
#include "archive/http_message.h"
#include "archive/warc_reader.h"
#include "base/json/json.h"
#include "base/text/text.h"
#include "base/url/url.h"

namespace porthole::summarizer {
namespace {

using nlohmann::ordered_json;

/// "www.", "www2." and the like are left out of the key.
std::string_view without_www(std::string_view host) {
  if (!host.starts_with("www")) return host;
  const std::size_t end = host.find_first_not_of("0123456789", 3);
  return end != std::string_view::npos && host[end] == '.' ? host.substr(end + 1) : host;
}

std::string reversed_host(std::string_view host) {
  std::string out;
  for (const std::string_view label : split(host, '.'))
    out = out.empty() ? std::string(label) : std::string(label) + "," + out;
  return out;
}

std::string sorted_query(std::string_view query) {
  std::vector<std::string_view> parameters;
  for (const std::string_view parameter : split(query, '&')) parameters.push_back(parameter);
  std::ranges::stable_sort(parameters, {},
                           [](std::string_view p) { return p.substr(0, p.find('=')); });
  std::string out;
  for (const std::string_view parameter : parameters) {
    out += out.empty() ? '?' : '&';
    out += parameter;
  }
  return out;
}

/// "2026-11-23T06:40:00Z" as "20261123064000".
std::string digits_of(std::string_view date) {
  std::string out;
  for (const char c : date) {
    if (c >= '0' && c <= '9' && out.size() < 14) out += c;
  }
  return out;
}

std::string line_of(const archive::WarcRecord& record, const std::string& file) {
  const auto head = archive::parse_response_head(
      std::string_view(record.block).substr(0, archive::head_size(record.block)));
  const std::string status = head ? std::to_string(head->status) : std::string("-");
  const std::string mime = head ? std::string(head->field("content-type")) : std::string();
  const ordered_json value = {{"url", record.target()},
                              {"mime", trimmed(mime.substr(0, mime.find(';')))},
                              {"status", status},
                              {"digest", record.field("warc-payload-digest")},
                              {"offset", std::to_string(record.offset)},
                              {"length", std::to_string(record.stored_size)},
                              {"filename", file}};
  return surt_of(record.target()) + ' ' + digits_of(record.field("warc-date")) + ' ' +
         value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

Result<void> add_lines(const std::filesystem::path& path, std::int64_t end,
                       std::vector<std::string>& lines) {
  TRY_AS(reader, archive::WarcReader::open(path));
  while (true) {
    TRY_AS(record, (*reader)->next());
    if (!*record || (*record)->offset >= end) return {};
    if ((*record)->type() == "response" && (*record)->can_be_sought)
      lines.push_back(line_of(**record, path.filename().string()));
  }
}

}  // namespace

std::string surt_of(std::string_view text) {
  const Result<Url> url = Url::parse(text);
  if (!url || !url->is_web()) return std::string(text);
  std::string key = reversed_host(without_www(url->host()));
  if (url->port()) key += ':' + std::to_string(*url->port());
  key += ')';
  key += url->path();
  if (!url->query().empty()) key += sorted_query(url->query());
  return ascii_lower(key);
}

Result<std::vector<std::string>> cdxj_lines(const std::filesystem::path& folder,
                                            const std::string& last_file, std::int64_t last_size) {
  std::vector<std::string> lines;
  for (const std::filesystem::path& path : archive::archive_files(folder)) {
    const bool is_last = path.filename() == last_file;
    const std::int64_t end = is_last ? last_size : std::numeric_limits<std::int64_t>::max();
    TRY(add_lines(path, end, lines));
  }
  std::ranges::sort(lines);
  return lines;
}

}  // namespace porthole::summarizer
