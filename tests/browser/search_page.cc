#include "tests/browser/search_page.h"

namespace porthole::search {
namespace {

using test::said;
using test::summary_of;

summarizer::Summary page(const char* url, const char* title, const char* text,
                         std::vector<summarizer::Annotation> others) {
  summarizer::Summary summary = summary_of(url, title, text);
  summary.annotations_by_others = std::move(others);
  summary.relevance = Relevance(0.87);
  return summary;
}

}  // namespace

std::vector<summarizer::Summary> cycling_pages() {
  auto hub = page(
      "https://wheels.example/hub-gears/", "Hub gears: how a planetary gear works",
      "Inside a hub gear a planetary gear set turns the pedalling force into the speed that the "
      "road asks for. "
      "The sun wheel stands on the axle, planet wheels roll around it, and the ring carries the "
      "shell. "
      "Because everything is closed in, rain and salt stay out, and a hub runs for years on one "
      "filling of oil.",
      {said("https://club.example/reading", "the clearest account of planetary gears in bicycles"),
       said("https://repairs.example/links", "Hub gears explained"),
       said("https://club.example/reading", "Gears and transmission", AnnotationKind::kHeading)});
  hub.description = "What happens inside a hub gear, with drawings.";
  hub.resource_class = "Text";
  hub.properties = {{"author", "Ada Miller"},
                    {"typedAs", "https://schema.org/Article", PropertyKind::kUri}};
  hub.modified = "2024-05-01";
  hub.authority = 1;
  hub.own_annotations = {said("https://gearbox.example/", "a gearbox at the crank"),
                         said("https://club.example/", "the club's reading list")};
  auto hebrew = page(
      "https://galgal.example/",
      "\xD7\x92\xD7\x9C\xD7\x92\xD7\x9C\xD7\x99 \xD7\xA9\xD7\x99\xD7\xA0\xD7\x99\xD7\x99\xD7\x9D",
      "\xD7\x92\xD7\x9C\xD7\x92\xD7\x9C hub \xD7\xA9\xD7\x9C "
      "\xD7\x90\xD7\x95\xD7\xA4\xD7\xA0\xD7\x99\xD7\x99\xD7\x9D",
      {said("https://club.example/reading", "wheels in Hebrew")});
  hebrew.language = "he";
  hebrew.published = "2022-03-04";
  auto repairs = page("https://repairs.example/hub/oil.html", "Changing the oil of a hub gear",
                      "Every five thousand kilometres the oil of a hub gear wants changing. Rinse, "
                      "drain, fill, and turn the planetary gear by hand.",
                      {said("https://club.example/reading", "an oil change, step by step")});
  repairs.hub = 1;
  return {hub, hebrew,
          page("https://gearbox.example/", "Gearboxes at the crank",
               "A gearbox at the crank needs a frame made for it. Its planetary gear is larger "
               "than that of a hub gear and turns slower.",
               {said("https://wheels.example/hub-gears/", "a gearbox at the crank")}),
          repairs,
          page("https://evil.example/?a='\"><script>document.title='owned'</script>",
               "<script>document.title='owned'</script>Tuning",
               "<img src=x onerror=\"document.title='owned'\"> tuning <b>bold</b> \xE2\x80\xAE"
               "evil",
               {said("https://evil.example/2", "<svg onload=\"document.title='owned'\">")})};
}

void SearchPageTest::SetUp() {
  programs_ = test::find_browser();
  if (programs_.chromium == nullptr)
    GTEST_SKIP() << "there is no browser: install the package chromium";
  if (programs_.driver == nullptr)
    GTEST_SKIP() << "there is no WebDriver: install the package chromium-driver";
  const auto pages = cycling_pages();
  index_.add(pages);
  auto started =
      start_server({{"Cycling", index_.path(), std::make_shared<test::ListedPages>(pages)}}, {});
  ASSERT_TRUE(started) << started.error().to_string();
  server_ = std::move(*started);
  look_with({});
}

void SearchPageTest::look_with(const test::BrowserOptions& options) {
  browser_.reset();
  browser_ = std::make_unique<test::Browser>(programs_, options);
}

nlohmann::json SearchPageTest::offered() {
  return browser_->run(
      "return new Promise(done => { const look = () => {"
      "  const list = document.getElementById('completions');"
      "  const all = [...list.querySelectorAll('bdi')].map(one => one.textContent);"
      "  const isAnswer = list.dataset.query === document.getElementById('q').value;"
      "  all.length > 0 && isAnswer ? done(all) : setTimeout(look, 20); }; look(); })");
}

}  // namespace porthole::search
