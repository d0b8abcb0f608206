#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

#include "base/url/percent_encode.h"
#include "base/url/url.h"
#include "plugins/protocols/mailbox/handlers.h"
#include "plugins/protocols/support/answers.h"
#include "plugins/protocols/support/message_heading.h"
#include "plugins/protocols/support/message_list.h"
#include "plugins/protocols/support/page_writer.h"

namespace porthole {
namespace {

constexpr std::int64_t kPiece = 1 << 20;

ProtocolAnswer page_of_names(const FoundThing& folder, std::int64_t limit) {
  const auto names = names_in(folder, limit);
  if (!names) return refusal_for(errno);
  PageWriter page(folder.path, limit);
  for (const std::string& name : *names) {
    if (!page.link("./" + encoded_path(name), name)) break;
  }
  return std::move(page).answer();
}

}  // namespace

PluginAbout MboxHandler::about() const {
  return {.name = "mbox",
          .version = "1.0",
          .help = "Messages in mbox files of this machine, below one folder",
          .options = {root_option(), page_size_option()}};
}

Manners MboxHandler::manners() const {
  return {.schemes = {"mbox"}, .has_hosts = false, .open_to_links = false};
}

std::string MboxHandler::configure(const OptionValues& options) {
  page_size_ = options.whole("page-size");
  return root_.set(options.text("root"));
}

ProtocolAnswer MboxHandler::fetch(const ProtocolRequest& request) {
  const Result<Url> url = Url::parse(request.url);
  if (!url) return refusal(404, "no URL");
  const tl::expected<FoundThing, ProtocolAnswer> found = root_.find(*url);
  if (!found) return found.error();
  if (found->path != percent_decode(url->path())) {
    return moved_to("mbox://" + encoded_path(found->path));
  }
  if (found->is_folder()) return page_of_names(*found, request.body_limit);
  const std::int64_t number = query_number(url->query(), "message", 0);
  return number > 0 ? message(*found, number, request.body_limit)
                    : list(*found, *url, request.body_limit);
}

tl::expected<const MboxIndex*, ProtocolAnswer> MboxHandler::index_of(const FoundThing& file) {
  const std::string state = file.path + "\n" + std::to_string(file.about.st_size) + "\n" +
                            std::to_string(file.about.st_mtim.tv_sec) + "." +
                            std::to_string(file.about.st_mtim.tv_nsec);
  if (indexed_ != state) {
    indexed_.clear();
    index_ = {};
    for (std::int64_t at = 0; at < file.about.st_size; at += kPiece) {
      const auto piece =
          read_part(file, at, std::min<std::int64_t>(kPiece, file.about.st_size - at));
      if (!piece) return tl::make_unexpected(piece.error());
      index_.add(*piece);
    }
    index_.finish();
    indexed_ = state;
  }
  if (index_.messages().empty()) return tl::make_unexpected(refusal(404, "no mailbox"));
  return &index_;
}

ProtocolAnswer MboxHandler::list(const FoundThing& file, const Url& url, std::int64_t limit) {
  const auto index = index_of(file);
  if (!index) return index.error();
  const std::vector<MboxIndex::Place>& messages = (*index)->messages();
  MessageList list(file.path, limit, page_size_);
  const std::int64_t first = std::max<std::int64_t>(1, query_number(url.query(), "from", 1));
  for (auto n = first; n <= static_cast<std::int64_t>(messages.size()); ++n) {
    const MboxIndex::Place& place = messages[static_cast<std::size_t>(n - 1)];
    const std::string number = std::to_string(n);
    if (list.is_full()) {
      list.continue_at("?from=" + number);
      break;
    }
    const auto header =
        read_part(file, place.begin, std::min(place.end - place.begin, kMostOfAHeader));
    list.add("?message=" + number, read_heading(header.value_or("")), "message " + number);
  }
  return std::move(list).answer();
}

ProtocolAnswer MboxHandler::message(const FoundThing& file, std::int64_t number,
                                    std::int64_t limit) {
  const auto index = index_of(file);
  if (!index) return index.error();
  const std::vector<MboxIndex::Place>& messages = (*index)->messages();
  if (number > static_cast<std::int64_t>(messages.size())) return refusal(404, "no such message");
  const MboxIndex::Place& place = messages[static_cast<std::size_t>(number - 1)];
  const auto bytes =
      read_part(file, place.begin, std::min(place.end - place.begin, limit + kPiece));
  if (!bytes) return bytes.error();
  return document("message/rfc822", without_quotes_of_from(*bytes), limit);
}

}  // namespace porthole
