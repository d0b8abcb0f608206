#include <cerrno>
#include <set>
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

constexpr std::int64_t kMostOfTheNames = 64 << 20;

}  // namespace

PluginAbout MaildirHandler::about() const {
  return {.name = "maildir",
          .version = "1.0",
          .help = "Messages in Maildir folders of this machine, below one folder",
          .options = {root_option(), page_size_option()}};
}

Manners MaildirHandler::manners() const {
  return {.schemes = {"maildir"}, .has_hosts = false, .open_to_links = false};
}

std::string MaildirHandler::configure(const OptionValues& options) {
  page_size_ = options.whole("page-size");
  return root_.set(options.text("root"));
}

ProtocolAnswer MaildirHandler::fetch(const ProtocolRequest& request) {
  const Result<Url> url = Url::parse(request.url);
  if (!url) return refusal(404, "no URL");
  const tl::expected<FoundThing, ProtocolAnswer> found = root_.find(*url);
  if (!found) return found.error();
  if (!found->is_folder()) return refusal(404, "no folder");
  if (found->path != percent_decode(url->path())) {
    return moved_to("maildir://" + encoded_path(found->path));
  }
  const std::string name = query_value(url->query(), "message");
  return name.empty() ? list(*found, *url, request.body_limit)
                      : message(found->path, name, request.body_limit);
}

tl::expected<FoundThing, ProtocolAnswer> MaildirHandler::find(const std::string& path) const {
  const Result<Url> url = Url::parse("maildir://" + encoded_path(path));
  if (!url) return tl::make_unexpected(refusal(404, "no name of a file"));
  return root_.find(*url);
}

std::map<std::string, std::string> MaildirHandler::messages_in(const std::string& folder) const {
  std::map<std::string, std::string> messages;
  for (const char* part : {"new/", "cur/"}) {
    const auto found = find(folder + part);
    if (!found || !found->is_folder()) continue;
    for (const std::string& name :
         names_in(*found, kMostOfTheNames).value_or(std::vector<std::string>())) {
      if (!name.ends_with('/')) messages[name.substr(0, name.find(':'))] = part + name;
    }
  }
  return messages;
}

ProtocolAnswer MaildirHandler::list(const FoundThing& folder, const Url& url,
                                    std::int64_t limit) const {
  const auto names = names_in(folder, limit, Hidden::kListed);
  if (!names) return refusal_for(errno);
  const std::string from = query_value(url.query(), "from");
  MessageList list(folder.path, limit, page_size_);
  const std::set<std::string> own = {"cur/", "new/", "tmp/"};
  for (const std::string& name : *names) {
    if (from.empty() && name.ends_with('/') && !own.contains(name)) {
      list.add_folder("./" + encoded_path(name), name);
    }
  }
  const std::map<std::string, std::string> messages = messages_in(folder.path);
  for (auto each = messages.lower_bound(from); each != messages.end(); ++each) {
    const std::string name = encoded_segment(each->first);
    if (list.is_full()) {
      list.continue_at("?from=" + name);
      break;
    }
    const auto file = find(folder.path + each->second);
    if (!file) continue;
    list.add("?message=" + name, read_heading(read_part(*file, 0, kMostOfAHeader).value_or("")),
             each->first);
  }
  return std::move(list).answer();
}

ProtocolAnswer MaildirHandler::message(const std::string& folder, const std::string& name,
                                       std::int64_t limit) const {
  const std::map<std::string, std::string> messages = messages_in(folder);
  const auto known = messages.find(name);
  if (known == messages.end()) return refusal(404, "no such message");
  const auto file = find(folder + known->second);
  if (!file) return file.error();
  const auto bytes = read_part(*file, 0, limit + 1);
  if (!bytes) return bytes.error();
  return document("message/rfc822", *bytes, limit);
}

}  // namespace porthole
