// Sound: MP3, Ogg Vorbis, Opus, Speex, FLAC, WAV, AIFF, M4A, WMA and what TagLib reads besides.

#include <taglib/aifffile.h>
#include <taglib/asffile.h>
#include <taglib/fileref.h>
#include <taglib/flacfile.h>
#include <taglib/mp4file.h>
#include <taglib/mpegfile.h>
#include <taglib/oggflacfile.h>
#include <taglib/opusfile.h>
#include <taglib/speexfile.h>
#include <taglib/tbytevectorstream.h>
#include <taglib/tpropertymap.h>
#include <taglib/vorbisfile.h>
#include <taglib/wavfile.h>

#include <array>
#include <string>

#include "base/text/text.h"
#include "plugins/export.h"
#include "plugins/formats/media/binary.h"
#include "plugins/page_facts.h"

namespace porthole {
namespace {

constexpr unsigned kMostValues = 50;

/// Names of TagLib (documented at TagLib::PropertyMap) and ours.
struct Name {
  const char* tag;
  const char* property;
};
constexpr std::array kNames = {Name{"ARTIST", "artist"},         Name{"ALBUM", "album"},
                               Name{"TRACKNUMBER", "track"},     Name{"GENRE", "genre"},
                               Name{"COMPOSER", "author"},       Name{"LYRICIST", "author"},
                               Name{"PERFORMER", "contributor"}, Name{"CONDUCTOR", "contributor"},
                               Name{"COPYRIGHT", "rights"},      Name{"LICENSE", "rights"},
                               Name{"LABEL", "publisher"},       Name{"ORGANIZATION", "publisher"},
                               Name{"ISRC", "identifier"},       Name{"ENCODEDBY", "generator"},
                               Name{"ENCODING", "generator"}};

std::vector<std::string> values(const TagLib::PropertyMap& tags, const char* name) {
  std::vector<std::string> found;
  const auto entry = tags.find(name);
  if (entry == tags.end()) return found;
  for (const TagLib::String& value : entry->second) {
    if (found.size() == kMostValues) break;
    found.push_back(clean_utf8(value.to8Bit(true)));
  }
  return found;
}

std::string first(const TagLib::PropertyMap& tags, const char* name) {
  const std::vector<std::string> found = values(tags, name);
  return found.empty() ? "" : found.front();
}

void read_tags(const TagLib::PropertyMap& tags, PageFacts& facts) {
  Document& document = facts.document();
  document.title = fold_space(first(tags, "TITLE"));
  for (const Name& name : kNames) {
    for (const std::string& value : values(tags, name.tag)) facts.say(name.property, value);
  }
  document.published = w3c_date_of(first(tags, "DATE"));
  facts.say("created", document.published);
  for (const char* name : {"DESCRIPTION", "COMMENT"}) {
    if (document.description.empty()) document.description = fold_space(first(tags, name));
  }
  facts.line(document.description);
  const std::string lyrics = first(tags, "LYRICS");
  for (const std::string_view line : split(lyrics, '\n')) facts.line(line);
}

/// "" where the container says no more than itself.
const char* codec_of(const TagLib::File* file) {
  if (dynamic_cast<const TagLib::MPEG::File*>(file) != nullptr) return "MP3";
  if (dynamic_cast<const TagLib::Ogg::Vorbis::File*>(file) != nullptr) return "Vorbis";
  if (dynamic_cast<const TagLib::Ogg::Opus::File*>(file) != nullptr) return "Opus";
  if (dynamic_cast<const TagLib::Ogg::Speex::File*>(file) != nullptr) return "Speex";
  if (dynamic_cast<const TagLib::FLAC::File*>(file) != nullptr) return "FLAC";
  if (dynamic_cast<const TagLib::Ogg::FLAC::File*>(file) != nullptr) return "FLAC";
  if (dynamic_cast<const TagLib::RIFF::WAV::File*>(file) != nullptr) return "PCM";
  if (dynamic_cast<const TagLib::RIFF::AIFF::File*>(file) != nullptr) return "PCM";
  return "";
}

/// Length and rate are reckoned from the size of the file; of a part of it they would be wrong.
void read_stream(const TagLib::AudioProperties& stream, bool is_whole, PageFacts& facts) {
  const auto add = [&facts](const char* name, int number) {
    if (number > 0) facts.say(name, std::to_string(number));
  };
  if (is_whole && stream.lengthInMilliseconds() > 0) {
    facts.say("duration", decimal(stream.lengthInMilliseconds() / 1000.0, 3));
  }
  if (is_whole) add("bitRate", stream.bitrate());
  add("sampleRate", stream.sampleRate());
  add("channels", stream.channels());
}

}  // namespace

class SoundSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "sound", .version = "1.0", .help = "Sound: tags, length and rates, by TagLib"};
  }

  Formats formats() const override {
    return {.types = {"audio/mpeg",     "audio/mp3",       "audio/ogg",      "audio/vorbis",
                      "audio/opus",     "audio/speex",     "audio/flac",     "audio/x-flac",
                      "audio/wav",      "audio/x-wav",     "audio/vnd.wave", "audio/wave",
                      "audio/aiff",     "audio/x-aiff",    "audio/mp4",      "audio/x-m4a",
                      "audio/x-ms-wma", "audio/x-wavpack", "audio/x-ape",    "audio/x-musepack",
                      "application/ogg"},
            .suffixes = {".mp3", ".ogg", ".oga", ".opus", ".spx", ".flac", ".wav", ".aif", ".aiff",
                         ".m4a", ".m4b", ".wma", ".wv", ".ape", ".mpc"}};
  }

  // An Ogg with pictures is a video's.
  bool reads(const PageBytes& page) const override {
    const std::string_view head = page.body.substr(0, 4096);
    if (head.starts_with("OggS")) return head.find("\x80theora") == std::string_view::npos;
    return page.detected_type.starts_with("audio/") || head.starts_with("ID3") ||
           head.starts_with("\xFF\xFB") || head.starts_with("wvPk") || head.starts_with("MAC ") ||
           head.starts_with("MPCK") || head.starts_with("\x30\x26\xB2\x75");
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    TagLib::ByteVectorStream stream(
        TagLib::ByteVector(page.body.data(), static_cast<unsigned>(page.body.size())));
    const TagLib::FileRef sound(&stream);
    if (sound.isNull()) return "no sound that can be read";
    document.resource_class = "Sound";
    PageFacts facts(page, document);
    read_tags(sound.file()->properties(), facts);
    facts.say("codec", codec_of(sound.file()));
    if (sound.audioProperties() != nullptr)
      read_stream(*sound.audioProperties(), !page.truncated, facts);
    return page.truncated ? "only its beginning: length and rate are not known" : "";
  }
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::SoundSummarizer)
