#include "labs/webbox/request.h"

#include <sys/stat.h>
#include <zlib.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "base/clock.h"
#include "base/text/text.h"
#include "labs/webbox/address.h"

namespace porthole::labs {

namespace {

constexpr std::size_t kSiteMapUrls = 50000;  // sitemaps.org: at most so many in one file
constexpr std::size_t kWorthCompressing = 600;

Response plain_page(int status, std::string_view title, std::string_view text) {
  Response response;
  response.status = status;
  response.type = "text/html; charset=utf-8";
  response.body.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
      .append(title)
      .append("</title></head>\n<body><h1>")
      .append(title)
      .append("</h1><p>")
      .append(text)
      .append("</p></body></html>\n");
  return response;
}

Response redirect_to(const std::string& url) {
  Response response = plain_page(301, "Moved", "This page has another address.");
  response.headers.emplace_back("Location", url);
  return response;
}

void compress_if_asked(Response& response, const Request& request) {
  if (response.body.size() < kWorthCompressing || !accepts_gzip(request.accept_encoding)) return;
  auto packed = gzip(response.body);
  if (!packed) return;
  response.body = std::move(*packed);
  response.headers.emplace_back("Content-Encoding", "gzip");
}

/// "name;q=0.5": the name and the weight.
std::pair<std::string_view, double> read_weighted(std::string_view part) {
  const auto semicolon = part.find(';');
  const std::string_view name = trim(part.substr(0, semicolon));
  if (semicolon == std::string_view::npos) return {name, 1.0};
  const std::string_view parameter = trim(part.substr(semicolon + 1));
  if (!parameter.starts_with("q=")) return {name, 1.0};
  return {name, std::strtod(std::string(parameter.substr(2)).c_str(), nullptr)};
}

std::string hex(std::uint64_t value) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  do {
    out.insert(out.begin(), kDigits[value & 15]);
  } while (value >>= 4);
  return out;
}

}  // namespace

/// Subject of a request.
struct Responder::Target {
  std::string scheme;
  std::string address;  // host/path without query
  std::string url;      // as asked for, with query

  std::string host() const { return std::string(host_of(address)); }
  std::string_view path() const { return path_of(address); }

  static Target of(const Request& request) {
    Target target;
    target.scheme = equals_ignoring_case(request.forwarded_proto, "https") ? "https" : "http";
    std::string location = request.host + request.target;
    if (const auto scheme = request.target.find("://");
        scheme != std::string::npos && !request.target.starts_with('/')) {
      target.scheme = ascii_lower(request.target.substr(0, scheme));
      location = request.target.substr(scheme + 3);
    }
    target.address = address_of(location);
    const auto query = location.find('?');
    target.url = target.scheme + "://" + target.address +
                 (query == std::string::npos ? "" : location.substr(query));
    return target;
  }
};

Response Responder::answer(const Request& request) const {
  const Target target = Target::of(request);
  Response response;
  if (request.method != "GET" && request.method != "HEAD") {
    response = plain_page(405, "Method not allowed", "Only GET and HEAD are served here.");
    response.headers.emplace_back("Allow", "GET, HEAD");
  } else if (target.path() == "/robots.txt" && manifest_.knows_host(target.host())) {
    response = robots(target);
  } else if (target.path() == "/sitemap.xml" && manifest_.pages().contains(target.host())) {
    response = site_map(target);
    compress_if_asked(response, request);
  } else if (const Resource* resource = manifest_.find(target.address)) {
    response = file(*resource, request);
  } else {
    response = missing(target);
  }
  response.url = target.url;
  return response;
}

Response Responder::robots(const Target& target) const {
  Response response;
  response.type = "text/plain";
  const auto own = robots_.find(target.host());
  response.body = own != robots_.end() ? own->second : default_robots(target.scheme, target.host());
  return response;
}

Response Responder::site_map(const Target& target) const {
  Response response;
  response.type = "application/xml";
  std::string& text = response.body;
  text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";
  const auto& pages = manifest_.pages().find(target.host())->second;
  for (std::size_t i = 0; i < std::min(pages.size(), kSiteMapUrls); ++i) {
    text.append("<url><loc>")
        .append(target.scheme)
        .append("://")
        .append(escape_markup(pages[i]))
        .append("</loc></url>\n");
  }
  text += "</urlset>\n";
  return response;
}

