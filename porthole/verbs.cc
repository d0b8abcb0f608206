#include "porthole/verb.h"

namespace porthole::cli {

namespace {

constexpr Verb kVerbs[] = {
    {Task::kBegin, "demo",
     "Gather and search a topic on real pages without the web. Downloads 108 MB of Debian "
     "packages, once.",
     "porthole demo --once        # prepares, gathers, prints three searches and ends",
     declare_demo},
    {Task::kBegin, "new", "Make a collection: one folder, one topic.",
     "porthole new cycling --topic bicycle --seed https://www.sheldonbrown.com/ --contact "
     "ADDRESS\n"
     "      (ADDRESS: your own e-mail address, or the URL of a page about your crawler)",
     declare_new},
    {Task::kCrawl, "update",
     "The daily round in one command: refresh, gather, judge, distill, summarize, index, and "
     "standing questions.",
     "porthole update cycling --more 500 --for 4h", declare_update},
    {Task::kCrawl, "gather", "Crawl the web for the collection's topic; the same command resumes.",
     "porthole gather cycling --pages 1000", declare_gather},
    {Task::kCrawl, "budget",
     "Show or change the number of pages to fetch, also while a crawl runs.",
     "porthole budget cycling --pages 5000", declare_budget, Quiet::kAnswer},
    {Task::kCrawl, "scope",
     "Show or change which URLs are fetched, and which hosts are asked less often, also while a "
     "crawl runs.",
     "porthole scope cycling --reject host=*.spam.example.com --dry-run", declare_scope,
     Quiet::kAnswer},
    {Task::kCrawl, "strategy", "Show or change what is fetched first, also while a crawl runs.",
     "porthole strategy cycling --name utility --option alpha=0.3", declare_strategy,
     Quiet::kAnswer},
    {Task::kCrawl, "seeds", "List the seeds of a collection, add and remove them.",
     "porthole seeds add cycling https://www.bicyclinglife.com/", declare_seeds},
    {Task::kCrawl, "remove", "Remove pages from repository, archive and index, and keep them out.",
     "porthole remove cycling --site spam.example.com", declare_remove},
    {Task::kCrawl, "prune", "Drop old captures from the archive and give their space back.",
     "porthole prune cycling --keep 3 --dry-run", declare_prune},
    {Task::kTopic, "examples",
     "Manage the example pages of a collection's topics, and propose more.",
     "porthole examples add cycling recreation/cycling https://www.sheldonbrown.com/",
     declare_examples, Quiet::kAnswer},
    {Task::kTopic, "topics",
     "List, make, rename, move, merge and remove topics of a collection's taxonomy.",
     "porthole topics merge cycling sport/bikes recreation/cycling", declare_topics},
    {Task::kTopic, "train", "Train the classifier on the example pages, and measure its accuracy.",
     "porthole train cycling", declare_train},
    {Task::kTopic, "expand",
     "Propose terms of the topic, from link annotations or example pages; you accept them.",
     "porthole expand cycling --accept 'wheel building'", declare_expand, Quiet::kAnswer},
    {Task::kProcess, "judge",
     "Judge the stored pages again, after a training or a change of the topic.",
     "porthole judge cycling", declare_judge},
    {Task::kProcess, "distill",
     "Compute the hubs and authorities of the collection and store their scores.",
     "porthole distill cycling --top 20", declare_distill},
    {Task::kProcess, "summarize", "Record which summaries are new or changed, for the index.",
     "porthole summarize cycling", declare_summarize},
    {Task::kProcess, "index", "Update the search index.", "porthole index cycling", declare_index},
    {Task::kSearch, "search", "Search a collection.",
     "porthole search cycling 'chain wear -motor' --size 5", declare_search, Quiet::kAnswer},
    {Task::kSearch, "serve", "Serve the search page and the JSON interface.",
     "porthole serve cycling --listen 127.0.0.1:8080", declare_serve, Quiet::kAnswer},
    {Task::kSearch, "console",
     "Watch, control and grow a collection in the browser, on this machine alone.",
     "porthole console cycling", declare_console, Quiet::kAnswer},
    {Task::kInspect, "status",
     "Show what the collection holds, how the crawl goes and what it waits for.",
     "porthole status cycling", declare_status, Quiet::kAnswer},
    {Task::kInspect, "explain",
     "Explain where a URL came from, its annotations, and why it was or was not fetched.",
     "porthole explain cycling https://www.sheldonbrown.com/gears/", declare_explain,
     Quiet::kAnswer},
    {Task::kInspect, "doctor",
     "Check this machine and a collection, and say what to do about each fault.",
     "porthole doctor cycling", declare_doctor, Quiet::kAnswer},
    {Task::kInspect, "repair",
     "Build again what is damaged: index and summaries from the repository, the repository from "
     "the "
     "archive.",
     "porthole repair cycling --dry-run", declare_repair},
    {Task::kInspect, "query",
     "Query the repository in SQL (read-only), or run one of the ready-made queries.",
     "porthole query cycling --ready importance-locality", declare_query, Quiet::kAnswer},
    {Task::kInspect, "mine",
     "Classify or distill the collection in tables of its database, for questions in SQL.",
     "porthole mine classify cycling", declare_mine},
    {Task::kInspect, "backlinks",
     "Show who says what about a URL, over several collections; --json prints Web Annotations.",
     "porthole backlinks https://www.sheldonbrown.com/gears/ cycling", declare_backlinks,
     Quiet::kAnswer},
    {Task::kInspect, "standing",
     "Keep questions that each update answers anew; new rows come as a feed and by webhook.",
     "porthole standing add cycling missed --ready hubs", declare_standing, Quiet::kAnswer},
    {Task::kInspect, "sample",
     "Draw a uniform sample of the topic by random walks: statistics, and the recall of the "
     "crawl.",
     "porthole sample cycling --walk neighbourhood --steps 2000", declare_sample},
    {Task::kInspect, "export",
     "Export summaries, links, pages with their content, or URLs for other programs.",
     "porthole export cycling pages --format markdown --relevant --out cycling.md", declare_export,
     Quiet::kAnswer},
    {Task::kTools, "check",
     "Test one thing: a specification, a taxonomy, a URL, a robots.txt, a page, a summary, the "
     "stored data.",
     "porthole check url --base https://a.org/b/ ../c", declare_check, Quiet::kAnswer},
    {Task::kTools, "plugins",
     "List the installed plug-ins: kind, version, schemes, types, options.",
     "porthole plugins --json", declare_plugins, Quiet::kAnswer},
    {Task::kTools, "compare",
     "Run strategies from the same seeds over a recorded web and report what each found.",
     "porthole compare cycling --strategies breadth-first,rw,learned --pages 1000 --out "
     "comparison",
     declare_compare},
    {Task::kTools, "migrate",
     "Copy the repository into another engine, SQLite or PostgreSQL, and use it from then on.",
     "porthole migrate cycling postgresql:///crawls?schema=cycling --dry-run", declare_migrate},
    {Task::kTools, "webbox",
     "Serve saved sites under their public URLs, for demonstrations and experiments.",
     "porthole webbox --sites sites.tsv --cache box --fetch --listen 127.0.0.1:8090",
     declare_webbox, Quiet::kAnswer},
    {Task::kTools, "help",
     "Print the help of a verb, the exit codes, the environment variables, a completion script.",
     "porthole help exit-codes", declare_help, Quiet::kAnswer},
};

}  // namespace

const char* heading(Task task) {
  switch (task) {
    case Task::kBegin:
      return "Begin";
    case Task::kCrawl:
      return "Crawl, and keep up to date";
    case Task::kTopic:
      return "Define the topic";
    case Task::kProcess:
      return "Process the pages (update does all four)";
    case Task::kSearch:
      return "Search";
    case Task::kInspect:
      return "Inspect and export";
    case Task::kTools:
      return "Tools";
  }
  return "";
}

std::span<const Verb> verbs() { return kVerbs; }

}  // namespace porthole::cli
