#pragma once

/// The handlers of the console's API, by the parts of its page; routes.cc names the routes.
///
/// Thread safety: any thread.

#include "console/api/call.h"

namespace porthole::console {

// Watches a crawl by its repository, whatever process it runs in.

/// GET /api/v1/watch: counts, states and reasons, the last run, the frontier by priority, hosts,
/// terms, the estimate of recall, the job. Kept for two seconds or longer (KeptAnswer).
Result<http::Response> watch(const Call& call);

/// GET /api/v1/events: the pages fetched since Last-Event-ID (a place in the crawl), as server-sent
/// events: `pages` with [[order, time, relevance, relevant], ...], each with the last order as id.
/// At most 5,000 pages; the answer ends then, and the browser asks again after a second with the
/// last id (HTML standard, section 9.2), so that no thread waits for a crawl.
Result<http::Response> stream_pages(const Call& call);

/// GET /api/v1/dot?order=: the page at a place in the crawl. Errors: kNotFound.
Result<http::Response> page_of_dot(const Call& call);

/// GET /api/v1/explain?url=: why a URL was fetched, when it would be, or why it never will, and the
/// words that made its relevance (gatherer/report/explanation.h).
Result<http::Response> explain(const Call& call);

// The map of sites: who links to whom.

/// GET /api/v1/sites: the 40 sites with most authority (before `distill`, with most relevant pages)
/// as [site, topic of most of its pages, pages, relevant pages, authority], and up to 200 links
/// between them, the most frequent first, as [from, to, links], by their places in the list.
/// Errors: kTimeout where this takes longer than 20 seconds.
Result<http::Response> show_sites(const Call& call);

// Questions to the repository: ready ones, and an operator's own in SQL.

/// GET /api/v1/questions: the ready queries with their text and parameters; tables and columns.
Result<http::Response> list_questions(const Call& call);

/// GET /api/v1/answer?name=&NAME=VALUE: the rows of a ready query. Errors: those of
/// find_ready_query(), statement_of() and run_query().
Result<http::Response> answer_ready(const Call& call);

/// POST /api/v1/sql {"sql"}: the rows of one statement that only reads. Errors: those of
/// run_query().
Result<http::Response> answer_sql(const Call& call);

/// GET /api/v1/standing: the standing questions with their news.
Result<http::Response> list_standing(const Call& call);

/// POST /api/v1/standing {"change": "add", "name", "question" or "sql", "set": {NAME: VALUE}},
/// {"change": "answer", "name"} or {"change": "remove", "name"}. Errors: kBusy for a name that is
/// taken; those of search/standing/standing_question.h.
Result<http::Response> change_standing(const Call& call);

// Feedback on pages: useful ones become examples of the wanted topic, others of the topic
// "not-wanted" beside it, from which the next training learns.

/// GET /api/v1/candidates?of=newest|threshold|authorities|hubs|sites|marked|search&q=: pages to
/// give an opinion on, with the marks that they have; "search" are those that a search of the index
/// finds. Errors: kUsage for another list; those of the search.
Result<http::Response> list_candidates(const Call& call);

/// POST /api/v1/mark {"url" or "site", "mark": "useful" | "not" | "none"}: the same mark twice is
/// one. The mark of a site goes to its ten most relevant pages. Errors: kUsage; kNotFound for a
/// page that is not in the collection.
Result<http::Response> mark_page(const Call& call);

// The taxonomy of a collection: its tree, and changes of it (collection/edit/topic_edit.h).

/// GET /api/v1/topics: the topics in the order of the tree, with marks, examples and pages.
Result<http::Response> list_topics(const Call& call);

/// POST /api/v1/topics {"change": CHANGE, ...}, with these members:
///
///   make          "topic"; "title" may be left out
///   rename        "topic", "name"; "title" may be left out
///   move, merge   "topic", "into"
///   remove        "topic"
///   good, shown   "topic", "on": true sets the mark, false takes it away
///   example       "url", "into": moves the example to that topic
///   add-example   "topic", "url"
///   split         "topic", "name", "urls": moves these examples to a new topic below it
///
/// Errors: those of the edits.
Result<http::Response> change_topics(const Call& call);

// Training that is looked at before it is kept, and what it and the crawl propose: topics that the
// examples fit, pages near them, terms of link texts.

/// GET /api/v1/training: the report of the classifier that judges, the one on trial with its
/// effect, whether there is one before, and whether topics or examples changed since.
Result<http::Response> show_training(const Call& call);

/// POST /api/v1/training {"action": "keep" | "discard" | "back"}: training/trial.h. Errors: those
/// of keep_trial(), drop_trial() and bring_back().
Result<http::Response> settle_training(const Call& call);

/// GET /api/v1/proposal: what `examples propose` has found, by the job "propose"; null before.
Result<http::Response> show_proposal(const Call& call);

/// GET /api/v1/terms: terms of link texts that go with the topic, as `expand` proposes them.
Result<http::Response> list_terms(const Call& call);

/// POST /api/v1/terms {"accept": TERM} or {"reject": TERM}. Errors: those of decision_on().
Result<http::Response> decide_term(const Call& call);

// Settings of a crawl that a person changes: budget, strategy, rules of the scope, hosts that are
// asked less often; and what there is to choose from. `budget`, `strategy` and `scope` do the same
// by the same calls. A crawl that runs follows within a second.

/// {"budget","rules","slow","delay","strategy","options","known","refresh","failed","schedule",
/// "undoable"}
Result<http::Response> show_settings(const Call& call);

/// Body: {"change": "budget", "pages", "pages_per_site"}, {"change": "strategy", "name",
/// "options"},
/// {"change": "rule", "accept", "rule"}, {"change": "remove-rule", "line"} or {"change": "slow",
/// "host", "seconds"}: both limits, name and options may be left out. Returns the settings then.
Result<http::Response> change_settings(const Call& call);

/// Body: that of change_settings() for a rule. Returns what it would have dropped and let in;
/// changes nothing.
Result<http::Response> try_rule(const Call& call);

/// Takes the last change of the settings or the taxonomy back. Returns {"undone","undoable"}.
Result<http::Response> undo_change(const Call& call);

// The seeds of a collection, as `porthole seeds` lists, adds and removes them.

/// GET /api/v1/seeds: {"seeds": [{"url", "file", "state", "reason"}], "undoable"}. Errors: those
/// of gatherer::list_seeds().
Result<http::Response> show_seeds(const Call& call);

/// POST /api/v1/seeds {"change": "add", "urls"}: a URL a line; the answer has "bad", a sentence for
/// each line that is not usable. {"change": "remove", "url"}. Errors: those of
/// gatherer::add_seeds() and remove_seeds(); kUsage where no line is usable.
Result<http::Response> change_seeds(const Call& call);

// Controls the crawl of a collection as a child process of the console.

/// GET /api/v1/job: what runs, or ran last; and who crawls beside the console.
Result<http::Response> show_job(const Call& call);

/// POST /api/v1/job {"action": "start", "work": "gather", "more": 500, "minutes": 10}, {"action":
/// "pause"} (also a stop), {"action": "resume"}. Errors: kBusy for a second start, and for a pause
/// of nothing.
Result<http::Response> change_job(const Call& call);

// The start page: makes the collection of a folder that has none, as `porthole new` does with
// --topic, --seed, --example and --bookmarks.

/// POST /api/v1/preview {"examples"}: the topics and pages that a pasted list of URLs or a
/// bookmarks file has, and the lines that are not usable. Changes nothing.
Result<http::Response> preview_examples(const Call& call);

/// POST /api/v1/start {"title", "terms", "examples", "good", "contact"}: `terms` a phrase a line;
/// `examples` as above; `good` the path of the wanted topic among bookmarks' folders. Examples of
/// the wanted topic become seeds. Only http and https are taken. Errors: kBusy when there is a
/// collection already; kUsage without a title; those of Collection::create() and of the edits.
Result<http::Response> make_collection(const Call& call);

}  // namespace porthole::console
