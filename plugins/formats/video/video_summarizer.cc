// Plug-in for video files: MP4 and QuickTime, Matroska and WebM, AVI, Ogg Theora; also audio in
// them (audio/webm). Only the containers are read; nothing is decoded.

#include <array>

#include "base/text/text.h"
#include "plugins/export.h"
#include "plugins/formats/media/binary.h"
#include "plugins/formats/video/media_file.h"
#include "plugins/page_facts.h"

namespace porthole {
namespace {

using Reader = MediaFile (*)(std::string_view);

/// Null for what none of them reads.
Reader reader_of(std::string_view body) {
  if (body.starts_with("\x1A\x45\xDF\xA3")) return read_matroska;
  if (body.starts_with("RIFF") && slice(body, 8, 4) == "AVI ") return read_avi;
  if (body.starts_with("OggS") && body.substr(0, 4096).find("\x80theora") != std::string_view::npos)
    return read_ogg;
  const std::string_view box = slice(body, 4, 4);
  const bool is_mp4 = box == "ftyp" || box == "moov" || box == "mdat" || box == "wide";
  return is_mp4 ? read_mp4 : nullptr;
}

void say_number(PageFacts& facts, const char* property, double value, int digits) {
  if (value > 0) facts.say(property, decimal(value, digits));
}

void add_tag(PageFacts& facts, const std::string& property, const std::string& value) {
  Document& document = facts.document();
  if (property == "title") {
    if (document.title.empty()) document.title = fold_space(value);
  } else if (property == "description") {
    if (document.description.empty()) document.description = fold_space(value);
  } else if (property == "date") {
    if (document.published.empty()) document.published = w3c_date_of(value);
    facts.say("created", w3c_date_of(value));
  } else if (property == "keyword") {
    facts.say_each(property, value, ',');
  } else {
    facts.say(property, value);
  }
}

/// A tag of a container, and the property that it becomes.
struct Tag {
  std::string_view name;
  std::string_view property;
};

/// Names of iTunes and QuickTime (whose first letter is a copyright sign), of Matroska and of
/// Xiph's comments, of RIFF.
constexpr auto kTags = std::to_array<Tag>({
    {"\xA9nam", "title"},
    {"TITLE", "title"},
    {"INAM", "title"},
    {"\xA9"
     "ART",
     "artist"},
    {"ARTIST", "artist"},
    {"IART", "artist"},
    {"\xA9"
     "alb",
     "album"},
    {"ALBUM", "album"},
    {"\xA9wrt", "author"},
    {"DIRECTOR", "author"},
    {"WRITTEN_BY", "author"},
    {"AUTHOR", "author"},
    {"COMPOSER", "author"},
    {"\xA9"
     "dir",
     "author"},
    {"\xA9"
     "aut",
     "author"},
    {"\xA9gen", "genre"},
    {"GENRE", "genre"},
    {"IGNR", "genre"},
    {"\xA9"
     "day",
     "date"},
    {"DATE_RELEASED", "date"},
    {"DATE", "date"},
    {"ICRD", "date"},
    {"\xA9"
     "cmt",
     "description"},
    {"desc", "description"},
    {"ldes", "description"},
    {"\xA9"
     "des",
     "description"},
    {"DESCRIPTION", "description"},
    {"COMMENT", "description"},
    {"COMMENTS", "description"},
    {"SUMMARY", "description"},
    {"ICMT", "description"},
    {"cprt", "rights"},
    {"\xA9"
     "cpy",
     "rights"},
    {"COPYRIGHT", "rights"},
    {"LICENSE", "rights"},
    {"ICOP", "rights"},
    {"\xA9too", "generator"},
    {"\xA9swr", "generator"},
    {"ENCODER", "generator"},
    {"ISFT", "generator"},
    {"keyw", "keyword"},
    {"KEYWORDS", "keyword"},
    {"IKEY", "keyword"},
    {"PUBLISHER", "publisher"},
    {"\xA9pub", "publisher"},
});

}  // namespace

std::string_view property_of_tag(std::string_view name) {
  for (const Tag& tag : kTags) {
    if (equals_ignoring_case(tag.name, name)) return tag.property;
  }
  return {};
}

class VideoSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "video",
            .version = "1.0",
            .help = "Moving pictures: tracks, length, size and tags of their containers"};
  }

  Formats formats() const override {
    return {
        .types = {"video/mp4", "video/quicktime", "video/x-m4v", "video/3gpp", "video/3gpp2",
                  "audio/mp4", "video/x-matroska", "audio/x-matroska", "video/webm", "audio/webm",
                  "video/x-msvideo", "video/avi", "video/msvideo", "video/ogg", "application/ogg"},
        .suffixes = {".mp4", ".m4v", ".mov", ".qt", ".3gp", ".3g2", ".mkv", ".mka", ".webm", ".avi",
                     ".ogv", ".ogg"}};
  }

  bool reads(const PageBytes& page) const override { return reader_of(page.body) != nullptr; }

  std::string summarize(const PageBytes& page, Document& document) override {
    const MediaFile file = reader_of(page.body)(page.body);
    if (!file.has_pictures && !file.has_sound) {
      return page.truncated ? "its index is not in the part that was fetched" : "no track in it";
    }
    document.resource_class = file.has_pictures ? "Video" : "Sound";
    PageFacts facts(page, document);
    if (file.has_pictures) {
      say_number(facts, "width", file.width, 0);
      say_number(facts, "height", file.height, 0);
      say_number(facts, "frameRate", file.frame_rate, 3);
    }
    say_number(facts, "duration", file.seconds, 3);
    const double bits = static_cast<double>(page.body.size()) * 8;
    if (!page.truncated && file.seconds > 0)
      say_number(facts, "bitRate", bits / file.seconds / 1000, 0);
    say_number(facts, "sampleRate", file.sample_rate, 0);
    say_number(facts, "channels", file.channels, 0);
    for (const std::string& codec : file.codecs) facts.say("codec", codec);
    for (const auto& [property, value] : file.tags)
      add_tag(facts, property, page.inner->to_utf8(value, ""));
    for (const std::string& chapter : file.chapters) facts.say("heading", chapter);
    facts.line(document.description);
    return {};
  }
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::VideoSummarizer)
