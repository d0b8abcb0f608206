#include "repository/mining/mined_classes.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "repository/sql/database.h"

namespace porthole::repository {
namespace {

using topics::NaiveBayesNode;
using topics::TopicId;

/// The float that the index of a model keeps of a theta (topics/classify/naive_bayes_index.cc).
double lift_of(float weight, float value) { return static_cast<double>(weight * value); }

/// A record of the table blob: a weight, then kcid and logtheta of each child.
class Record {
 public:
  explicit Record(float weight) { put(weight); }
  void add(TopicId kcid, double logtheta) {
    put(kcid);
    put(logtheta);
  }
  Blob bytes() const { return {bytes_}; }

  static constexpr std::size_t kHead = sizeof(float);
  static constexpr std::size_t kEach = sizeof(TopicId) + sizeof(double);
  template <class Number>
  static Number read(std::string_view bytes, std::size_t at) {
    Number number{};
    std::memcpy(&number, bytes.data() + at, sizeof number);
    return number;
  }

 private:
  template <class Number>
  void put(Number number) {
    bytes_.append(reinterpret_cast<const char*>(&number), sizeof number);
  }
  std::string bytes_;
};

/// Writes nodes into the tables feature, stat and blob.
class NodeWriter {
 public:
  explicit NodeWriter(Database& database)
      : feature_(database.bulk({BulkPlan::Kind::kInsert,
                                "feature",
                                {{"pcid", ColumnType::kInteger},
                                 {"tid", ColumnType::kBig},
                                 {"weight", ColumnType::kReal}}})),
        stat_(database.bulk({BulkPlan::Kind::kInsert,
                             "stat",
                             {{"pcid", ColumnType::kInteger},
                              {"tid", ColumnType::kBig},
                              {"kcid", ColumnType::kInteger},
                              {"logtheta", ColumnType::kReal},
                              {"weight", ColumnType::kReal}}})),
        blob_(database.bulk({BulkPlan::Kind::kInsert,
                             "blob",
                             {{"pcid", ColumnType::kInteger},
                              {"tid", ColumnType::kBig},
                              {"stat", ColumnType::kBlob}}})) {}

  Result<void> add(TopicId topic, const NaiveBayesNode& node) {
    std::vector<std::uint32_t> order(node.terms.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(),
              [&](auto a, auto b) { return node.terms[a] < node.terms[b]; });
    for (const std::uint32_t place : order) {
      if (auto done = add_term(topic, node, place); !done) return done;
    }
    return {};
  }
  Result<void> finish() {
    auto done = feature_.finish();
    if (done) done = stat_.finish();
    return done ? blob_.finish() : done;
  }

 private:
  Result<void> add_term(int topic, const NaiveBayesNode& node, std::uint32_t place) {
    const float weight = node.weights[place];
    const std::int64_t term = node.terms[place];
    Record record(weight);
    auto done = feature_.add(topic, term, static_cast<double>(weight));
    for (std::uint32_t at = node.begins[place]; done && at < node.begins[place + 1]; ++at) {
      const NaiveBayesNode::Child& child = node.children[node.thetas[at].child];
      const double logtheta = lift_of(weight, node.thetas[at].value) -
                              static_cast<double>(weight) * static_cast<double>(child.logdenom);
      record.add(child.topic, logtheta);
      done = stat_.add(topic, term, int{child.topic}, logtheta, static_cast<double>(weight));
    }
    return done ? blob_.add(topic, term, record.bytes()) : done;
  }

