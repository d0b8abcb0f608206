#include "summarizer/export/graph_export.h"

#include <string>

#include "base/text/format.h"
#include "base/xml/writer.h"

namespace porthole::summarizer {
namespace {

using repository::LinkRecord;
using repository::PageRecord;
using repository::UrlRecord;

struct Key {
  const char* id;
  const char* of;  ///< node or edge
  const char* type;
};
constexpr Key kKeys[] = {
    {"url", "node", "string"},       {"site", "node", "string"},   {"state", "node", "string"},
    {"seed", "node", "boolean"},     {"title", "node", "string"},  {"topic", "node", "string"},
    {"relevance", "node", "double"}, {"hub", "node", "double"},    {"authority", "node", "double"},
    {"element", "edge", "string"},   {"anchor", "edge", "string"}, {"linkTitle", "edge", "string"},
    {"rel", "edge", "string"}};

class GraphWriter {
 public:
  explicit GraphWriter(const std::function<bool(std::string_view)>& write) : write_(write) {
    writer_.start("graphml");
    writer_.attribute("xmlns", "http://graphml.graphdrawing.org/xmlns");
    for (const Key& key : kKeys) {
      writer_.start("key");
      writer_.attribute("id", key.id);
      writer_.attribute("for", key.of);
      writer_.attribute("attr.name", key.id);
      writer_.attribute("attr.type", key.type);
      writer_.end();
    }
    writer_.start("graph");
    writer_.attribute("id", "web");
    writer_.attribute("edgedefault", "directed");
  }

  /// Writes the data of a page with `scores`, or of a URL that is not a page.
  bool node(const UrlRecord& url, const PageRecord* page, const repository::ScoreRecord* scores) {
    writer_.start("node");
    writer_.attribute("id", id_of(url.id));
    data("url", url.href);
    data("site", url.site);
    data("state", name_of(url.state));
    data("seed", url.seed ? "true" : "false");
    if (page != nullptr) {
      data("title", page->document.title);
      data("topic", page->topic);
      data("relevance", std::to_string(page->relevance.value()));
    }
    if (scores != nullptr) {
      data("hub", std::to_string(scores->hub));
      data("authority", std::to_string(scores->authority));
    }
    writer_.end();
    return write_(writer_.drain());
  }

  bool edge(const LinkRecord& link) {
    writer_.start("edge");
    writer_.attribute("source", id_of(link.source));
    writer_.attribute("target", id_of(link.target));
    data("element", element_name(link.link.element));
    data("anchor", link.link.anchor);
    data("linkTitle", link.link.title);
    data("rel", link.link.rel);
    writer_.end();
    return write_(writer_.drain());
  }

  void finish() {
    writer_.end();
    writer_.end();
    write_(writer_.take());
  }

 private:
  static std::string id_of(repository::UrlId id) { return "u" + std::to_string(id); }

  void data(const char* key, std::string_view value) {
    if (value.empty()) return;
    writer_.start("data");
    writer_.attribute("key", key);
    writer_.text(printable(value));  // Labels of a drawing.
    writer_.end();
  }

  const std::function<bool(std::string_view)>& write_;
  xml::XmlWriter writer_;
};

}  // namespace

Result<void> write_graph(repository::Repository& repository,
                         const std::function<bool(std::string_view)>& write) {
  GraphWriter graph(write);
  Result<void> scored;
  auto done = repository.pages().for_each(
      {}, [&](const UrlRecord& url, const PageRecord& page, std::int64_t, std::int64_t) {
        const auto scores = repository.scores().get(url.id);
        if (!scores) scored = fail(scores.error());
        return scored && graph.node(url, &page, *scores ? &**scores : nullptr);
      });
  if (!scored) return scored;
  if (done) {
    done = repository.urls().for_each([&](const UrlRecord& url) {
      return url.state == repository::UrlState::kFetched || graph.node(url, nullptr, nullptr);
    });
  }
  if (done) {
    done = repository.links().for_each(
        [&](const std::string&, const LinkRecord& link) { return graph.edge(link); });
  }
  if (done) graph.finish();
  return done;
}

}  // namespace porthole::summarizer
