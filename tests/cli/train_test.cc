// `porthole train`: what it tells, which text and words it learns from, examples that change.

#include "tests/cli/command_line.h"
#include "tests/cli/taxonomy_fixture.h"
#include "tests/support/small_web.h"
#include "topics/classify/naive_bayes.h"

namespace porthole::testing {

namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

class TrainTest : public TaxonomyTest {};

TEST_F(TrainTest, TrainTellsWhatItLearned) {
  const std::string folder = sky();
  const ProgramResult trained = porthole({"train", folder, "--json"});
  ASSERT_EQ(trained.code, 0) << trained.err;
  const json said = json::parse(trained.out);
  EXPECT_EQ(said.at("model"), "naive-bayes");
  EXPECT_EQ(said.at("pages"), 6);
  EXPECT_EQ(said.at("sites"), 6);
  EXPECT_EQ(said.at("held_out").at("accuracy"), 1.0);
  EXPECT_EQ(said.at("held_out").at("nodes").size(), 2u);
  EXPECT_EQ(said.at("held_out").at("too_few"), json::array({"sky", "food"}));
  const ProgramResult in_words = porthole({"train", folder});
  EXPECT_THAT(in_words.out, HasSubstr("too few examples (under 10)"));
  EXPECT_THAT(in_words.out, HasSubstr("sky (good)"));
  EXPECT_THAT(in_words.out, HasSubstr("next: porthole update " + folder + " --more 1000\n"));
  EXPECT_EQ(web_.times_asked("http://sky1.test/"), 1)
      << "what was read once is not asked for again";
}

TEST_F(TrainTest, TrainChoosesWordsAsTheLibraryDoesUnlessToldOtherwise) {
  const std::string folder = sky();
  const auto settings_of = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"train", folder, "--json"});
    const ProgramResult trained = porthole(options);
    EXPECT_EQ(trained.code, 0) << trained.err;
    return json::parse(trained.out).at("settings");
  };
  const std::string index(topics::feature_index_name(topics::NaiveBayesOptions{}.index));
  EXPECT_EQ(settings_of({}), json({{"index", index}, {"denominator", "features"}}));
  EXPECT_EQ(settings_of({"--index", "fisher"}).at("index"), "fisher");
  const json published = {{"index", "fisher"}, {"denominator", "all terms"}};
  EXPECT_EQ(settings_of({"--model", "published-naive-bayes"}), published);
  EXPECT_EQ(settings_of({"--again"}), published) << "with the settings of the last training";
  EXPECT_TRUE(settings_of({"--model", "svm"}).is_null());
}

TEST_F(TrainTest, TrainRefusesOptionsOfAnotherModel) {
  const std::string folder = sky();
  for (const char* model : {"svm", "published-naive-bayes"}) {
    expect_error({"train", folder, "--model", model, "--index", "fisher"}, 2,
                 {"--index does not go with --model " + std::string(model)});
  }
  EXPECT_EQ(porthole({"train", folder, "--model", "svm", "--features", "100"}).code, 2);
}

TEST_F(TrainTest, ImportanceIsLearnedFromExamplesBeforeAnythingIsGathered) {
  const std::string folder = sky();
  std::string ranks = "#harmonicc_pos\t#harmonicc_val\t#pr_pos\t#pr_val\t#host_rev\n";
  for (int site = 1; site <= 3; ++site) {
    const std::string number = std::to_string(site);
    ranks += number + "\t" + std::to_string(site * 100) + "\t1\t1\ttest.sky" + number + "\n";
    ranks += number + "\t" + std::to_string(site * 10) + "\t1\t1\ttest.food" + number + "\n";
    for (const char* page : {"/near", "/far"}) {
      ASSERT_EQ(
          porthole({"examples", "add", folder, "sky", "http://sky" + number + ".test" + page}).code,
          0);
    }
  }
  write_whole_file(path("ranks.txt"), ranks);
  const ProgramResult trained = porthole(
      {"train", folder, "--importance", path("ranks.txt"), "--importance-examples", "--json"});
  ASSERT_EQ(trained.code, 0) << trained.err;
  const json said = json_lines(trained.out).front();
  EXPECT_EQ(said.at("pages"), 12);
  EXPECT_EQ(said.at("sites"), 6);
  EXPECT_EQ(said.at("rated"), 0);
  EXPECT_THAT(said.at("labels").get<std::string>(), HasSubstr("ranks.txt"));
  EXPECT_EQ(porthole({"gather", folder, "--strategy", "utility", "--pages", "2"}).code, 3)
      << "the topic's model is missing";
  ASSERT_EQ(porthole({"train", folder}).code, 0);
  EXPECT_EQ(porthole({"gather", folder, "--strategy", "utility", "--pages", "2"}).code, 0);
}