  Bulk feature_, stat_, blob_;
};

Result<void> mark(topics::Taxonomy& taxonomy, const std::vector<std::string>& good) {
  std::vector<TopicId> marked;
  for (const std::string& path : good) {
    const auto found = taxonomy.find(path);
    if (!found) {
      return fail(ErrorCode::kIncomplete,
                  "the classifier has not learned the good topic \"" + path + "\"",
                  "train it again: porthole train DIR");
    }
    marked.push_back(*found);
  }
  return taxonomy.mark_good(marked);
}

Result<void> put_taxonomy(Database& database, const MinedModel& model) {
  const topics::Taxonomy& taxonomy = model.outline.taxonomy;
  std::vector<const NaiveBayesNode::Child*> learned(taxonomy.size(), nullptr);
  for (const auto& children : model.children) {
    for (const NaiveBayesNode::Child& child : children) learned[child.topic] = &child;
  }
  Bulk rows = database.bulk({BulkPlan::Kind::kInsert,
                             "taxonomy",
                             {{"kcid", ColumnType::kInteger},
                              {"pcid", ColumnType::kInteger},
                              {"path", ColumnType::kText},
                              {"mark", ColumnType::kText},
                              {"logprior", ColumnType::kReal},
                              {"logdenom", ColumnType::kReal},
                              {"length", ColumnType::kReal}}});
  for (std::size_t id = 0; id < taxonomy.size(); ++id) {
    const topics::Topic& topic = taxonomy[static_cast<TopicId>(id)];
    std::optional<int> parent;
    if (id != topics::kRootTopic) parent = topic.parent;
    std::optional<double> logprior, logdenom;
    if (learned[id] != nullptr) {
      logprior = static_cast<double>(learned[id]->logprior);
      logdenom = static_cast<double>(learned[id]->logdenom);
    }
    TRY(rows.add(static_cast<int>(id), parent, topic.path, mark_name(topic.mark), logprior,
                 logdenom, model.lengths[id]));
  }
  return rows.finish();
}

/// Writes what a model says of pages.
class ClassWriter {
 public:
  explicit ClassWriter(Database& database)
      : class_(database.bulk({BulkPlan::Kind::kInsert,
                              "class",
                              {{"did", ColumnType::kBig},
                               {"kcid", ColumnType::kInteger},
                               {"logpr", ColumnType::kReal},
                               {"pr", ColumnType::kReal},
                               {"expanded", ColumnType::kSmall}}})),
        judged_(database.bulk({BulkPlan::Kind::kUpdate,
                               "judged",
                               {{"did", ColumnType::kBig},
                                {"relevance", ColumnType::kReal},
                                {"best", ColumnType::kInteger}}})) {}

  Result<void> add(UrlId page, const topics::Classification& found,
                   const topics::Taxonomy& taxonomy) {
    constexpr double kLeastLogarithm = -1e3;
    std::vector<bool> is_parent(taxonomy.size());
    for (const auto& topic : found.topics) {
      if (topic.topic != topics::kRootTopic) is_parent[taxonomy[topic.topic].parent] = true;
    }
    for (const auto& topic : found.topics) {
      const double logpr = topic.probability > 0 ? std::log(topic.probability) : kLeastLogarithm;
      auto done = class_.add(page, int{topic.topic}, logpr, topic.probability,
                             bool{is_parent[topic.topic]});
      if (!done) return done;
    }
    return judged_.add(page, found.relevance, int{found.best});
  }
  Result<void> finish() {
    auto done = class_.finish();
    return done ? judged_.finish() : done;
  }

