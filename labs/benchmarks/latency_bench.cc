/// latency_bench INDEX [QUERIES]                time of a response over HTTP and by Xapian alone
/// latency_bench --make INDEX FOLDER DOCUMENTS  makes an index for it from the pages under FOLDER
///
/// --make reads the .html files under FOLDER in an order drawn with a fixed seed, cuts their texts
/// into parts of at most 4 KiB at the ends of lines, and indexes each part as a page of its own,
/// until there are DOCUMENTS. Each folder right below FOLDER is a site and a topic; the first part
/// of a page has what pages that were read before say of it. Relevance and scores are drawn.
///
/// For each kind of query, QUERIES of them (500 by default) are drawn with a fixed seed from words
/// of the index and asked once to warm the caches. Then, one client after another, each query is
/// asked three ways, in turn: the page /search over HTTP, the same as JSON, and Xapian in this
/// process: the same Xapian query, the same ten documents, their data, and a snippet of each text
/// by Xapian. Then eight clients ask /search at once, and once more what the server has been asked
/// just before. Prints p50 and p99 in milliseconds, the median of what the processors work for one
/// query (client and server together), and the ratio of that of the page to that of Xapian alone.
/// All but the last are answers that the server has to make: each question has a parameter of its
/// own, which the server does not know.

#include <Poco/Net/SocketAddress.h>
#include <Poco/Net/StreamSocket.h>
#include <xapian.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "base/url/url.h"
#include "indexer/document_data.h"
#include "indexer/fields.h"
#include "indexer/indexer.h"
#include "labs/benchmarks/query_words.h"
#include "parser/parse.h"
#include "search/index/ranking.h"
#include "search/query/query_builder.h"
#include "search/ranking/open_indexes.h"
#include "search/ranking/searcher.h"
#include "search/site/site.h"

namespace {

namespace fs = std::filesystem;
using namespace porthole;
using summarizer::Summary;
using summarizer::SummaryChange;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kPartBytes = 4 << 10;
constexpr std::size_t kFewestBytes = 200;      // of a part
constexpr std::size_t kAnnotationsHeard = 20;  // of a page
constexpr int kClients = 8;
constexpr unsigned kSeed = 1;

/// The parts of all pages under a folder, one after another.
class Parts final : public summarizer::SummarySource {
 public:
  Parts(const fs::path& folder, std::int64_t wanted) : folder_(folder), wanted_(wanted) {
    for (const auto& entry :
         fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied)) {
      if (entry.is_regular_file() && entry.path().extension() == ".html")
        files_.push_back(entry.path());
    }
    std::sort(files_.begin(), files_.end());
    std::shuffle(files_.begin(), files_.end(), std::mt19937_64(kSeed));
  }

  // Called for one batch after another, each once; summaries of the last batch can be read.
  Result<std::vector<SummaryChange>> changes_after(std::int64_t after, int limit) override {
    std::vector<SummaryChange> changes;
    batch_.clear();
    while (static_cast<int>(changes.size()) < limit && after < wanted_ && fill()) {
      Summary part = std::move(waiting_.back());
      waiting_.pop_back();
      changes.push_back({++after, part.url});
      batch_.insert_or_assign(changes.back().url, std::move(part));
    }
    return changes;
  }
  Result<std::optional<Summary>> summary_of(const std::string& url) override {
    const auto found = batch_.find(url);
    return found == batch_.end() ? std::nullopt : std::optional<Summary>(found->second);
  }

 private:
  /// False when there are no more pages.
  bool fill() {
    while (waiting_.empty()) {
      if (next_ == files_.size()) return false;
      cut_up(files_[next_++]);
    }
    return true;
  }

  void cut_up(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    const std::string html(std::istreambuf_iterator<char>(in), {});
    const fs::path place = file.lexically_relative(folder_);
    const std::string site = place.begin()->string();
    const std::string url =
        "https://" + site + ".example/" + place.lexically_relative(site).string();
    const Document document = parser::parse_document({url, "text/html", html});
    hear(url, document);
    std::string_view rest = document.text;
    while (rest.size() >= kFewestBytes) {
      std::size_t end = std::min(rest.size(), kPartBytes);
      const std::size_t line = rest.rfind('\n', end);
      if (end < rest.size() && line != std::string_view::npos && line > kFewestBytes) end = line;
      Summary& part = waiting_.emplace_back(part_of(document, rest.substr(0, end)));
      part.topic = site;
      part.url = waiting_.size() == 1 ? url : url + "?part=" + std::to_string(waiting_.size());
      rest.remove_prefix(end);
    }
    const auto said = said_.find(url);
    if (said != said_.end() && !waiting_.empty())
      waiting_.front().annotations_by_others = said->second;
  }

