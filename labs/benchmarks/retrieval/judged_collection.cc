#include "labs/benchmarks/retrieval/judged_collection.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "base/json/json.h"
#include "base/text/text.h"
#include "indexer/indexer.h"
#include "indexer/tokenizer.h"

namespace porthole::labs {
namespace {

namespace fs = std::filesystem;

constexpr int kGrades = 4;

struct Judgement {
  std::string query, document;
  int grade = 0;
};

Error unreadable(const fs::path& file) {
  return {ErrorCode::kNotFound,
          "a judged collection cannot be read",
          file.string(),
          0,
          0,
          "give folders with docs.jsonl, queries.tsv and qrels.txt"};
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  indexer::Tokenizer scanner(text);
  while (scanner.next()) words.emplace_back(scanner.word());
  return words;
}

Result<std::vector<JudgedDocument>> read_documents(const fs::path& file) {
  std::ifstream in(file);
  if (!in) return fail(unreadable(file));
  std::vector<JudgedDocument> documents;
  for (std::string line; std::getline(in, line);) {
    const auto object = nlohmann::json::parse(line, nullptr, false);
    if (!object.is_object())
      return fail(ErrorCode::kInvalid, file.string() + ": a line is not a JSON object");
    documents.push_back(
        {object.value("id", ""), object.value("title", ""), object.value("text", "")});
  }
  return documents;
}

Result<std::vector<Judgement>> read_judgements(const fs::path& file) {
  std::ifstream in(file);
  if (!in) return fail(unreadable(file));
  std::vector<Judgement> judgements;
  Judgement one;
  for (std::string iteration; in >> one.query >> iteration >> one.document >> one.grade;)
    judgements.push_back(one);
  if (!in.eof()) return fail(ErrorCode::kInvalid, file.string() + ": a line is not a judgement");
  return judgements;
}

Result<std::vector<JudgedQuery>> read_queries(const fs::path& file) {
  std::ifstream in(file);
  if (!in) return fail(unreadable(file));
  std::vector<JudgedQuery> queries;
  for (std::string line; std::getline(in, line);) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos)
      return fail(ErrorCode::kInvalid, file.string() + ": a line has no tab");
    queries.push_back({line.substr(0, tab), words_of(std::string_view(line).substr(tab + 1)), {}});
  }
  return queries;
}

namespace fs = std::filesystem;

constexpr std::string_view kAddress = "https://judged.example/";
constexpr const char* kOmega = "/usr/lib/cgi-bin/omega/omega";

class Documents final : public summarizer::SummarySource {
 public:
  Documents(const std::vector<JudgedDocument>& documents, Fields fields)
      : documents_(documents), fields_(fields) {}

  Result<std::vector<summarizer::SummaryChange>> changes_after(std::int64_t after,
                                                               int limit) override {
    std::vector<summarizer::SummaryChange> changes;
    const std::size_t end = std::min(documents_.size(), static_cast<std::size_t>(after + limit));
    for (auto i = static_cast<std::size_t>(after); i < end; ++i) {
      std::string url = std::string(kAddress) + documents_[i].name;
      place_of_.emplace(url, i);
      changes.push_back({static_cast<std::int64_t>(i) + 1, std::move(url)});
    }
    return changes;
  }
  Result<std::optional<summarizer::Summary>> summary_of(const std::string& url) override {
    const JudgedDocument& document = documents_[place_of_.at(url)];
    const bool is_one = fields_ == Fields::kOne;
    std::optional<summarizer::Summary> summary(std::in_place);
    summary->url = url;
    if (!is_one) summary->title = document.title;
    summary->text = is_one ? document.title + "\n" + document.text : document.text;
    summary->language = "en";
    summary->media_type = "text/html";
    return summary;
  }

 private:
  const std::vector<JudgedDocument>& documents_;
  Fields fields_;
  std::unordered_map<std::string, std::size_t> place_of_;
};

search::Query all_words(const JudgedQuery& query) {
  search::Query made;
  made.text = query.text();
  for (const std::string& word : query.words) {
    made.root.children.push_back({search::NodeKind::kWord, "", {word}, {}});
  }
  return made;
}