 private:
  Bulk class_, judged_;
};

/// Gives the documents to `visit`, in order, and without terms those that have none.
Result<void> for_each_document(
    Database& database,
    const std::function<Result<void>(UrlId, const topics::TermCounts&)>& visit) {
  Statement row = database.scan(
      "SELECT judged.did, tid, n FROM judged LEFT JOIN document ON document.did = judged.did ORDER "
      "BY judged.did, tid");
  UrlId page = 0;
  topics::TermCounts terms;
  while (row.step()) {
    if (row.integer(0) != page && page != 0) {
      if (auto done = visit(page, terms); !done) return done;
      terms.clear();
    }
    page = row.integer(0);
    if (!row.is_null(1)) {
      terms.push_back({static_cast<topics::TermHash>(row.integer(1)),
                       static_cast<std::uint32_t>(row.integer(2))});
    }
  }
  if (row.failed()) return row.error();
  return page != 0 ? visit(page, terms) : Result<void>();
}

bool has_children(const MinedModel& model, std::size_t topic) {
  return !model.children[topic].empty();
}

Result<std::vector<TopicId>> topics_to_expand(Database& database) {
  Statement row = database.prepare("SELECT DISTINCT pcid FROM todo ORDER BY pcid");
  std::vector<TopicId> topics;
  while (row.step()) topics.push_back(static_cast<TopicId>(row.integer(0)));
  if (row.failed()) return row.error();
  return topics;
}

}  // namespace

Result<MinedModel> put_model(MiningDatabase& database, std::string_view model,
                             const std::vector<std::string>& good) {
  auto done = database.run("drop_classifier.sql");
  if (done) done = database.run(database.of_engine("tables"));
  if (!done) return fail(done.error());
  MinedModel mined;
  done = database.database().transaction([&]() -> Result<void> {
    mined = MinedModel();
    NodeWriter writer(database.database());
    TRY_AS(outline, topics::read_nodes(model, [&](TopicId topic, const NaiveBayesNode& node) {
             mined.children.push_back(node.children);
             mined.lengths.push_back(node.length);
             return writer.add(topic, node);
           }));
    mined.outline = std::move(*outline);
    if (auto marked = mark(mined.outline.taxonomy, good); !marked) return marked;
    if (auto put = put_taxonomy(database.database(), mined); !put) return put;
    return writer.finish();
  });
  if (!done) return fail(done.error());
  return mined;
}

Result<void> put_documents(MiningDatabase& database, const MinedModel& model,
                           const std::function<Result<void>(const AddDocument&)>& produce) {
  const topics::Counting counting = model.outline.settings.options.counting;
  Database& tables = database.database();
  auto done = tables.transaction([&]() -> Result<void> {
    if (auto cleared = tables.execute("DELETE FROM document; DELETE FROM judged"); !cleared)
      return cleared;
    Bulk document = tables.bulk({BulkPlan::Kind::kInsert,
                                 "document",
                                 {{"did", ColumnType::kBig},
                                  {"tid", ColumnType::kBig},
                                  {"n", ColumnType::kInteger},
                                  {"freq", ColumnType::kReal}}});
    Bulk judged = tables.bulk({BulkPlan::Kind::kInsert, "judged", {{"did", ColumnType::kBig}}});
    auto produced = produce([&](UrlId page, const topics::TermCounts& terms) {
      auto added = judged.add(page);
      for (const topics::TermCount& term : terms) {
        if (!added) break;
        added = document.add(page, std::int64_t{term.term}, static_cast<int>(term.count),
                             topics::count_for(term.count, counting));
      }
      return added;
    });
    if (produced) produced = document.finish();
    return produced ? judged.finish() : produced;
  });
  return done ? database.analyze() : done;
}

Result<void> bulk_probe(MiningDatabase& database, const MinedModel& model) {
  const topics::Taxonomy& taxonomy = model.outline.taxonomy;
  const auto probe = [&](TopicId c0) {
    return database.run("bulk_probe.sql", {{"c0", std::to_string(c0)},
                                           {"most", sql_number(model.lengths[c0])},
                                           {"temperature", sql_number(model.outline.temperature)}});
  };
  auto done = database.run("begin_classes.sql");
  for (std::size_t id = 0; done && id < taxonomy.size(); ++id) {
    const auto c0 = static_cast<TopicId>(id);
    if (!has_children(model, id)) continue;
    if (c0 != topics::kRootTopic && taxonomy[c0].mark != topics::Mark::kPath) continue;
    done = database.run("expand_path.sql", {{"c0", std::to_string(c0)}});
    if (done) done = probe(c0);
  }
  while (done) {
    if (done = database.run("expand_best.sql"); !done) break;
    TRY_AS(next, topics_to_expand(database.database()));
    if (next->empty()) break;
    for (const TopicId c0 : *next) {
      if (done) done = probe(c0);
    }
  }
  return done ? database.run("judge.sql") : done;
}

Result<void> classify_each(MiningDatabase& database, const topics::TrainedModel& model) {
  Database& tables = database.database();
  return tables.transaction([&]() -> Result<void> {
    if (auto cleared = tables.execute("DELETE FROM class"); !cleared) return cleared;
    ClassWriter writer(tables);
    auto done = for_each_document(tables, [&](UrlId page, const topics::TermCounts& terms) {
      return writer.add(page, model.classify(terms), model.taxonomy());
    });
    return done ? writer.finish() : done;
  });
}

class ProbingModel::Prober {
 public:
  explicit Prober(Database& database)
      : probe_(database.prepare("SELECT stat FROM blob WHERE pcid = ? AND tid = ?")) {}