TEST_F(TrainTest, ImportanceOfExamplesCannotBeTheirInLinks) {
  expect_error({"train", sky(), "--importance", "in-links", "--importance-examples"}, 2,
               {"--importance FILE --importance-examples"});
}

TEST_F(TrainTest, TrainTellsHowReliableItsProbabilitiesAre) {
  const std::string folder = sky();
  const json said = json::parse(porthole({"train", folder, "--json"}).out);
  const json& calibration = said.at("held_out").at("calibration");
  EXPECT_EQ(calibration.at("of"), "relevance");
  EXPECT_EQ(calibration.at("temperature"), 1.0) << "six pages are too few to calibrate by";
  for (const char* when : {"before", "after"}) {
    const json& bins = calibration.at(when).at("bins");
    ASSERT_EQ(bins.size(), 10u);
    int pages = 0;
    for (const json& bin : bins) pages += bin.at("count").get<int>();
    EXPECT_EQ(pages, 6);
    EXPECT_EQ(bins[9].at("observed"), 1.0) << "pages of the good topic were told";
  }
  const ProgramResult in_words = porthole({"train", folder});
  EXPECT_THAT(in_words.out, HasSubstr("reliability of the relevance on held-out sites"));
  EXPECT_THAT(in_words.out, HasSubstr("0.9 to 1.0"));
}

TEST_F(TrainTest, TrainAndCheckUseTheTextThatTheModelStates) {
  const std::string folder = sky();
  write_whole_file(path("page.html"), html_page("Stars", kStars));
  const auto text_of = [&] {
    return json_lines(porthole({"check", "--json", "classify", folder, path("page.html")}).out)
        .at(0)
        .at("text");
  };
  EXPECT_EQ(json::parse(porthole({"train", folder, "--json"}).out).at("text"), "whole");
  EXPECT_EQ(text_of(), "whole");
  ASSERT_EQ(porthole({"train", folder, "--text", "content"}).code, 0);
  EXPECT_EQ(text_of(), "content");
  EXPECT_EQ(json::parse(porthole({"train", folder, "--again", "--json"}).out).at("text"),
            "content");
  EXPECT_EQ(porthole({"train", folder, "--again", "--text", "whole"}).code, 2);
  EXPECT_EQ(porthole({"train", folder, "--text", "menu"}).code, 2);
}

// Pages far longer than the examples, and the model of the paper, which takes each word as
// evidence.
TEST_F(TrainTest, StatusWarnsWhenRelevanceIsSaturated) {
  std::string long_text, links;
  for (int i = 0; i < 60; ++i) long_text += kStars;
  for (int i = 0; i < 24; ++i) {
    const std::string name = "/page" + std::to_string(i);
    links += "<a href='" + name + "'>stars</a> ";
    web_.page("http://sky1.test" + name,
              html_page("Star " + std::to_string(i), long_text + std::to_string(i)));
  }
  web_.page("http://sky1.test/", html_page("Stars 1", kStars, links));
  const std::string folder = sky();
  ASSERT_EQ(porthole({"train", folder, "--model", "published-naive-bayes"}).code, 0);
  EXPECT_EQ(json::parse(porthole({"status", folder, "--json"}).out).at("relevance_saturated"),
            nullptr);
  ASSERT_EQ(porthole({"gather", folder, "--pages", "24"}).code, 0);
  EXPECT_GT(json::parse(porthole({"status", folder, "--json"}).out)
                .at("relevance_saturated")
                .get<double>(),
            0.9);
  EXPECT_THAT(porthole({"status", folder}).out, HasSubstr("saturation: relevance is below .01"));
}

