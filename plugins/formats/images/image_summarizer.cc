// Images made of pixels: JPEG, PNG, GIF, TIFF, WebP, BMP and what exiv2 reads besides.

#include <algorithm>
#include <array>
#include <cmath>
#include <exiv2/exiv2.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/text.h"
#include "plugins/export.h"
#include "plugins/formats/images/raster.h"
#include "plugins/formats/media/binary.h"
#include "plugins/page_facts.h"

namespace porthole {
namespace {

// Maps EXIF, IPTC and XMP metadata of an image to the properties of schemas/summary.rdfs.
//
// Sources: CIPA DC-008 (EXIF 2.32); IPTC-IIM 4.2 and IPTC Photo Metadata; XMP part 1 and 2.

constexpr long kMostValues = 200;

/// The texts of one image by the keys of exiv2, in UTF-8.
class Tags {
 public:
  Tags(const Exiv2::Image& image, InnerReader& inner) : image_(image), inner_(inner) {}

  /// All values of `key`, "Exif.Image.Artist"; of a text in several languages the first.
  std::vector<std::string> all(const std::string& key) const {
    if (key.starts_with("Exif."))
      return texts(image_.exifData().findKey(Exiv2::ExifKey(key)), image_.exifData().end());
    if (key.starts_with("Xmp.")) return xmp(key);
    std::vector<std::string> found;
    for (const Exiv2::Iptcdatum& datum : image_.iptcData()) {
      if (datum.key() == key) found.push_back(utf8(datum.toString()));
    }
    return found;
  }

  /// The first value of the first of `keys` that has one.
  std::string first(std::initializer_list<const char*> keys) const {
    for (const char* key : keys) {
      for (std::string& value : all(key)) {
        if (!value.empty()) return std::move(value);
      }
    }
    return {};
  }

 private:
  template <class Iterator>
  std::vector<std::string> texts(Iterator found, Iterator end) const {
    if (found == end || found->size() > static_cast<long>(kMaxBytes)) return {};
    const auto* comment = dynamic_cast<const Exiv2::CommentValue*>(&found->value());
    return {utf8(comment != nullptr ? comment->comment() : found->toString())};
  }

  std::vector<std::string> xmp(const std::string& key) const {
    const auto found = image_.xmpData().findKey(Exiv2::XmpKey(key));
    if (found == image_.xmpData().end()) return {};
    if (const auto* languages = dynamic_cast<const Exiv2::LangAltValue*>(&found->value())) {
      return {utf8(languages->toString(0))};
    }
    std::vector<std::string> values;
    for (long i = 0; i < std::min(found->count(), kMostValues); ++i)
      values.push_back(utf8(found->toString(i)));
    return values;
  }

  std::string utf8(const std::string& text) const {
    const std::string value = fold_space(inner_.to_utf8(text, ""));
    // Cameras leave room for a text, filled with zeros.
    return value.substr(0, value.find("\xEF\xBF\xBD\xEF\xBF\xBD"));
  }

