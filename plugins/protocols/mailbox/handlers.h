#pragma once

/// Protocol handlers for mailboxes on disk, mbox and Maildir. Both list messages by subject, sender
/// and date, and return each as message/rfc822; both are restricted to the folder of their option
/// `root`.

#include <cstdint>
#include <map>
#include <string>

#include "plugins/protocol_handler.h"
#include "plugins/protocols/mailbox/mbox_index.h"
#include "plugins/protocols/support/root_folder.h"

namespace porthole {

/// Number of bytes read of each message for the list.
inline constexpr std::int64_t kMostOfAHeader = 16 << 10;

/// mbox:///FOLDER/ lists files, mbox:///FILE its messages, mbox:///FILE?message=N one of them (from
/// 1). A file without messages gives 404.
///
/// Source: RFC 4155; lines ">From " by the rules of mboxrd.
class MboxHandler final : public ProtocolHandler {
 public:
  PluginAbout about() const override;
  Manners manners() const override;
  std::string configure(const OptionValues& options) override;
  ProtocolAnswer fetch(const ProtocolRequest& request) override;

 private:
  ProtocolAnswer list(const FoundThing& file, const Url& url, std::int64_t limit);
  ProtocolAnswer message(const FoundThing& file, std::int64_t number, std::int64_t limit);
  tl::expected<const MboxIndex*, ProtocolAnswer> index_of(const FoundThing& file);

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
  PluginAbout about() const override;
  Manners manners() const override;
  std::string configure(const OptionValues& options) override;
  ProtocolAnswer fetch(const ProtocolRequest& request) override;

 private:
  /// Maps unique names to file paths below the folder ("cur/1.a:2,S").
  std::map<std::string, std::string> messages_in(const std::string& folder) const;
  tl::expected<FoundThing, ProtocolAnswer> find(const std::string& path) const;
  ProtocolAnswer list(const FoundThing& folder, const Url& url, std::int64_t limit) const;
  ProtocolAnswer message(const std::string& folder, const std::string& name,
                         std::int64_t limit) const;

  RootFolder root_;
  std::int64_t page_size_ = 0;
};

}  // namespace porthole