TEST_F(TrainTest, ExamplesThatCannotBeHadAreListed) {
  const std::string folder = sky();
  web_.answer("http://sky1.test/missing", 404);
  ASSERT_EQ(porthole({"examples", "add", folder, "sky", "http://sky1.test/missing"}).code, 0);
  expect_error({"train", folder}, 1,
               {"http://sky1.test/missing could not be read: http 404", "taxonomy.xml:"});
  EXPECT_EQ(porthole({"train", folder, "--quiet"}).code, 1);
  EXPECT_EQ(web_.times_asked("http://sky1.test/missing"), 1);
  EXPECT_EQ(porthole({"train", folder, "--refetch"}).code, 1);
  EXPECT_EQ(web_.times_asked("http://sky1.test/missing"), 2);
}

TEST_F(TrainTest, OfManyExamplesThatCannotBeHadTheFirstAreListedAndTheRestCounted) {
  const std::string folder = sky();
  for (int i = 0; i < 12; ++i) {
    const std::string url = "http://sky1.test/missing" + std::to_string(i);
    web_.answer(url, 404);
    ASSERT_EQ(porthole({"examples", "add", folder, "arts", url, "--make"}).code, 0);
  }
  const ProgramResult said = porthole({"train", folder});
  EXPECT_EQ(said.code, 1);
  EXPECT_THAT(said.err, HasSubstr("missing9 could not be read"));
  EXPECT_THAT(said.err, Not(HasSubstr("missing10")));
  EXPECT_THAT(said.err, HasSubstr("2 more examples could not be read\n  porthole train " + folder +
                                  " --json lists all of them\n"));
  EXPECT_THAT(said.out, HasSubstr(" in 2 of 3 topics, in "));
  const ProgramResult all = porthole({"train", folder, "--json"});
  EXPECT_EQ(json::parse(all.out).at("failed").size(), 12u);
}