void write_file(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string output_of(const std::string& command) {
  std::string out;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return out;
  std::array<char, 1 << 14> buffer;
  while (const std::size_t got = fread(buffer.data(), 1, buffer.size(), pipe))
    out.append(buffer.data(), got);
  pclose(pipe);
  return out;
}

}  // namespace

std::string JudgedQuery::text() const {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

Result<JudgedCollection> read_judged_collection(const fs::path& folder) {
  TRY_AS(documents, read_documents(folder / "docs.jsonl"));
  TRY_AS(queries, read_queries(folder / "queries.tsv"));
  TRY_AS(judgements, read_judgements(folder / "qrels.txt"));
  const bool is_graded = std::any_of(judgements->begin(), judgements->end(),
                                     [](const Judgement& j) { return j.grade > 1; });
  for (JudgedQuery& query : *queries) {
    for (const Judgement& one : *judgements) {
      if (one.query != query.name || one.grade < 1) continue;
      query.judged[one.document] = is_graded ? std::max(1, kGrades + 1 - one.grade) : 1;
    }
  }
  std::erase_if(*queries, [](const JudgedQuery& query) { return query.judged.empty(); });
  return JudgedCollection{folder.filename().string(), std::move(*documents), std::move(*queries)};
}

Result<void> index_ours(const JudgedCollection& collection, const fs::path& folder, Fields fields) {
  Documents documents(collection.documents, fields);
  TRY_AS(report, indexer::update_index(folder, documents));
  return {};
}

Result<Ranked> ranked_by_us(search::Searcher& searcher, const JudgedQuery& query, std::size_t depth,
                            bool as_typed) {
  Ranked ranked;
  search::SearchRequest request;
  request.query = query.text();
  request.texts = false;
  while (ranked.size() < depth) {
    request.size =
        static_cast<int>(std::min<std::size_t>(depth - ranked.size(), search::kMaxResultSize));
    const auto results =
        as_typed ? searcher.search(request) : searcher.search(all_words(query), request);
    if (!results) return fail(results.error());
    if (results->hits.empty()) break;
    for (const search::Hit& hit : results->hits) {
      ranked.push_back(hit.url.substr(kAddress.size()));
      for (const std::string& same : hit.duplicates) ranked.push_back(same.substr(kAddress.size()));
    }
    request.from += static_cast<int>(results->hits.size());
  }
  return ranked;
}

std::optional<Omega> Omega::index(const JudgedCollection& collection, const fs::path& folder) {
  if (!fs::exists(kOmega) || std::system("command -v omindex >/dev/null") != 0) return std::nullopt;
  for (const JudgedDocument& document : collection.documents) {
    write_file(folder / "pages" / (document.name + ".html"),
               "<!DOCTYPE html><html lang=en><meta charset=utf-8><title>" +
                   escape_markup(document.title) + "</title><body><p>" +
                   escape_markup(document.text) + "</p></body></html>");
  }
  write_file(folder / "templates" / "inc" / "none", "");
  write_file(folder / "templates" / "names",
             "$setmap{prefix,,$split{ S B F},title,S,author,A,topic,B}$hitlist{$field{url}\n}");
  write_file(folder / "omega.conf", "database_dir " + folder.string() + "\ntemplate_dir " +
                                        (folder / "templates").string() + "\nlog_dir " +
                                        folder.string() + "\ncdb_dir " + folder.string() + "\n");
  const std::string command = "omindex --db " + quoted(folder / "default") + " --url / " +
                              quoted(folder / "pages") + " >/dev/null 2>&1";
  if (std::system(command.c_str()) != 0) return std::nullopt;
  return Omega(folder);
}

Ranked Omega::ranked(const JudgedQuery& query, std::size_t depth, bool any_word) const {
  const std::string command = "OMEGA_CONFIG_FILE=" + quoted(folder_ / "omega.conf") + " " + kOmega +
                              " " + quoted("P=" + query.text()) +
                              " DB=default FMT=names HITSPERPAGE=" + std::to_string(depth) +
                              (any_word ? " DEFAULTOP=or" : "") + " 2>/dev/null";
  Ranked ranked;
  const std::string output = output_of(command);
  for (const std::string_view line : split(output, '\n')) {
    if (!line.starts_with('/') || !line.ends_with(".html")) continue;
    ranked.emplace_back(line.substr(1, line.size() - 6));
  }
  return ranked;
}

}  // namespace porthole::labs
