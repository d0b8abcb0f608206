// Images made of pixels: JPEG, PNG, GIF, TIFF, WebP, BMP and what exiv2 reads besides.

#include <Poco/ClassLibrary.h>

#include <memory>
#include <string>

#include "base/text/text.h"
#include "plugins/formats/images/image_tags.h"
#include "plugins/formats/images/raster.h"
#include "plugins/page_facts.h"

namespace porthole {
namespace {

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

extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi; }

POCO_BEGIN_MANIFEST(porthole::Plugin)
POCO_EXPORT_CLASS(porthole::ImageSummarizer)
POCO_END_MANIFEST
