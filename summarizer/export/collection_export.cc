#include "summarizer/export/collection_export.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <system_error>

#include "archive/archive_files.h"
#include "base/text/format.h"
#include "base/xml/writer.h"

namespace porthole::summarizer {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPiece = 1 << 16;

tl::unexpected<Error> unreadable(const fs::path& path, const std::error_code& why) {
  Error error;
  error.code = why == std::errc::permission_denied ? ErrorCode::kPermission : ErrorCode::kStorage;
  error.file = path.string();
  error.message = "cannot read the archive" + (why ? ": " + why.message() : std::string());
  return fail(std::move(error));
}

/// Returns false if `write` stopped the export.
Result<bool> copy(const fs::path& file, std::int64_t left,
                  const std::function<bool(std::string_view)>& write) {
  std::ifstream in(file, std::ios::binary);
  std::string piece(kPiece, '\0');
  while (in && left > 0) {
    in.read(piece.data(), std::min<std::int64_t>(left, static_cast<std::int64_t>(piece.size())));
    left -= in.gcount();
    if (!write(std::string_view(piece).substr(0, static_cast<std::size_t>(in.gcount()))))
      return false;
  }
  if (left > 0) return unreadable(file, std::error_code(errno, std::generic_category()));
  return true;
}

}  // namespace

Result<void> write_archive(const fs::path& folder, const std::string& last_file,
                           std::int64_t last_size,
                           const std::function<bool(std::string_view)>& write) {
  for (const fs::path& file : archive::archive_files(folder)) {
    std::error_code why;
    const std::int64_t size = file.filename() == last_file
                                  ? last_size
                                  : static_cast<std::int64_t>(fs::file_size(file, why));
    if (why) return unreadable(file, why);
    TRY_AS(copied, copy(file, size, write));
    if (!*copied) break;
  }
  return {};
}

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