  static constexpr std::size_t kMaxBytes = 64u << 10;
  const Exiv2::Image& image_;
  InnerReader& inner_;
};

void add_first(const Tags& tags, PageFacts& facts, const char* property,
               std::initializer_list<const char*> keys) {
  facts.say(property, tags.first(keys));
}

void add_all(const Tags& tags, PageFacts& facts, const char* property,
             std::initializer_list<const char*> keys) {
  for (const char* key : keys) {
    for (const std::string& value : tags.all(key)) facts.say(property, value);
  }
}

/// "Make Model", without the make twice.
std::string camera(const Tags& tags) {
  const std::string make = tags.first({"Exif.Image.Make"});
  const std::string model = tags.first({"Exif.Image.Model"});
  return make.empty() || model.starts_with(make) ? model : make + " " + model;
}

/// A date of EXIF ("2024:05:06 07:08:09") with its zone, or of XMP, as a W3C date; "" for none.
std::string date(std::string text, const std::string& zone) {
  const bool is_exif = text.size() >= 10 && text[4] == ':' && text[7] == ':';
  if (is_exif) {
    text[4] = text[7] = '-';
    if (text.size() > 10) text[10] = 'T';
    text += zone;
  }
  return w3c_date_of(text);
}

double part_of(const Exiv2::Exifdatum& datum, long n) {
  const Exiv2::Rational part = datum.toRational(n);
  return part.second == 0 ? NAN : static_cast<double>(part.first) / part.second;
}

/// Degrees, minutes and seconds as degrees, south and west below zero.
void add_coordinate(const Exiv2::Image& image, const char* property, const std::string& key,
                    char negative, PageFacts& facts) {
  const Exiv2::ExifData& exif = image.exifData();
  const auto found = exif.findKey(Exiv2::ExifKey(key));
  const auto side = exif.findKey(Exiv2::ExifKey(key + "Ref"));
  if (found == exif.end() || side == exif.end() || found->count() < 3) return;
  double degrees = part_of(*found, 0) + part_of(*found, 1) / 60 + part_of(*found, 2) / 3600;
  if (side->toString().starts_with(negative)) degrees = -degrees;
  if (!(std::abs(degrees) <= 180)) return;
  facts.say(property, decimal(degrees, 6));
}

void read_tags(const Exiv2::Image& image, PageFacts& facts) {
  Document& document = facts.document();
  InnerReader& inner = *facts.page().inner;
  const Tags tags(image, inner);
  document.title = tags.first({"Xmp.dc.title", "Iptc.Application2.ObjectName",
                               "Xmp.photoshop.Headline", "Iptc.Application2.Headline"});
  document.description = tags.first({"Xmp.dc.description", "Iptc.Application2.Caption",
                                     "Exif.Image.ImageDescription", "Exif.Photo.UserComment"});
  if (document.description.empty())
    document.description = fold_space(inner.to_utf8(image.comment(), ""));
  add_all(tags, facts, "author",
          {"Xmp.dc.creator", "Iptc.Application2.Byline", "Exif.Image.Artist"});
  add_all(tags, facts, "keyword", {"Xmp.dc.subject", "Iptc.Application2.Keywords"});
  add_first(tags, facts, "rights",
            {"Xmp.dc.rights", "Iptc.Application2.Copyright", "Exif.Image.Copyright"});
  add_first(tags, facts, "publisher",
            {"Xmp.dc.publisher", "Iptc.Application2.Source", "Iptc.Application2.Credit"});
  add_first(tags, facts, "generator", {"Exif.Image.Software", "Xmp.xmp.CreatorTool"});
  add_all(
      tags, facts, "location",
      {"Iptc.Application2.SubLocation", "Iptc.Application2.City", "Iptc.Application2.ProvinceState",
       "Iptc.Application2.CountryName", "Xmp.photoshop.City", "Xmp.photoshop.Country"});
  facts.say("camera", camera(tags));
  const std::string zone = tags.first({"Exif.Photo.OffsetTimeOriginal", "Exif.Photo.OffsetTime"});
  const std::string taken =
      date(tags.first({"Exif.Photo.DateTimeOriginal", "Xmp.exif.DateTimeOriginal"}), zone);
  facts.say("taken", taken);
  const std::string made =
      date(tags.first({"Xmp.xmp.CreateDate", "Exif.Photo.DateTimeDigitized"}), zone);
  document.published = taken.empty() ? made : taken;
  facts.say("created", document.published);
  document.modified = date(tags.first({"Xmp.xmp.ModifyDate", "Exif.Image.DateTime"}), zone);
  add_coordinate(image, "latitude", "Exif.GPSInfo.GPSLatitude", 'S', facts);
  add_coordinate(image, "longitude", "Exif.GPSInfo.GPSLongitude", 'W', facts);
}

/// The keywords that PNG registers for its texts.
void add_texts(const Raster& raster, PageFacts& facts) {
  Document& document = facts.document();
  for (const auto& [keyword, bytes] : raster.texts) {
    const std::string text = fold_space(facts.page().inner->to_utf8(bytes, ""));
    if (keyword == "Title" && document.title.empty()) document.title = text;
    if ((keyword == "Description" || keyword == "Comment") && document.description.empty()) {
      document.description = text;
    }
    if (keyword == "Author") facts.say("author", text);
    if (keyword == "Copyright") facts.say("rights", text);
    if (keyword == "Software") facts.say("generator", text);
  }
}

}  // namespace

class ImageSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {
        .name = "image", .version = "1.0", .help = "Images: size, EXIF, IPTC and XMP, by exiv2"};
  }

  Formats formats() const override {
    return {.types = {"image/jpeg", "image/pjpeg", "image/png", "image/apng", "image/gif",
                      "image/tiff", "image/webp", "image/bmp", "image/x-ms-bmp", "image/jp2",
                      "image/vnd.adobe.photoshop", "image/x-tga"},
            .suffixes = {".jpg", ".jpeg", ".png", ".apng", ".gif", ".tif", ".tiff", ".webp", ".bmp",
                         ".jp2", ".psd"}};
  }

  bool reads(const PageBytes& page) const override {
    return page.detected_type.starts_with("image/");
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    Exiv2::LogMsg::setLevel(Exiv2::LogMsg::mute);
    document.resource_class = "Image";
    std::unique_ptr<Exiv2::Image> image;
    std::string problem;
    try {
      image.reset(Exiv2::ImageFactory::open(reinterpret_cast<const Exiv2::byte*>(page.body.data()),
                                            static_cast<long>(page.body.size()))
                      .release());
      image->readMetadata();
    } catch (const Exiv2::AnyError& error) {
      problem = error.what();
    }
    const Raster raster = read_raster(page.body);
    PageFacts facts(page, document);
    if (image != nullptr) {
      facts.say("width", std::to_string(image->pixelWidth()));
      facts.say("height", std::to_string(image->pixelHeight()));
    }
    facts.say("colorSpace", raster.color_space);
    facts.say("frames", std::to_string(raster.frames));
    if (image != nullptr) read_tags(*image, facts);
    add_texts(raster, facts);
    facts.line(document.description);
    return problem;
  }
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::ImageSummarizer)
