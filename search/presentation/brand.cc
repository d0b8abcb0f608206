#include "search/presentation/brand.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <utility>

#include "base/url/url.h"
#include "base/xml/tree.h"

namespace porthole::search {
namespace {

constexpr double kContrast = 4.5;

using Rgb = std::array<double, 3>;  // 0 to 255

/// The backgrounds of style.css on which links stand, the one nearer to the colour of links.
constexpr Rgb kLight = {0xF3, 0xF0, 0xE6};
constexpr Rgb kDark = {0x19, 0x24, 0x2A};
constexpr Rgb kBlack = {0, 0, 0};
constexpr Rgb kWhite = {255, 255, 255};

/// Source: WCAG 2.1, "relative luminance".
double luminance(const Rgb& colour) {
  const auto linear = [](double value) {
    const double share = value / 255;
    return share <= 0.03928 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2]);
}

double contrast(const Rgb& a, const Rgb& b) {
  const double one = luminance(a) + 0.05;
  const double other = luminance(b) + 0.05;
  return std::max(one, other) / std::min(one, other);
}

Rgb mixed(const Rgb& colour, const Rgb& other, double share) {
  Rgb made{};
  for (std::size_t i = 0; i < made.size(); ++i)
    made[i] = std::round(colour[i] + (other[i] - colour[i]) * share);
  return made;
}

/// `colour`, moved towards `end` in steps of a twentieth.
Rgb readable(const Rgb& colour, const Rgb& background, const Rgb& end) {
  Rgb made = colour;
  for (int step = 1; step <= 20 && contrast(made, background) < kContrast; ++step)
    made = mixed(colour, end, step / 20.0);
  return made;
}

std::string as_hex(const Rgb& colour) {
  char text[8];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", static_cast<unsigned>(colour[0]),
                static_cast<unsigned>(colour[1]), static_cast<unsigned>(colour[2]));
  return text;
}

/// The media type by the first bytes; "" for anything that browsers do not show as an image.
std::string image_type(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\x89PNG\r\n"sv)) return "image/png";
  if (bytes.starts_with("\xFF\xD8\xFF"sv)) return "image/jpeg";
  if (bytes.starts_with("GIF8"sv)) return "image/gif";
  if (bytes.starts_with("RIFF"sv) && bytes.substr(0, 12).ends_with("WEBP"sv)) return "image/webp";
  return bytes.find("<svg"sv) != std::string_view::npos ? "image/svg+xml" : "";
}

/// The URL of <agent> where it is one that browsers open.
std::string page_about(const collection::Agent& agent) {
  const Result<Url> url = Url::parse(agent.url);
  return url && (url->scheme() == "http" || url->scheme() == "https") ? url->href() : "";
}

}  // namespace

Result<Brand> brand_of(const collection::Specification& specification) {
  const collection::SearchPage& page = specification.search_page;
  Brand brand{page.title.empty() ? specification.topic.title : page.title,
              page.description,
              "",
              "",
              page.colour,
              page.queries,
              specification.topic.terms,
              page_about(specification.agent)};
  if (page.logo.empty()) return brand;
  const std::string named = "it is the logo of <search-page> in " + specification.file.string();
  Result<std::string> bytes = xml::read_file(page.logo, kMaxLogo);
  if (!bytes) {
    Error error = bytes.error();
    if (error.hint.empty()) error.hint = named;
    return fail(std::move(error));
  }
  brand.logo_type = image_type(*bytes);
  if (brand.logo_type.empty()) {
    return fail({ErrorCode::kInvalid, "not an SVG, PNG, JPEG, WebP or GIF file", page.logo.string(),
                 0, 0, named});
  }
  brand.logo = std::move(*bytes);
  return brand;
}

std::string colour_style(const std::string& colour) {
  const unsigned long value = std::stoul(colour.substr(1), nullptr, 16);
  const Rgb own = {static_cast<double>(value >> 16 & 255), static_cast<double>(value >> 8 & 255),
                   static_cast<double>(value & 255)};
  return ":root { --link: " + as_hex(readable(own, kLight, kBlack)) +
         "; }\n@media (prefers-color-scheme: dark) { :root { --link: " +
         as_hex(readable(own, kDark, kWhite)) + "; } }\n";
}

}  // namespace porthole::search