TEST_F(TrainTest, AMovedExampleIsLearnedWithoutTheNetwork) {
  const std::string folder = sky();
  ASSERT_EQ(porthole({"train", folder}).code, 0);
  const auto asked = web_.asked().size();
  const ProgramResult moved =
      porthole({"examples", "move", folder, "http://sky3.test/", "food", "--json"});
  ASSERT_EQ(moved.code, 0) << moved.err;
  EXPECT_EQ(json::parse(moved.out),
            json::parse(R"({"url":"http://sky3.test/","from":"sky","to":"food"})"));
  const ProgramResult again = porthole({"train", folder, "--again", "--json"});
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_TRUE(json::parse(again.out).at("held_out").is_null());
  EXPECT_EQ(web_.asked().size(), asked);
  EXPECT_EQ(porthole({"examples", "move", folder, "http://sky3.test/", "fod"}).code, 3);
  EXPECT_EQ(porthole({"examples", "move", folder, "http://none.test/", "food"}).code, 3);
}

TEST_F(TrainTest, ATaxonomyWithoutExamplesIsNotTrained) {
  write_whole_file(path("taxonomy.xml"),
                   "<taxonomy xmlns=\"urn:porthole:taxonomy:1\"><topic name=\"sky\"/></taxonomy>");
  expect_error({"train", sky({})}, 3, {"porthole examples add"});
}

/// A collection of forty pages of four sites; all link to the first sixteen, which are short and
/// near the top of their site.
class ImportanceTrainTest : public CommandLineTest {
 protected:
  std::string forty_pages() {
    const std::string folder = collection();
    repository::Batch batch;
    for (repository::UrlId id = 1; id <= 40; ++id) {
      const std::string host = "s" + std::to_string(id % 4) + ".org";
      repository::UrlRecord url;
      url.id = id;
      url.key = "http://" + host + "/" + (id <= 16 ? "" : "deep/") + std::to_string(id);
      url.host = url.site = host;
      url.state = repository::UrlState::kFetched;
      batch.new_urls.push_back(url);
      repository::PageRecord page;
      page.id = page.order = id;
      page.digest = std::to_string(id);
      page.document.title = "Page " + std::to_string(id);
      page.document.text = id <= 16 ? "bicycle wheels and gears"
                                    : "a page about the spokes of bicycle " + std::to_string(id);
      batch.pages.push_back(page);
      for (repository::UrlId target = 1; target <= 16; ++target) {
        if (target == id) continue;
        repository::LinkRecord link;
        link.source = id;
        link.position = static_cast<std::uint32_t>(target);
        link.target = target;
        link.link.url = "http://s" + std::to_string(target % 4) + ".org/" + std::to_string(target);
        batch.links.push_back(link);
      }
    }
    auto repository =
        repository::open_sqlite(folder + "/repository.db", repository::Access::kWrite);
    EXPECT_TRUE((*repository)->crawl().apply(batch));
    repository::RunRecord run;
    run.strategy = "breadth-first";
    EXPECT_TRUE((*repository)->crawl().begin_run(run));
    return folder;
  }
};

TEST_F(ImportanceTrainTest, LearnsFromInLinksAndRatesWhatWasGathered) {
  const std::string folder = forty_pages();
  const ProgramResult said = porthole({"train", folder, "--importance", "in-links", "--json"});
  ASSERT_EQ(said.code, 0) << said.err;
  const auto out = json_lines(said.out).at(0);
  EXPECT_EQ(out["pages"], 40);
  EXPECT_EQ(out["sites"], 4);
  EXPECT_EQ(out["rated"], 40);
  EXPECT_THAT(out["labels"].get<std::string>(), HasSubstr("in-links from other pages within"));
  auto repository = repository::open_sqlite(folder + "/repository.db", repository::Access::kRead);
  EXPECT_GT((*repository)->pages().get(1)->value().importance.value(), 0.9)
      << "39 pages link to it";
  EXPECT_LE((*repository)->pages().get(20)->value().importance.value(), 0.5001)
      << "none links to it, as to half of all";
}

TEST_F(ImportanceTrainTest, SaysByWhichLabelsWhereverImportanceIsShown) {
  const std::string folder = forty_pages();
  const std::string list = path("list.tsv");
  std::ofstream(list) << "s0.org\t1\ns1.org\t5\ns2.org\t25\ns3.org\t125\n";
  ASSERT_EQ(porthole({"train", folder, "--importance", list}).code, 0);
  EXPECT_THAT(porthole({"status", folder}).out, HasSubstr("labels: a list (4 labels of list.tsv)"));
  EXPECT_THAT(porthole({"explain", folder, "http://s1.org/1"}).out,
              HasSubstr("labels: a list (4 labels of list.tsv)"));
}

TEST_F(ImportanceTrainTest, SaysWhatIsMissing) {
  const std::string folder = forty_pages();
  const std::string list = path("list.tsv");
  std::ofstream(list) << "elsewhere.org\t1\n";
  expect_error({"train", folder, "--importance", list}, 3, {"0 pages with a label"});
  EXPECT_NE(porthole({"train", folder, "--importance", path("none")}).code, 0);
}

TEST_F(ImportanceTrainTest, UtilityAsksForAModelBeforeItGathers) {
  expect_error({"gather", collection(), "--strategy", "utility", "--pages", "1"}, 3,
               {"--importance in-links"});
}

class WarmStartTest : public CommandLineTest {
 protected:
  void SetUp() override {
    std::string links;
    for (int i = 0; i < 40; ++i) {
      const std::string page = "/" + std::to_string(i);
      links += "<a href=" + page + ">" + (i % 2 == 0 ? "bicycle" : "bread") + "</a>";
      web_.page("http://a.test" + page, i % 2 == 0 ? "<p>a bicycle" : "<p>a loaf of bread");
    }
    web_.page("http://a.test/", links);
  }
  std::string new_collection(const std::string& name) {
    const ProgramResult made = porthole({"new", path(name), "--topic", "bicycle", "--gateway",
                                         web_.gateway(), "--seed", "http://a.test/"});
    EXPECT_EQ(made.code, 0) << made.err;
    return path(name);
  }
  /// The weight of the bias by which the URL that waits is rated.
  double bias(const std::string& folder) {
    const ProgramResult said = porthole({"explain", folder, "http://a.test/39", "--json"});
    const json explained = json_lines(said.out).at(0);
    for (const json& reason : explained.at("reasons")) {
      if (reason.at("what") == "bias") return reason.at("weight");
    }
    ADD_FAILURE() << said.out << said.err;
    return 0;
  }

  SmallWeb web_;
};

TEST_F(WarmStartTest, ACrawlBeginsWithTheWeightsOfAnotherCollection) {
  const std::string earlier = new_collection("earlier"), cold = new_collection("cold"),
                    warm = new_collection("warm");
  ASSERT_EQ(porthole({"gather", earlier, "--pages", "30"}).code, 0);
  ASSERT_EQ(porthole({"gather", cold, "--pages", "1"}).code, 0);
  ASSERT_EQ(porthole({"gather", warm, "--pages", "1", "--warm", earlier}).code, 0);
  EXPECT_NEAR(bias(warm), bias(earlier), 0.01);
  EXPECT_GT(std::abs(bias(warm) - bias(cold)), 0.02);
}

TEST_F(WarmStartTest, TheReportSaysWhetherTheWeightsWereTaken) {
  const std::string earlier = new_collection("earlier"), later = new_collection("later");
  ASSERT_EQ(porthole({"gather", earlier, "--pages", "30"}).code, 0);
  EXPECT_THAT(porthole({"gather", later, "--pages", "2", "--warm", earlier}).out,
              HasSubstr("began with the weights that the crawl of " + earlier + " learned"));
  EXPECT_THAT(
      porthole({"gather", later, "--pages", "4", "--warm", earlier}).out,
      HasSubstr("the weights of " + earlier + " were not taken: this crawl has learned its own"));
  const json report =
      json_lines(porthole({"gather", later, "--pages", "6", "--warm", earlier, "--json"}).out)[0];
  EXPECT_EQ(report.at("warm_weights_taken"), false);
}

TEST_F(WarmStartTest, RefusesItsOwnFolderAsTheOtherCollection) {
  const std::string folder = new_collection("own");
  ASSERT_EQ(porthole({"gather", folder, "--pages", "2"}).code, 0);
  expect_error({"gather", folder, "--pages", "4", "--warm", folder + "/."}, 2,
               {"that is this collection itself", "name another collection, or leave out --warm"});
}

TEST_F(WarmStartTest, RefusesACollectionOrAStrategyWithoutWeights) {
  const std::string earlier = new_collection("earlier"), later = new_collection("later");
  expect_error({"gather", later, "--warm", earlier}, 3, {"nothing was gathered there yet"});
  ASSERT_EQ(porthole({"gather", earlier, "--pages", "2", "--strategy", "rw"}).code, 0);
  EXPECT_THAT(porthole({"gather", later, "--warm", earlier}).err,
              HasSubstr("no crawl there used the strategy learned"));
  expect_error({"gather", later, "--warm", earlier, "--strategy", "breadth-first"}, 2,
               {"breadth-first has no weights to begin with"});
  EXPECT_EQ(porthole({"gather", later, "--warm", path("nowhere")}).code, 3);
}

}  // namespace
}  // namespace porthole::testing