  /// Annotations of other pages.
  void hear(const std::string& url, const Document& document) {
    for (const Link& link : document.links) {
      const Result<Url> target = Url::parse(link.url);
      if (!target || link.anchor.empty()) continue;
      auto& said = said_[target->without_fragment().href()];
      if (said.size() < kAnnotationsHeard)
        said.push_back({url, link.anchor, AnnotationKind::kAnchor, link.element, Relevance(0.5)});
    }
  }

  Summary part_of(const Document& document, std::string_view text) {
    Summary part;
    part.title = document.title;
    part.language = document.language;
    part.media_type = "text/html";
    part.fetched = "2026-11-20T00:00:00Z";
    part.modified = document.modified;
    part.relevance = Relevance(share_(random_));
    part.authority = score_(random_);
    part.hub = score_(random_);
    part.bytes = static_cast<std::int64_t>(text.size());
    part.text = clean_utf8(text);
    return part;
  }

  fs::path folder_;
  std::int64_t wanted_;
  std::vector<fs::path> files_;
  std::size_t next_ = 0;
  std::vector<Summary> waiting_;
  std::map<std::string, Summary> batch_;
  std::unordered_map<std::string, std::vector<summarizer::Annotation>>
      said_;  // by the URL that it is said of
  std::mt19937_64 random_{kSeed};
  std::uniform_real_distribution<double> share_{0, 1};
  std::exponential_distribution<double> score_{1000};
};

int make(const fs::path& index, const fs::path& folder, std::int64_t documents) {
  Parts parts(folder, documents);
  const auto report = indexer::update_index(index, parts);
  if (!report) {
    std::fprintf(stderr, "%s\n", report.error().to_string().c_str());
    return 3;
  }
  std::printf("%u documents\n", Xapian::Database(index.string()).get_doccount());
  return 0;
}

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// Reads the response of the server until it closes the connection. Ends the program unless the
/// status is 200.
std::string answer_of(std::uint16_t port, const std::string& target) {
  Poco::Net::StreamSocket socket(Poco::Net::SocketAddress("127.0.0.1", port));
  const std::string request =
      "GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  socket.sendBytes(request.data(), static_cast<int>(request.size()));
  std::string answer;
  char buffer[16 << 10];
  for (int count; (count = socket.receiveBytes(buffer, sizeof buffer)) > 0;)
    answer.append(buffer, static_cast<std::size_t>(count));
  if (answer.starts_with("HTTP/1.1 200")) return answer;
  std::fprintf(stderr, "%s: %s\n", target.c_str(), answer.substr(0, 40).c_str());
  std::exit(1);
}

/// The time until then.
double ask(std::uint16_t port, const std::string& target) {
  const auto begin = Clock::now();
  answer_of(port, target);
  return milliseconds_since(begin);
}

/// The same ten results by the library alone, without the server.
class XapianAlone {
 public:
  explicit XapianAlone(const std::string& index) : open_(search::open_indexes({index})) {}

  double ask(const std::string& text) {
    const auto begin = Clock::now();
    const auto query = search::parse_query(text, open_.fields);
    const auto bounds =
        std::make_shared<search::Bounds>(search::Bounds{search::Deadline(search::kSearchTime)});
    const search::QueryBuilder builder({open_.database, open_.languages, open_.terms, open_.pages},
                                       ranking_, bounds);
    Xapian::Enquire enquire(open_.database);
    enquire.set_weighting_scheme(*scheme_);
    enquire.set_query(
        builder.reranked(builder.candidates(*query, search::MatchMode::kAll, {}), *query));
    const Xapian::MSet matches = enquire.get_mset(0, 10, 1000);
    for (auto it = matches.begin(); it != matches.end(); ++it) {
      const Xapian::Document document = it.get_document();
      const auto data =
          indexer::read_document_data(document.get_data(), document.get_value(indexer::kShownSlot));
      const Xapian::Stem stem(indexer::stemmer_for(data->language));
      snippets_ += matches.snippet(data->text, 260, stem).size();
    }
    return milliseconds_since(begin);
  }

 private:
  search::OpenIndexes open_;
  search::Ranking ranking_;
  std::unique_ptr<const Xapian::Weight> scheme_ = search::scheme_of(ranking_);
  std::size_t snippets_ = 0;
};

/// CPU time of the process, threads of the server included.
double cpu_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

double part_of(std::vector<double> numbers, double share) {
  std::sort(numbers.begin(), numbers.end());
  return numbers[std::min(numbers.size() - 1,
                          static_cast<std::size_t>(share * static_cast<double>(numbers.size())))];
}

