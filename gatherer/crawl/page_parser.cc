#include "gatherer/crawl/page_parser.h"

#include <utility>

#include "archive/http_message.h"
#include "gatherer/frontier/member_url.h"

namespace porthole::gatherer {

void PageParser::submit() {
  while (!waiting_.empty() && pool_.idle()) {
    FetchedPage page = std::move(waiting_.front());
    waiting_.pop_front();
    const bool is_member = page.kind == FetchKind::kMember || !page.url.fragment().empty();
    parser::ParseInput input;
    input.url = is_member ? base_of_member(page.url) : page.url.href();
    input.content_type = archive::joined_values(page.response.headers, "content-type");
    input.agent = agent_;
    input.body = page.response.body;
    input.max_links = most_links_;
    input.truncated = page.response.truncated;
    input.is_member = is_member;
    const std::uint64_t ticket = next_ticket_++;
    parsing_.emplace(ticket, std::move(page));
    pool_.submit(ticket, std::move(input));
  }
}

void PageParser::collect(std::vector<ParsedPage>& done) {
  pool_.collect(parsed_);
  for (auto& [ticket, document] : parsed_) {
    const auto found = parsing_.find(ticket);
    done.push_back({std::move(found->second), std::move(document)});
    parsing_.erase(found);
  }
  parsed_.clear();
}

}  // namespace porthole::gatherer
