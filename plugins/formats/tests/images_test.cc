// Images made by ImageMagick, tagged by ExifTool.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "plugins/formats/tests/real_documents.h"
#include "tests/support/files.h"

namespace porthole::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const auto kWorkerLives =
    ::testing::Not(::testing::ContainsRegex("crashed|signal|exit code|s CPU|more memory"));

struct Case {
  std::string file;
  std::string frames;
  std::string color_space;
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.file; }

class ImageTest : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override { SKIP_WITHOUT_LIBRARY("images", "libexiv2-dev"); }
};

TEST_P(ImageTest, TellsItsSizeItsFramesAndItsColours) {
  const std::string file = "images/" + GetParam().file;
  SKIP_WITHOUT(file, "imagemagick or webp");
  const Document image = read_real({file});
  EXPECT_EQ(image.status_detail, "");
  EXPECT_EQ(image.resource_class, "Image");
  EXPECT_THAT(values_of(image, "width"), ElementsAre("40"));
  EXPECT_THAT(values_of(image, "height"), ElementsAre("30"));
  EXPECT_THAT(values_of(image, "frames"), ElementsAre(GetParam().frames));
  EXPECT_THAT(values_of(image, "colorSpace"),
              GetParam().color_space.empty()
                  ? ::testing::Matcher<std::vector<std::string>>(IsEmpty())
                  : ElementsAre(GetParam().color_space));
}

INSTANTIATE_TEST_SUITE_P(
    Formats, ImageTest,
    ::testing::Values(Case{"plain.jpg", "1", "RGB"}, Case{"grey.jpg", "1", "grey"},
                      Case{"texts.png", "1", "RGB"}, Case{"frames.gif", "3", "palette"},
                      Case{"pages.tiff", "2", "RGB"}, Case{"plain.bmp", "1", ""},
                      Case{"plain.webp", "1", "RGB"}, Case{"frames.webp", "2", "RGB"}),
    [](const ::testing::TestParamInfo<Case>& test) {
      std::string name = test.param.file;
      std::replace(name.begin(), name.end(), '.', '_');
      return name;
    });

class ImagesTest : public ::testing::Test {
 protected:
  void SetUp() override { SKIP_WITHOUT_LIBRARY("images", "libexiv2-dev"); }
};

TEST_F(ImagesTest, APhotographTellsCameraPlaceAndTime) {
  SKIP_WITHOUT("images/camera.jpg", "libimage-exiftool-perl");
  const Document image = read_real({"images/camera.jpg", "image/jpeg"});
  EXPECT_THAT(values_of(image, "camera"), ElementsAre("Nikon D40"));
  EXPECT_THAT(values_of(image, "taken"), ElementsAre("2024-05-06T07:08:09+02:00"));
  EXPECT_THAT(values_of(image, "latitude"), ElementsAre("55.9077"));
  EXPECT_THAT(values_of(image, "longitude"), ElementsAre("-12.6964"));
  EXPECT_THAT(values_of(image, "author"), ElementsAre("Ada Brahe"));
  EXPECT_THAT(values_of(image, "rights"), ElementsAre("CC BY 4.0"));
  EXPECT_THAT(values_of(image, "generator"), ElementsAre("GIMP"));
  EXPECT_EQ(image.description, "The island of Hven");
  EXPECT_EQ(image.published, "2024-05-06T07:08:09+02:00");
}

TEST_F(ImagesTest, APressPhotographTellsWhatIptcHas) {
  SKIP_WITHOUT("images/press.jpg", "libimage-exiftool-perl");
  const Document image = read_real({"images/press.jpg"});
  EXPECT_EQ(image.title, "Étoiles");
  EXPECT_EQ(image.description, "Stars over Hven");
  EXPECT_EQ(image.text, "Stars over Hven\n");
  EXPECT_THAT(values_of(image, "author"), ElementsAre("Ada Brahe"));
  EXPECT_THAT(values_of(image, "keyword"), ElementsAre("stars", "night"));
  EXPECT_THAT(values_of(image, "rights"), ElementsAre("Museum"));
  EXPECT_THAT(values_of(image, "location"), ElementsAre("Hven"));
}

TEST_F(ImagesTest, XmpTellsTheSameInAnyFormat) {
  SKIP_WITHOUT("images/described.webp", "libimage-exiftool-perl");
  const Document image = read_real({"images/described.webp"});
  EXPECT_EQ(image.title, "Gwiazdy ż");
  EXPECT_EQ(image.description, "Stars over Hven");
  EXPECT_THAT(values_of(image, "author"), ElementsAre("Ada Brahe", "Tycho Brahe"));
  EXPECT_THAT(values_of(image, "keyword"), ElementsAre("stars", "night"));
  EXPECT_THAT(values_of(image, "rights"), ElementsAre("CC BY 4.0"));
  EXPECT_THAT(values_of(image, "created"), ElementsAre("2024-05-06T07:08:09Z"));
}

TEST_F(ImagesTest, TextsOfAPngAreRead) {
  SKIP_WITHOUT("images/texts.png", "imagemagick");
  const Document image = read_real({"images/texts.png"});
  EXPECT_EQ(image.title, "A red evening");
  EXPECT_EQ(image.description, "The sky over Hven");
  EXPECT_THAT(values_of(image, "author"), ElementsAre("Ada Brahe"));
  EXPECT_THAT(values_of(image, "rights"), ElementsAre("CC BY 4.0"));
}

TEST_F(ImagesTest, AnyCutOfAnImageIsSurvived) {
  for (const std::string file :
       {"camera.jpg", "frames.gif", "pages.tiff", "texts.png", "described.webp", "plain.bmp"}) {
    SKIP_WITHOUT("images/" + file, "imagemagick or libimage-exiftool-perl");
    const std::string whole = read_whole_file(real_document("images/" + file));
    for (std::size_t bytes = 16; bytes < whole.size(); bytes += whole.size() / 16 + 1) {
      const Document image = read_bytes("http://a.test/" + file, "", whole.substr(0, bytes));
      EXPECT_THAT(image.status_detail, kWorkerLives) << file << ", " << bytes << " bytes";
    }
  }
}

TEST_F(ImagesTest, DirectoriesOfATiffThatFormACircleEnd) {
  // One directory without entries whose successor is itself.
  const Document image =
      read_bytes("http://a.test/loop.tiff", "image/tiff",
                 std::string("II*\0\x08\0\0\0\0\0\x08\0\0\0", 14) + std::string(100, '\0'));
  EXPECT_THAT(image.status_detail, kWorkerLives);
}

}  // namespace
}  // namespace porthole::testing
