#include "training/example_store.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "base/json/json.h"
#include "base/text/text.h"
#include "base/xml/tree.h"
#include "collection/collection.h"
#include "topics/text/term_counts.h"

namespace porthole::training {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using topics::JudgedText;
using topics::TermCount;
using topics::TermHash;

constexpr std::size_t kLongestText =
    200'000;  ///< Bytes; more does not count (topics/text/term_counts.h).
constexpr std::size_t kMostLinks = 500;
constexpr std::size_t kLargestCounts = std::size_t{1} << 31;
constexpr std::string_view kMagic = "PHEC2";

tl::unexpected<Error> failed(const fs::path& file, const char* what) {
  Error error;
  error.code = errno == ENOSPC || errno == EDQUOT  ? ErrorCode::kDiskFull
               : errno == EACCES || errno == EROFS ? ErrorCode::kPermission
                                                   : ErrorCode::kStorage;
  error.message = std::string(what) + ": " + std::strerror(errno);
  error.file = file.string();
  return fail(std::move(error));
}

/// Changes whenever terms are counted in another way.
std::uint64_t counting_mark() {
  std::uint64_t mark = 14695981039346656037ULL;
  for (const auto& [term, count] :
       topics::count_terms("Galaxies, 2nd part", "A description's words",
                           "The stars of 1999 and their light-curves: naïve Größe 東京 a of x2 "
                           "internationalisationally")) {
    mark = (mark ^ term ^ (std::uint64_t{count} << 32)) * 1099511628211ULL;
  }
  return mark;
}

std::vector<TermHash> terms_of_title(const std::string& title) {
  std::vector<TermHash> out;
  for (const TermCount& term : topics::count_terms(title, "", "")) out.push_back(term.term);
  return out;
}

/// Bytes of examples.counts, one value after the other, in this machine's byte order.
class Writer {
 public:
  template <class Number>
  void number(Number value) {
    out_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void text(std::string_view value) {
    number(static_cast<std::uint32_t>(value.size()));
    out_ += value;
  }
  void bytes(std::string_view value) { out_ += value; }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}
  template <class Number>
  bool number(Number& value) {
    if (rest_.size() < sizeof value) return false;
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_.remove_prefix(sizeof value);
    return true;
  }
  bool text(std::string& value) {
    std::uint32_t size = 0;
    if (!number(size) || rest_.size() < size) return false;
    value.assign(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return true;
  }
  bool skip(std::string_view expected) {
    if (!rest_.starts_with(expected)) return false;
    rest_.remove_prefix(expected.size());
    return true;
  }
  std::size_t left() const { return rest_.size(); }

 private:
  std::string_view rest_;
};

bool read_terms(ByteReader& in, topics::TermCounts& terms) {
  std::uint32_t count = 0;
  if (!in.number(count) || in.left() / 8 < count) return false;
  terms.resize(count);
  for (TermCount& term : terms) {
    if (!in.number(term.term) || !in.number(term.count)) return false;
  }
  return true;
}

void write_terms(Writer& out, const topics::TermCounts& terms) {
  out.number(static_cast<std::uint32_t>(terms.size()));
  for (const TermCount& term : terms) {
    out.number(term.term);
    out.number(term.count);
  }
}

bool read_page(ByteReader& in, std::string& key, StoredPage& page) {
  std::int64_t seconds = 0;
  std::uint32_t of_title = 0;
  std::uint8_t knows_content = 0;
  if (!in.text(key) || !in.text(page.url) || !in.text(page.title) || !in.text(page.failure) ||
      !in.number(seconds) || !read_terms(in, page.terms) || !in.number(knows_content) ||
      !read_terms(in, page.content_terms)) {
    return false;
  }
  page.read_at = WallTime{std::chrono::seconds(seconds)};
  page.knows_content = knows_content != 0;
  if (!in.number(of_title) || in.left() / 4 < of_title) return false;
  page.title_terms.resize(of_title);
  for (TermHash& term : page.title_terms) {
    if (!in.number(term)) return false;
  }
  return true;
}

/// The places of the content within the first `size` bytes of the text.
json content_places(const Document& document, std::size_t size) {
  json places = json::array();
  if (document.blocks.empty()) {
    if (size > 0) places = {std::size_t{0}, size};
    return places;
  }
  for (const Block& block : document.blocks) {
    if (!block.is_content || block.end() > size) continue;
    places.push_back(block.begin);
    places.push_back(block.length);
  }
  return places;
}

/// Never empty, so that a page without content is not taken for one without blocks.
std::vector<Block> blocks_of(const json& places) {
  std::vector<Block> blocks(1);
  for (std::size_t i = 0; i + 1 < places.size(); i += 2) {
    Block& block = blocks.emplace_back();
    block.begin = places[i].get<std::uint32_t>();
    block.length = places[i + 1].get<std::uint32_t>();
    block.is_content = true;
  }
  return blocks;
}

/// It has blocks if the line tells its main content.
Document document_of(const json& line) {
  Document document;
  document.title = line.value("title", "");
  document.description = line.value("description", "");
  document.text = line.value("text", "");
  const auto content = line.find("content");
  if (content != line.end()) document.blocks = blocks_of(*content);
  return document;
}

StoredPage page_of(const json& line) {
  StoredPage page;
  page.read_at = WallTime{std::chrono::seconds(line.value("read_at", std::int64_t{0}))};
  page.failure = line.value("failure", "");
  page.url = line.value("url", "");
  page.title = line.value("title", "");
  Document document = document_of(line);
  page.knows_content = !document.blocks.empty();
  page.terms = topics::count_terms(document, JudgedText::kWhole);
  page.content_terms = topics::count_terms(document, JudgedText::kContent);
  page.title_terms = terms_of_title(page.title);
  return page;
}

json links_of(const Document& document) {
  json links = json::array();
  for (const Link& link : document.links) {
    if (links.size() >= kMostLinks) break;
    if (link.element == Element::kA || link.element == Element::kArea) {
      links.push_back({link.url, std::string(cut(link.anchor, 200))});
    }
  }
  return links;
}

/// Calls back for the lines of `file` from byte `from` on that are whole; returns where the next
/// begins. Lines that are not valid records are ignored.
Result<std::uint64_t> for_each_line(const fs::path& file, std::uint64_t from,
                                    const std::function<void(const json&)>& visit) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return from;
  in.seekg(static_cast<std::streamoff>(from));
  std::uint64_t at = from;
  for (std::string line; std::getline(in, line) && !in.eof();) {
    at += line.size() + 1;
    const json parsed = json::parse(line, nullptr, false);
    try {
      if (parsed.is_object() && parsed.contains("key")) visit(parsed);
    } catch (const json::exception&) {
      continue;  // A field of another type: as good as no line.
    }
  }
  if (in.bad()) return failed(file, "reading the pages of the examples failed");
  return at;
}

}  // namespace

