// Protocol handlers for mailboxes on disk, mbox and Maildir. Both list messages by subject, sender
// and date, and return each as message/rfc822; both are restricted to the folder of their option
// `root`.

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "base/url/url.h"
#include "plugins/export.h"
#include "plugins/protocol_handler.h"
#include "plugins/protocols/support/answers.h"
#include "plugins/protocols/support/message_list.h"
#include "plugins/protocols/support/page_writer.h"
#include "plugins/protocols/support/root_folder.h"

namespace porthole {
namespace {

constexpr std::int64_t kPiece = 1 << 20;
constexpr std::int64_t kMostOfTheNames = 64 << 20;
constexpr std::int64_t kMostOfAHeader = 16 << 10;  ///< Bytes read of each message for the list.
constexpr std::string_view kFrom = "From ";

ProtocolAnswer page_of_names(const FoundThing& folder, std::int64_t limit) {
  const auto names = names_in(folder, limit);
  if (!names) return refusal_for(errno);
  PageWriter page(folder.path, limit);
  for (const std::string& name : *names) {
    if (!page.link("./" + encoded_path(name), name)) break;
  }
  return std::move(page).answer();
}

/// A message with the quoting ">" before lines that begin with "From " removed (mboxrd).
std::string without_quotes_of_from(std::string_view message) {
  std::string out;
  for (std::string_view rest = message; !rest.empty();) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(line.size() < rest.size() ? line.size() + 1 : line.size());
    const std::size_t quotes = line.find_first_not_of('>');
    if (quotes != 0 && quotes != std::string_view::npos && line.substr(quotes).starts_with(kFrom)) {
      line.remove_prefix(1);
    }
    out.append(line).append("\n");
  }
  return out;
}

}  // namespace

/// Finds the messages of an mbox file: one begins with a line "From " at the begin of the file or
/// after an empty line (RFC 4155).
class MboxIndex {
 public:
  struct Place {
    std::int64_t begin = 0;  ///< Start of the header, after the line "From ".
    std::int64_t end = 0;
  };

  /// Adds the next bytes of the file.
  void add(std::string_view bytes) {
    while (!bytes.empty()) {
      const std::size_t end = bytes.find('\n');
      const std::string_view piece = bytes.substr(0, end);
      if (line_.size() < kFrom.size()) line_ += piece.substr(0, kFrom.size() - line_.size());
      read_ += static_cast<std::int64_t>(piece.size());
      if (end == std::string_view::npos) return;
      ++read_;
      end_line();
      bytes.remove_prefix(end + 1);
    }
  }

  /// Ends the file.
  void finish() {
    if (!messages_.empty()) messages_.back().end = read_;
  }

  const std::vector<Place>& messages() const { return messages_; }

 private:
  void end_line() {
    if (after_empty_ && line_ == kFrom) {
      if (!messages_.empty()) messages_.back().end = line_begin_;
      messages_.push_back({read_, read_});
    }
    after_empty_ = line_.empty() || line_ == "\r";
    line_.clear();
    line_begin_ = read_;
  }

  std::vector<Place> messages_;
  std::string line_;  ///< The beginning of the current line.
  std::int64_t read_ = 0;
  std::int64_t line_begin_ = 0;
  bool after_empty_ = true;
};

/// mbox:///FOLDER/ lists files, mbox:///FILE its messages, mbox:///FILE?message=N one of them (from
/// 1). A file without messages gives 404.
///
/// Source: RFC 4155; lines ">From " by the rules of mboxrd.
class MboxHandler final : public ProtocolHandler {
 public:
  PluginAbout about() const override {
    return {.name = "mbox",
            .version = "1.0",
            .help = "Messages in mbox files of this machine, below one folder",
            .options = {root_option(), page_size_option()}};
  }

  Manners manners() const override {
    return {.schemes = {"mbox"}, .has_hosts = false, .open_to_links = false};
  }

  std::string configure(const OptionValues& options) override {
    page_size_ = options.whole("page-size");
    return root_.set(options.text("root"));
  }

  ProtocolAnswer fetch(const ProtocolRequest& request) override {
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

 private:
  ProtocolAnswer list(const FoundThing& file, const Url& url, std::int64_t limit) {
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

  ProtocolAnswer message(const FoundThing& file, std::int64_t number, std::int64_t limit) {
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

  tl::expected<const MboxIndex*, ProtocolAnswer> index_of(const FoundThing& file) {
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

  RootFolder root_;
  std::int64_t page_size_ = 0;
  std::string indexed_;  ///< Path, size and date of the indexed file.
  MboxIndex index_;
};

/// maildir:///FOLDER/ lists the messages of a Maildir and its folders (Maildir++), or the
/// subfolders of any other folder; maildir:///FOLDER/?message=NAME returns one message by its
/// unique name, which is constant when it is read or flagged.
///
/// Source: https://cr.yp.to/proto/maildir.html.
class MaildirHandler final : public ProtocolHandler {
 public:
  PluginAbout about() const override {
    return {.name = "maildir",
            .version = "1.0",
            .help = "Messages in Maildir folders of this machine, below one folder",
            .options = {root_option(), page_size_option()}};
  }

  Manners manners() const override {
    return {.schemes = {"maildir"}, .has_hosts = false, .open_to_links = false};
  }

  std::string configure(const OptionValues& options) override {
    page_size_ = options.whole("page-size");
    return root_.set(options.text("root"));
  }

  ProtocolAnswer fetch(const ProtocolRequest& request) override {
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

 private:
  /// Maps unique names to file paths below the folder ("cur/1.a:2,S").
  std::map<std::string, std::string> messages_in(const std::string& folder) const {
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

  tl::expected<FoundThing, ProtocolAnswer> find(const std::string& path) const {
    const Result<Url> url = Url::parse("maildir://" + encoded_path(path));
    if (!url) return tl::make_unexpected(refusal(404, "no name of a file"));
    return root_.find(*url);
  }

  ProtocolAnswer list(const FoundThing& folder, const Url& url, std::int64_t limit) const {
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

  ProtocolAnswer message(const std::string& folder, const std::string& name,
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

  RootFolder root_;
  std::int64_t page_size_ = 0;
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::MboxHandler)
PORTHOLE_EXPORT(porthole::MaildirHandler)
