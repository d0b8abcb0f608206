#include "operations/integrity/fresh_parse.h"

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/text/format.h"
#include "base/url/url.h"
#include "gatherer/fetch/recorded_fetcher.h"
#include "operations/checks/checks.h"

namespace porthole::operations {
namespace {

constexpr std::size_t kUnderWay = 8;  // Pages that wait for a parser or are parsed.
constexpr std::chrono::milliseconds kLongestWait{20};

bool is_whole(const Document& document) {
  return document.status == ParseStatus::kParsed || document.status == ParseStatus::kTextOnly;
}

bool is_same_block(const Block& one, const Block& other) {
  return std::tie(one.begin, one.length, one.kind) ==
         std::tie(other.begin, other.length, other.kind);
}

/// The names of the parts that differ; "" when none does.
std::string differing_parts(const Document& stored, const Document& fresh) {
  std::vector<std::string> parts;
  if (stored.title != fresh.title) parts.emplace_back("title");
  if (stored.description != fresh.description) parts.emplace_back("description");
  if (stored.text != fresh.text) parts.emplace_back("text");
  const bool same_blocks = std::equal(stored.blocks.begin(), stored.blocks.end(),
                                      fresh.blocks.begin(), fresh.blocks.end(), is_same_block);
  if (!same_blocks) parts.emplace_back("blocks");
  return join(parts, ", ");
}

}  // namespace

FreshParse::FreshParse(std::unique_ptr<parser::ParserPool> pool, repository::Repository& repository,
                       const collection::Specification& specification)
    : pool_(std::move(pool)),
      repository_(&repository),
      parser_(*pool_, specification.limits.links_per_page, specification.agent.name) {}

Result<FreshParse> FreshParse::start(const collection::Specification& specification,
                                     repository::Repository& repository) {
  TRY_AS(pool, start_parsers(specification));
  return FreshParse(std::move(*pool), repository, specification);
}

void FreshParse::add(ArchivedPage page, archive::RecordedAnswer answer) {
  const Result<Url> url = Url::parse(page.href);
  gatherer::FetchedPage fetched;
  gatherer::take_recorded(std::move(answer), page.body_limit, fetched.response);
  if (!url || fetched.response.status != gatherer::FetchStatus::kAnswer) {
    ++passed_over_;
    return;
  }
  // A page inside of another has the other's URL and a fragment.
  const bool is_member = page.href.find('#') != std::string::npos;
  fetched.kind = is_member ? gatherer::FetchKind::kMember : gatherer::FetchKind::kPage;
  fetched.id = page.id;
  fetched.url = *url;
  under_way_[page.id] = std::move(page);
  parser_.put(std::move(fetched));
  collect(kUnderWay);
}

Result<void> FreshParse::finish() {
  collect(0);
  if (failure_) return fail(*failure_);
  return {};
}

void FreshParse::collect(std::size_t most_under_way) {
  std::vector<gatherer::ParsedPage> done;
  std::vector<pollfd> channels;
  for (;;) {
    parser_.submit();
    parser_.collect(done);
    for (const gatherer::ParsedPage& page : done) compare(page);
    if (parser_.under_way() <= most_under_way) return;
    if (!done.empty()) {
      done.clear();
      continue;
    }
    channels.clear();
    pool_->add_poll_fds(channels);
    ::poll(channels.data(), channels.size(), static_cast<int>(kLongestWait.count()));
  }
}

void FreshParse::compare(const gatherer::ParsedPage& page) {
  const ArchivedPage asked = std::move(under_way_.extract(page.fetched.id).mapped());
  const auto stored = repository_->pages().get(page.fetched.id);
  if (!stored) {
    failure_ = stored.error();
    return;
  }
  const bool is_comparable = *stored && (*stored)->archive_file == asked.place.file &&
                             (*stored)->archive_offset == asked.place.offset &&
                             is_whole((*stored)->document) && is_whole(page.document);
  if (!is_comparable) {
    ++passed_over_;
    return;
  }
  ++compared_;
  const Document& document = (*stored)->document;
  std::string parts = differing_parts(document, page.document);
  if (!parts.empty())
    found_.push_back({asked.href, asked.place, std::move(parts), document.media_type});
}

}  // namespace porthole::operations
