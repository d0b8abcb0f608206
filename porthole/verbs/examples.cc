// Declares the subcommands of `porthole examples` and their options.

#include <memory>

#include "porthole/verb.h"
#include "porthole/verbs/example_works.h"

namespace porthole::cli {
namespace {

using ExampleWorks = Subcommands<ExampleOptions>;

/// Subcommands that change the taxonomy.
/// Returns the sub-commands that make seeds of examples.
std::vector<Command> declare_additions(ExampleWorks& works, ExampleOptions& options) {
  Command adding =
      works.add("add", "Add pages to the examples of a topic.",
                "add cycling recreation/cycling https://www.sheldonbrown.com/", add_examples);
  adding.add_option("TOPIC", options.topic, "The topic's path in the taxonomy").required();
  adding.add_option("URL", options.urls, "An example page").take_verbatim().required();
  adding.add_flag("--make", options.make, "Create the topic if it does not exist");

  Command importing = works.add(
      "import", "Import examples from a browser's bookmarks, or from a list of pages by topic.",
      "import cycling bookmarks.html --under recreation", import_examples);
  importing
      .add_option("FILE", options.file,
                  "Bookmarks as HTML, or CSV or TSV: path, url, title, description")
      .required();
  importing.add_option("--under", options.under, "Add the imported topics below this one")
      .type_name("TOPIC");
  return {adding, importing};
}

/// Returns the sub-commands that make seeds of examples.
std::vector<Command> declare_corrections(ExampleWorks& works, ExampleOptions& options) {
  Command moving = works.add("move", "Move an example to another topic.",
                             "move cycling https://www.sheldonbrown.com/ recreation/cycling/repair",
                             move_example);
  moving.add_option("URL", options.url, "The example").required();
  moving.add_option("TOPIC", options.topic, "The new topic").required();

  works
      .add("remove", "Take an example out of its topic.",
           "remove cycling https://www.sheldonbrown.com/", remove_example)
      .add_option("URL", options.url, "The example")
      .required();

  Command marking =
      works.add("mark",
                "Mark these topics, and no others, as good (the crawl looks for them), or with "
                "--show as those whose pages are shown.",
                "mark cycling recreation/cycling", mark_topics);
  marking.add_option("TOPIC", options.topics, "The topic's path in the taxonomy").take_verbatim();
  marking.add_flag("--show", options.show,
                   "Limit search to pages of these topics; without TOPIC, to what the crawl looks "
                   "for again");
  return {moving, marking};
}

void declare_changes(ExampleWorks& works, ExampleOptions& options) {
  std::vector<Command> seeding = declare_additions(works, options);
  for (Command sub : declare_corrections(works, options)) seeding.push_back(sub);
  for (Command sub : seeding) {
    sub.add_flag("--no-seeds", options.no_seeds,
                 "Do not make seeds of the examples of good topics");
  }
}

/// Subcommands that leave it as it is.
void declare_views(ExampleWorks& works, ExampleOptions& options) {
  Command listing = works.add("list", "List topics and their examples.", "list cycling recreation",
                              list_examples);
  listing.add_option("TOPIC", options.topic, "List only this topic and those below it");

  Command proposing = works.add(
      "propose", "Propose the topics that examples fit best, and pages near them worth adding.",
      "propose cycling https://www.bicyclinglife.com/", propose_examples);
  proposing
      .add_option("URL", options.urls,
                  "Pages to classify (default: the examples of the good topics, else the seeds)")
      .take_verbatim();
  proposing
      .add_option("--topic", options.topic, "Use the examples of this topic and those below it")
      .type_name("TOPIC");
}

}  // namespace

Action declare_examples(Command app) {
  const auto options = std::make_shared<ExampleOptions>();
  const auto works = std::make_shared<ExampleWorks>("examples", app, options);
  declare_changes(*works, *options);
  declare_views(*works, *options);
  return [works](const Common& common) { return works->run(common); };
}

}  // namespace porthole::cli