Response Responder::file(const Resource& resource, const Request& request) const {
  struct stat info {};
  std::ifstream in(resource.file, std::ios::binary);
  if (!in || ::stat(resource.file.c_str(), &info) != 0) {
    return plain_page(500, "Not readable", "The file of this page cannot be read.");
  }
  const bool packs = resource.type->is_compressible && resource.bytes >= kWorthCompressing;
  const bool packed = packs && accepts_gzip(request.accept_encoding);
  const std::string tag = '"' + hex(static_cast<std::uint64_t>(info.st_mtime)) + '-' +
                          hex(static_cast<std::uint64_t>(info.st_size)) + (packed ? "-gz\"" : "\"");
  const WallTime modified{std::chrono::seconds(info.st_mtime)};

  Response response;
  response.type = resource.type->name;
  response.headers.emplace_back("ETag", tag);
  response.headers.emplace_back("Last-Modified", format_http_date(modified));
  if (packs) response.headers.emplace_back("Vary", "Accept-Encoding");

  bool unchanged = matches_tag(request.if_none_match, tag);
  if (request.if_none_match.empty() && !request.if_modified_since.empty()) {
    const auto since = parse_http_date(request.if_modified_since);
    unchanged = since && modified <= *since;
  }
  if (unchanged) {
    response.status = 304;
    return response;
  }
  response.body.assign(std::istreambuf_iterator<char>(in), {});
  if (packed) compress_if_asked(response, request);
  return response;
}

Response Responder::missing(const Target& target) const {
  if (const auto elsewhere = manifest_.redirect(target.address)) {
    return redirect_to(target.scheme + "://" + *elsewhere);
  }
  if (manifest_.knows_host(target.host())) {
    return plain_page(404, "Not found", "There is no page of this address.");
  }
  Response response = plain_page(502, "Unknown host", "This host is not in the box.");
  response.headers.emplace_back("X-Webbox", "unknown-host");
  return response;
}

bool accepts_gzip(std::string_view accept_encoding) {
  double any = 0;
  for (const std::string_view part : split(accept_encoding, ',')) {
    const auto [name, weight] = read_weighted(part);
    if (equals_ignoring_case(name, "gzip") || equals_ignoring_case(name, "x-gzip")) {
      return weight > 0;
    }
    if (name == "*") any = weight;
  }
  return any > 0;
}

bool matches_tag(std::string_view if_none_match, std::string_view tag) {
  for (std::string_view part : split(if_none_match, ',')) {
    part = trim(part);
    if (part.starts_with("W/")) part.remove_prefix(2);
    if (part == tag || part == "*") return true;
  }
  return false;
}

std::optional<std::string> gzip(std::string_view data) {
  constexpr int kGzipFrame = 16;
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, MAX_WBITS + kGzipFrame, 8,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    return std::nullopt;
  }
  std::string out(deflateBound(&stream, data.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
  stream.avail_in = static_cast<uInt>(data.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int outcome = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (outcome != Z_STREAM_END) return std::nullopt;
  return out;
}

const RobotsRules& own_robots_rules() {
  static const RobotsRules rules{
      {"docs.python.org",
       "User-agent: *\n"
       "Disallow: /3/whatsnew/\n"
       "Allow: /3/whatsnew/3.11.html\n"
       "Crawl-delay: 1\n"},
      {"llvm.org",
       "# Lines end in CR LF here\r\n"
       "User-agent: *\r\n"
       "Disallow: /docs/CommandGuide/\r\n"
       "\r\n"
       "User-agent: BadBot\r\n"
       "Disallow: /\r\n"},
      {"lilypond.org",
       "User-agent: *\n"
       "Disallow: /doc/v2.24/Documentation/internals/\n"
       "Disallow: /*-big-page.html$\n"},
      {"cmake.org", "User-agent: *\nDisallow:\n"},
      {"www.freepascal.org", "User-agent: *\nDisallow: /\n"},
      {"grass.osgeo.org",
       "\xEF\xBB\xBFUser-Agent: *\n"
       "Disallow: /grass82/manuals/r.\n"
       "Allow: /grass82/manuals/r.li\n"},
  };
  return rules;
}

std::string default_robots(const std::string& scheme, const std::string& host) {
  return "User-agent: *\nDisallow: /search.html\nSitemap: " + scheme + "://" + host +
         "/sitemap.xml\n";
}

}  // namespace porthole::labs