Result<ExampleStore> ExampleStore::open(const fs::path& folder) {
  std::error_code code;
  fs::create_directories(folder, code);
  if (code) {
    errno = code.value();
    return failed(folder, "the folder cannot be made");
  }
  ExampleStore store;
  store.folder_ = folder;
  if (!store.load_counts()) {
    store.pages_.clear();
    store.counted_bytes_ = 0;
  }
  TRY(store.catch_up());
  return store;
}

bool ExampleStore::load_counts() {
  const Result<std::string> bytes = xml::read_file(counts_file(), kLargestCounts);
  if (!bytes) return false;
  ByteReader in(*bytes);
  std::uint64_t mark = 0;
  std::uint64_t pages = 0;
  if (!in.skip(kMagic) || !in.number(mark) || mark != counting_mark() ||
      !in.number(counted_bytes_) || !in.number(pages)) {
    return false;
  }
  std::error_code code;
  if (fs::file_size(pages_file(), code) < counted_bytes_ || code) return false;
  for (std::uint64_t i = 0; i < pages; ++i) {
    std::string key;
    StoredPage page;
    if (!read_page(in, key, page)) return false;
    pages_.insert_or_assign(std::move(key), std::move(page));
  }
  return in.left() == 0;
}

Result<void> ExampleStore::catch_up() {
  const Result<std::uint64_t> end =
      for_each_line(pages_file(), counted_bytes_, [&](const json& line) {
        pages_.insert_or_assign(line.at("key").get<std::string>(), page_of(line));
        changed_ = true;
      });
  if (!end) return fail(end.error());
  counted_bytes_ = *end;
  return {};
}