  /// Gives `found` the weight of the term, and to `add` each child that has it; false for a term
  /// outside of the features.
  bool probe(TopicId c0, topics::TermHash term, double& weight, const auto& add) {
    probe_.bind_all(int{c0}, std::int64_t{term});
    bool is_feature = false;
    while (probe_.step()) {
      is_feature = true;
      read_record(probe_.view(0), weight, add);
    }
    if (probe_.failed()) error_ = probe_.error();
    return is_feature;
  }
  const Result<void>& error() const { return error_; }

 private:
  static void read_record(std::string_view record, double& weight, const auto& add) {
    if (record.size() < Record::kHead) return;
    weight = static_cast<double>(Record::read<float>(record, 0));
    for (std::size_t at = Record::kHead; at + Record::kEach <= record.size(); at += Record::kEach) {
      add(Record::read<TopicId>(record, at), Record::read<double>(record, at + sizeof(TopicId)));
    }
  }

  Statement probe_;
  Result<void> error_;
};

ProbingModel::ProbingModel(MiningDatabase& database, const MinedModel& model)
    : TrainedModel(model.outline.taxonomy),
      model_(model),
      prober_(std::make_unique<Prober>(database.database())) {
  set_temperature(model.outline.temperature);
  set_text(model.outline.text);
}
ProbingModel::~ProbingModel() = default;
Result<void> ProbingModel::error() const { return prober_->error(); }

void ProbingModel::descend(TopicId c0, const topics::TermCounts& page,
                           std::vector<LogProbability>& children) const {
  const std::vector<NaiveBayesNode::Child>& kinds = model_.children[c0];
  if (kinds.empty()) return;
  std::vector<double> logs(kinds.size(), 0.0);
  double length = 0;
  std::vector<bool> has_term(kinds.size());
  for (const topics::TermCount& term : page) {
    const double freq = topics::count_for(term.count, model_.outline.settings.options.counting);
    double weight = 0;
    has_term.assign(kinds.size(), false);
    const bool is_feature =
        prober_->probe(c0, term.term, weight, [&](TopicId kcid, double logtheta) {
          for (std::size_t i = 0; i < kinds.size(); ++i) {
            if (kinds[i].topic != kcid) continue;
            logs[i] += freq * logtheta;
            has_term[i] = true;
          }
        });
    if (!is_feature) continue;
    length += freq * weight;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      if (!has_term[i]) logs[i] -= freq * weight * static_cast<double>(kinds[i].logdenom);
    }
  }
  NaiveBayesNode node;
  node.children = kinds;
  const std::size_t first = children.size();
  for (std::size_t i = 0; i < kinds.size(); ++i) children.push_back({kinds[i].topic, logs[i]});
  topics::to_log_probabilities(node, length, model_.lengths[c0], children, first);
}

Result<void> for_each_judgement(MiningDatabase& database,
                                const std::function<void(const MinedJudgement&)>& visit) {
  Statement row = database.database().scan(
      "SELECT did, relevance, best FROM judged WHERE relevance IS NOT NULL ORDER BY did");
  while (row.step()) {
    visit(
        {row.integer(0), std::clamp(row.real(1), 0.0, 1.0), static_cast<TopicId>(row.integer(2))});
  }
  return row.failed() ? Result<void>(row.error()) : Result<void>();
}

Result<void> for_each_class(
    MiningDatabase& database,
    const std::function<void(UrlId page, TopicId topic, double probability)>& visit) {
  Statement row = database.database().scan("SELECT did, kcid, pr FROM class ORDER BY did, kcid");
  while (row.step()) visit(row.integer(0), static_cast<TopicId>(row.integer(1)), row.real(2));
  return row.failed() ? Result<void>(row.error()) : Result<void>();
}

// Lists of the nodes as they are in the file, and the index: slots, and rows or lists of thetas.
std::size_t memory_of_model(std::size_t file_bytes) { return 4 * file_bytes; }

}  // namespace porthole::repository
