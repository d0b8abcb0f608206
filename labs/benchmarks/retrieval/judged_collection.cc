#include "labs/benchmarks/retrieval/judged_collection.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "base/json/json.h"
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

}  // namespace porthole::labs