const StoredPage* ExampleStore::find(const std::string& key) const {
  const auto found = pages_.find(key);
  return found == pages_.end() ? nullptr : &found->second;
}

// One write(2) a line, so that no line of two processes is torn. A line that a full disk cut is
// closed first.
Result<void> ExampleStore::append(const std::string& line) {
  const fs::path file = pages_file();
  const int out = ::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (out < 0) return failed(file, "the pages of the examples cannot be written");
  char last = '\n';
  const off_t size = ::lseek(out, 0, SEEK_END);
  if (size > 0 && ::pread(out, &last, 1, size - 1) != 1) last = '\n';
  const std::string bytes = (last == '\n' ? "" : "\n") + line + "\n";
  const ssize_t written = ::write(out, bytes.data(), bytes.size());
  if (written >= 0 && written < static_cast<ssize_t>(bytes.size())) errno = ENOSPC;
  const Result<void> result =
      written == static_cast<ssize_t>(bytes.size())
          ? Result<void>()
          : Result<void>(failed(file, "writing the pages of the examples failed"));
  // Records directly after the counted ones are counted now, unless another process appended
  // between them.
  const off_t end = ::lseek(out, 0, SEEK_CUR);
  const auto before = static_cast<std::uint64_t>(size);
  if (before == counted_bytes_ && end == size + written)
    counted_bytes_ = static_cast<std::uint64_t>(end);
  ::close(out);
  changed_ = true;
  return result;
}

Result<const StoredPage*> ExampleStore::put(const std::string& key, const std::string& url,
                                            const Document& document, WallTime now) {
  const std::string text(cut(document.text, kLongestText));
  const json line = {{"key", key},
                     {"url", url},
                     {"title", document.title},
                     {"description", document.description},
                     {"text", text},
                     {"content", content_places(document, text.size())},
                     {"links", links_of(document)},
                     {"read_at", now.time_since_epoch().count()}};
  TRY(append(line.dump(-1, ' ', false, json::error_handler_t::replace)));
  return &pages_.insert_or_assign(key, page_of(line)).first->second;
}

Result<const StoredPage*> ExampleStore::put_failure(const std::string& key,
                                                    const std::string& failure, WallTime now) {
  const json line = {
      {"key", key}, {"failure", failure}, {"read_at", now.time_since_epoch().count()}};
  TRY(append(line.dump(-1, ' ', false, json::error_handler_t::replace)));
  return &pages_.insert_or_assign(key, page_of(line)).first->second;
}

Result<void> ExampleStore::save() {
  if (!changed_) return {};
  Writer out;
  out.bytes(kMagic);
  out.number(counting_mark());
  out.number(counted_bytes_);
  out.number(static_cast<std::uint64_t>(pages_.size()));
  for (const auto& [key, page] : pages_) {
    out.text(key);
    out.text(page.url);
    out.text(page.title);
    out.text(page.failure);
    out.number(static_cast<std::int64_t>(page.read_at.time_since_epoch().count()));
    write_terms(out, page.terms);
    out.number(static_cast<std::uint8_t>(page.knows_content ? 1 : 0));
    write_terms(out, page.content_terms);
    out.number(static_cast<std::uint32_t>(page.title_terms.size()));
    for (const TermHash term : page.title_terms) out.number(term);
  }
  changed_ = false;
  return collection::replace_file(counts_file(), out.take());
}

Result<void> ExampleStore::for_each_document(
    const std::function<void(const std::string&, Document)>& visit) const {
  TRY_AS(end, for_each_line(pages_file(), 0, [&](const json& line) {
           if (line.contains("text")) visit(line.at("key").get<std::string>(), document_of(line));
         }));
  return {};
}

Result<void> ExampleStore::for_each_links(
    const std::function<void(const std::string&, const std::vector<StoredLink>&)>& visit) const {
  TRY_AS(end, for_each_line(pages_file(), 0, [&](const json& line) {
           std::vector<StoredLink> links;
           if (line.contains("links")) links = line.at("links").get<std::vector<StoredLink>>();
           visit(line.at("key").get<std::string>(), links);
         }));
  return {};
}

}  // namespace porthole::training