/// Milliseconds that pass, and that the processors work.
struct Times {
  std::vector<double> taken;
  std::vector<double> cpu;

  double at(double share) const { return part_of(taken, share); }
  template <class Ask>
  void add(Ask ask) {
    const double before = cpu_milliseconds();
    taken.push_back(ask());
    cpu.push_back(cpu_milliseconds() - before);
  }
  void print() const { std::printf(" %7.2f %7.2f %7.2f", at(0.5), at(0.99), part_of(cpu, 0.5)); }
};

std::string page_of(const std::string& query) {
  return "/search?q=" + porthole::encode_parameter(query);
}
std::string json_of(const std::string& query) {
  return "/api/v1/search?q=" + porthole::encode_parameter(query);
}

/// Queries that the server has not seen.
std::string once(const std::string& target) {
  static std::atomic<int> asked = 0;
  return target + "&asked=" + std::to_string(asked++);
}
std::string again(const std::string& target) { return target; }

/// Eight clients ask all queries, each from a place of its own.
Times ask_at_once(std::uint16_t port, const std::vector<std::string>& queries,
                  std::string (*asked)(const std::string&)) {
  std::vector<Times> times(kClients);
  std::vector<std::thread> clients;
  for (std::size_t client = 0; client < kClients; ++client) {
    clients.emplace_back([&, client] {
      for (std::size_t i = 0; i < queries.size(); ++i) {
        const std::string& query =
            queries[(i + client * queries.size() / kClients) % queries.size()];
        times[client].taken.push_back(ask(port, asked(page_of(query))));
      }
    });
  }
  for (std::thread& client : clients) client.join();
  Times all;
  for (const Times& one : times)
    all.taken.insert(all.taken.end(), one.taken.begin(), one.taken.end());
  return all;
}

void measure(const labs::QueryKind& kind, const std::string& index, std::uint16_t port,
             std::size_t count) {
  const std::vector<std::string> queries = labs::draw_queries(kind, Xapian::Database(index), count);
  XapianAlone alone(index);
  for (const std::string& query : queries) alone.ask(query), ask(port, once(page_of(query)));
  Times page, json, xapian;
  for (const std::string& query : queries) {
    page.add([&] { return ask(port, once(page_of(query))); });
    xapian.add([&] { return alone.ask(query); });
    json.add([&] { return ask(port, once(json_of(query))); });
  }
  const Times eight = ask_at_once(port, queries, once);
  for (const std::string& query : queries) ask(port, again(page_of(query)));
  const Times eight_again = ask_at_once(port, queries, again);
  std::printf("%-16s", kind.name);
  for (const Times* times : {&xapian, &page, &json}) times->print();
  std::printf(" %8.2f %8.2f %8.2f %8.2f %8.2f\n", part_of(page.cpu, 0.5) / part_of(xapian.cpu, 0.5),
              eight.at(0.5), eight.at(0.99), eight_again.at(0.5), eight_again.at(0.99));
}

std::unique_ptr<http::Server> served(const std::string& index) {
  auto server = search::start_server({{"latency", index, nullptr}}, {});
  if (server) return std::move(*server);
  std::fprintf(stderr, "%s\n", server.error().to_string().c_str());
  std::exit(3);
}

int measure_all(const std::string& index, std::size_t count) {
  const auto server = served(index);
  std::printf("%u documents, %zu queries of each kind; milliseconds\n",
              Xapian::Database(index).get_doccount(), count);
  std::printf("%-16s %23s %23s %23s %8s %17s %17s\n", "", "Xapian alone", "page", "JSON", "ratio",
              "page, 8 clients", "the same again");
  std::printf("%-16s", "");
  for (int i = 0; i < 3; ++i) std::printf(" %7s %7s %7s", "p50", "p99", "CPU");
  std::printf(" %8s %8s %8s %8s %8s\n", "of CPU", "p50", "p99", "p50", "p99");
  for (const labs::QueryKind& kind : labs::query_kinds())
    measure(kind, index, server->port(), count);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string first = argc > 1 ? argv[1] : "";
  if (first == "--make" && argc == 5)
    return make(argv[2], argv[3], std::strtoll(argv[4], nullptr, 10));
  const std::size_t count = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 500;
  if (first.empty() || first.starts_with("--") || count == 0) {
    std::fprintf(stderr,
                 "usage: latency_bench INDEX [QUERIES]\n       latency_bench --make INDEX FOLDER "
                 "DOCUMENTS\n");
    return 2;
  }
  return measure_all(first, count);
}
