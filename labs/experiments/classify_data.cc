#include "labs/experiments/classify_data.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <type_traits>

#include "archive/warc_reader.h"
#include "base/json/json.h"
#include "base/url/url.h"
#include "labs/webbox/box.h"
#include "parser/parse.h"
#include "topics/text/term_counts.h"

namespace porthole::labs {
namespace {

Result<std::string> read_text(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return fail(ErrorCode::kNotFound, "no file " + file.string());
  return std::string(std::istreambuf_iterator<char>(in), {});
}

LabelledPage read_page(std::string url, std::string content_type, std::string body) {
  Document document = parser::parse_document(
      {.url = url, .content_type = std::move(content_type), .body = std::move(body)});
  LabelledPage page;
  page.url = std::move(url);
  page.title = std::move(document.title);
  page.description = std::move(document.description);
  page.text = std::move(document.text);
  page.blocks = std::move(document.blocks);
  return page;
}

void put(std::ostream& out, std::string_view text) {
  const auto size = static_cast<std::uint32_t>(text.size());
  out.write(reinterpret_cast<const char*>(&size), sizeof size);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

bool take(std::istream& in, std::string& text) {
  std::uint32_t size = 0;
  if (!in.read(reinterpret_cast<char*>(&size), sizeof size) || size > 1U << 28) return false;
  text.resize(size);
  return static_cast<bool>(in.read(text.data(), size));
}

// Blocks as bytes: files of kept pages are read where they were written.
static_assert(std::is_trivially_copyable_v<Block>);
std::string bytes_of(const std::vector<Block>& blocks) {
  return {reinterpret_cast<const char*>(blocks.data()), blocks.size() * sizeof(Block)};
}

std::vector<Block> blocks_of(const std::string& bytes) {
  std::vector<Block> blocks(bytes.size() / sizeof(Block));
  if (!blocks.empty()) std::memcpy(blocks.data(), bytes.data(), blocks.size() * sizeof(Block));
  return blocks;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> out;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    out.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

}  // namespace

Result<std::vector<LabelledPage>> read_development_box(const CorpusFolders& folders) {
  return kept_pages(folders.keep, "box", [&] {
    return read_box_pages(folders.corpora / "webbox" / "sites_dev.tsv", folders.box);
  });
}

Result<std::set<std::string, std::less<>>> read_reported_sites(const CorpusFolders& folders) {
  TRY_AS(lines, read_lines(folders.corpora / "webbox" / "nb_test_sites.tsv"));
  std::set<std::string, std::less<>> sites;
  for (const std::string& line : *lines) sites.insert(line.substr(0, line.find('\t')));
  return sites;
}

Result<std::vector<LabelledPage>> read_webkb_classes(const CorpusFolders& folders) {
  auto pages = kept_pages(folders.keep, "webkb", [&] {
    return read_webkb(folders.corpora / "webkb" / "webkb.warc.gz",
                      folders.corpora / "webkb" / "labels.tsv");
  });
  if (!pages) return pages;
  const std::set<std::string> classes = {"course", "faculty", "student", "project"};
  std::erase_if(*pages,
                [&](const LabelledPage& page) { return !classes.contains(page.topics.front()); });
  return pages;
}

Result<void> group_by_site(std::vector<LabelledPage>& pages) {
  for (LabelledPage& page : pages) {
    TRY_AS(url, Url::parse(page.url));
    page.group = registrable_domain(url->host());
  }
  return {};
}

Result<std::vector<std::string>> read_lines(const std::filesystem::path& file) {
  TRY_AS(text, read_text(file));
  std::vector<std::string> lines = split(*text, '\n');
  std::erase_if(lines, [](const std::string& line) { return line.empty() || line.front() == '#'; });
  return lines;
}

Result<std::vector<LabelledPage>> read_box_pages(const std::filesystem::path& sites,
                                                 const std::filesystem::path& cache,
                                                 std::size_t per_site, std::size_t least_bytes) {
  labs::BoxOptions options;
  options.sites = sites;
  options.cache = cache;
  TRY_AS(box, labs::prepare_box(options));
  struct Candidate {
    topics::TermHash order;
    std::string address, file;
  };
  std::map<std::size_t, std::vector<Candidate>> candidates;
  const labs::Manifest& manifest = *box->manifest;
  for (const auto& [host, addresses] : manifest.pages()) {
    for (const std::string& address : addresses) {
      const labs::Resource* resource = manifest.find(address);
      if (resource == nullptr || resource->bytes < least_bytes) continue;
      if (manifest.sites()[resource->site].is_hub()) continue;
      candidates[resource->site].push_back(
          {topics::hash_of_term(address), address, resource->file});
    }
  }
  std::vector<LabelledPage> pages;
  for (auto& [number, of_site] : candidates) {
    std::sort(of_site.begin(), of_site.end(), [](const Candidate& a, const Candidate& b) {
      return std::tie(a.order, a.address) < std::tie(b.order, b.address);
    });
    const labs::Site& site = manifest.sites()[number];
    for (std::size_t i = 0; i < std::min(per_site, of_site.size()); ++i) {
      TRY_AS(body, read_text(of_site[i].file));
      LabelledPage page = read_page("http://" + of_site[i].address, "text/html", std::move(*body));
      page.group = site.name;
      page.topics = {site.topic};
      pages.push_back(std::move(page));
    }
  }
  return pages;
}

Result<std::vector<LabelledPage>> read_webkb(const std::filesystem::path& warc,
                                             const std::filesystem::path& labels) {
  TRY_AS(lines, read_lines(labels));
  std::map<std::string, std::pair<std::string, std::string>, std::less<>> label_of;
  for (const std::string& line : *lines) {
    const std::vector<std::string> cells = split(line, '\t');
    if (cells.size() == 3) label_of[cells[0]] = {cells[1], cells[2]};
  }
  TRY_AS(reader, archive::WarcReader::open(warc));
  std::vector<LabelledPage> pages;
  while (true) {
    TRY_AS(record, (*reader)->next());
    if (!*record) break;
    const archive::WarcRecord& r = **record;
    const auto label = label_of.find(r.target());
    const std::size_t head = std::min(r.block.find("\r\n\r\n"), r.block.find("\n\n"));
    if (r.type() != "response" || label == label_of.end() || head == std::string::npos) continue;
    LabelledPage page = read_page(std::string(r.target()), "text/html", r.block.substr(head));
    page.topics = {label->second.first};
    page.group = label->second.second;
    pages.push_back(std::move(page));
  }
  return pages;
}

Result<std::vector<LabelledPage>> read_debtags(const std::filesystem::path& lines,
                                               PackageTopic topic) {
  TRY_AS(read, read_lines(lines));
  std::vector<LabelledPage> pages;
  for (const std::string& line : *read) {
    const nlohmann::json json = nlohmann::json::parse(line, nullptr, false);
    if (!json.is_object())
      return fail(ErrorCode::kInvalid, lines.string() + " is not a list of JSON objects");
    LabelledPage page;
    std::set<std::string> fields;
    for (const auto& tag : json.value("tags", nlohmann::json::array())) {
      const auto& name = tag.get_ref<const std::string&>();
      if (name.starts_with("field::")) fields.insert(split(name.substr(7), ':').front());
    }
    if (topic == PackageTopic::kSection) fields = {json.value("section", "")};
    if (fields.empty()) continue;
    page.topics.assign(fields.begin(), fields.end());
    page.url = json.value("package", "");
    page.group = json.value("source", "");
    page.title = json.value("short", "");
    page.text = json.value("long", "");
    pages.push_back(std::move(page));
  }
  return pages;
}

Result<std::vector<LabelledPage>> read_pages(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return fail(ErrorCode::kNotFound, "no file " + file.string());
  std::vector<LabelledPage> pages;
  LabelledPage page;
  std::string topics;
  std::string blocks;
  while (take(in, page.url)) {
    if (!take(in, page.group) || !take(in, topics) || !take(in, page.title) ||
        !take(in, page.description) || !take(in, page.text) || !take(in, blocks)) {
      return fail(ErrorCode::kInvalid, file.string() + " is cut", "delete it: it is made again");
    }
    page.topics = split(topics, ' ');
    page.blocks = blocks_of(blocks);
    pages.push_back(page);
  }
  return pages;
}

Result<void> write_pages(const std::filesystem::path& file,
                         const std::vector<LabelledPage>& pages) {
  std::ofstream out(file, std::ios::binary);
  for (const LabelledPage& page : pages) {
    std::string topics;
    for (const std::string& topic : page.topics) topics += (topics.empty() ? "" : " ") + topic;
    const std::string blocks = bytes_of(page.blocks);
    for (const std::string_view text : std::initializer_list<std::string_view>{
             page.url, page.group, topics, page.title, page.description, page.text, blocks}) {
      put(out, text);
    }
  }
  out.close();
  if (!out) return fail(ErrorCode::kStorage, "cannot write " + file.string());
  return {};
}

Result<std::vector<LabelledPage>> kept_pages(
    const std::filesystem::path& folder, const std::string& name,
    const std::function<Result<std::vector<LabelledPage>>()>& read) {
  const std::filesystem::path file = folder / (name + ".pages");
  if (!folder.empty() && std::filesystem::exists(file)) return read_pages(file);
  Result<std::vector<LabelledPage>> pages = read();
  if (pages && !folder.empty()) {
    TRY(write_pages(file, *pages));
  }
  return pages;
}

}  // namespace porthole::labs
