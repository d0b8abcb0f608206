// Audio and video files made by other programs: a tone of one second, videos of two.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "plugins/formats/tests/real_documents.h"
#include "tests/support/files.h"

namespace porthole::testing {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const auto kWorkerLives =
    ::testing::Not(::testing::ContainsRegex("crashed|signal|exit code|s CPU|more memory"));

double number(const Document& document, const std::string& property) {
  const std::vector<std::string> values = values_of(document, property);
  return values.empty() ? -1 : std::stod(values.front());
}

struct Case {
  std::string file;
  std::string package;  ///< Makes it.
  std::string codec;
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.file; }

std::string name_of(const ::testing::TestParamInfo<Case>& test) {
  std::string name = test.param.file;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

class SoundTest : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override { SKIP_WITHOUT_LIBRARY("sound", "libtag1-dev"); }
};

TEST_P(SoundTest, TellsItsLengthAndRates) {
  const std::string file = "sound/" + GetParam().file;
  SKIP_WITHOUT(file, GetParam().package);
  const Document sound = read_real({file});
  EXPECT_EQ(sound.status_detail, "");
  EXPECT_EQ(sound.resource_class, "Sound");
  // Those that lose something pad the sound.
  EXPECT_THAT(number(sound, "duration"), DoubleNear(1, 0.15));
  EXPECT_THAT(number(sound, "sampleRate"), GetParam().codec == "Opus" ? 48000 : 22050);
  EXPECT_THAT(values_of(sound, "channels"), ElementsAre("2"));
  EXPECT_THAT(values_of(sound, "codec"), ElementsAre(GetParam().codec));
  EXPECT_GT(number(sound, "bitRate"), 1);
}

INSTANTIATE_TEST_SUITE_P(
    Formats, SoundTest,
    ::testing::Values(Case{"tone.wav", "sox", "PCM"}, Case{"tone.aiff", "sox", "PCM"},
                      Case{"song.mp3", "lame", "MP3"}, Case{"song.ogg", "vorbis-tools", "Vorbis"},
                      Case{"song.opus", "opus-tools", "Opus"}, Case{"song.flac", "flac", "FLAC"}),
    name_of);

class SoundTagsTest : public ::testing::Test {
 protected:
  void SetUp() override { SKIP_WITHOUT_LIBRARY("sound", "libtag1-dev"); }
};

TEST_F(SoundTagsTest, AnMp3TellsWhatItsTagsTell) {
  SKIP_WITHOUT("sound/song.mp3", "lame");
  const Document song = read_real({"sound/song.mp3", "audio/mpeg"});
  EXPECT_EQ(song.title, "Song of the stars");
  EXPECT_EQ(song.description, "Sung at Hven");
  EXPECT_EQ(song.published, "2024");
  EXPECT_THAT(values_of(song, "artist"), ElementsAre("Ada Brahe"));
  EXPECT_THAT(values_of(song, "album"), ElementsAre("Spheres"));
  EXPECT_THAT(values_of(song, "track"), ElementsAre("3/9"));
  EXPECT_THAT(values_of(song, "genre"), ElementsAre("Ambient"));
  EXPECT_THAT(number(song, "bitRate"), DoubleNear(64, 3));
}

TEST_F(SoundTagsTest, AnOggTellsWhatItsCommentsTell) {
  SKIP_WITHOUT("sound/song.ogg", "vorbis-tools");
  for (const std::string type : {"audio/ogg", "application/ogg", ""}) {
    const Document song = read_real({"sound/song.ogg", type});
    EXPECT_EQ(song.title, "Song of the stars");
    EXPECT_THAT(song.text, HasSubstr("Twinkle, twinkle"));
    EXPECT_EQ(song.published, "2024-05-06");
    EXPECT_THAT(values_of(song, "rights"), ElementsAre("CC BY 4.0"));
    EXPECT_THAT(values_of(song, "album"), ElementsAre("Spheres"));
  }
}

TEST_F(SoundTagsTest, OpusAndFlacTellTheSame) {
  SKIP_WITHOUT("sound/song.opus", "opus-tools");
  EXPECT_EQ(read_real({"sound/song.opus"}).title, "Pieśń gwiazd");
  SKIP_WITHOUT("sound/song.flac", "flac");
  const Document song = read_real({"sound/song.flac"});
  EXPECT_EQ(song.title, "Song of the stars");
  EXPECT_THAT(values_of(song, "author"), ElementsAre("Tycho Brahe"));
}

class FilmTest : public ::testing::TestWithParam<Case> {};

TEST_P(FilmTest, TellsItsSizeItsLengthAndItsTags) {
  const std::string file = "sound/" + GetParam().file;
  SKIP_WITHOUT(file, GetParam().package);
  const Document film = read_real({file});
  EXPECT_EQ(film.status_detail, "");
  EXPECT_EQ(film.resource_class, "Video");
  EXPECT_THAT(values_of(film, "width"), ElementsAre("64"));
  EXPECT_THAT(values_of(film, "height"), ElementsAre("48"));
  EXPECT_THAT(number(film, "duration"), DoubleNear(2, 0.05));
  EXPECT_THAT(number(film, "frameRate"), DoubleNear(25, 0.01));
  EXPECT_GT(number(film, "bitRate"), 1);
  EXPECT_THAT(values_of(film, "codec"), ElementsAre(GetParam().codec));
  EXPECT_EQ(film.title, "Uraniborg");
  EXPECT_EQ(film.description, "Stars");
  EXPECT_THAT(values_of(film, "artist"), ElementsAre("Brahe"));
  EXPECT_THAT(values_of(film, "genre"), ElementsAre("Documentary"));
  EXPECT_THAT(values_of(film, "rights"), ElementsAre("CC-BY"));
}

INSTANTIATE_TEST_SUITE_P(Formats, FilmTest,
                         ::testing::Values(Case{"film.mov", "gstreamer1.0-plugins-good", "jpeg"},
                                           Case{"film.mkv", "gstreamer1.0-plugins-good",
                                                "V_MS/VFW/FOURCC"},
                                           Case{"film.webm", "gstreamer1.0-plugins-good", "V_VP8"},
                                           Case{"film.avi", "gstreamer1.0-plugins-good", "MJPG"},
                                           Case{"film.ogv", "oggz-tools", "theora"}),
                         name_of);

TEST(FilmsTest, AnMp4WithSoundAloneIsSound) {
  SKIP_WITHOUT("sound/tone.mp4", "gstreamer1.0-plugins-good");
  const Document tone = read_real({"sound/tone.mp4", "video/mp4"});
  EXPECT_EQ(tone.resource_class, "Sound");
  EXPECT_EQ(tone.title, "Uraniborg");
  EXPECT_THAT(number(tone, "duration"), DoubleNear(50 * 1024 / 44100.0, 0.1));
  EXPECT_THAT(values_of(tone, "sampleRate"), ElementsAre("44100"));
  EXPECT_THAT(values_of(tone, "channels"), ElementsAre("2"));
  EXPECT_THAT(values_of(tone, "width"), IsEmpty());
}

TEST(FilmsTest, AnyCutOfAFileIsSurvived) {
  for (const std::string file : {"film.mov", "tone.mp4", "film.mkv", "film.avi", "film.ogv",
                                 "song.mp3", "song.ogg", "song.flac"}) {
    SKIP_WITHOUT("sound/" + file, "lame, vorbis-tools, flac or gstreamer1.0-tools");
    const std::string whole = read_whole_file(real_document("sound/" + file));
    for (std::size_t bytes = 12; bytes < whole.size(); bytes += whole.size() / 16 + 1) {
      const Document cut = read_bytes("http://a.test/" + file, "", whole.substr(0, bytes));
      EXPECT_THAT(cut.status_detail, kWorkerLives) << file << ", " << bytes << " bytes";
    }
  }
}

TEST(FilmsTest, BoxesThatLieAboutTheirSizeEnd) {
  const std::string_view header(
      "\0\0\0\x10"
      "ftypisom\0\0\0\0",
      16);
  std::string deep(header);
  for (int i = 0; i < 100'000; ++i) deep += std::string_view("\0\0\0\0moov", 8);
  const std::string lies =
      std::string(header) +
      std::string("\xFF\xFF\xFF\xFFmoov\0\0\0\1trak\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 24);
  for (const std::string& body : {deep, lies}) {
    const Document film = read_bytes("http://a.test/film.mp4", "video/mp4", body);
    EXPECT_THAT(film.status_detail, kWorkerLives);
    EXPECT_THAT(values_of(film, "duration"), IsEmpty());
  }
}

}  // namespace
}  // namespace porthole::testing
