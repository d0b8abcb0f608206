#include "operations/doctor/alarm_notices.h"

#include <Poco/Environment.h>
#include <Poco/Exception.h>
#include <Poco/Path.h>
#include <Poco/Pipe.h>
#include <Poco/PipeStream.h>
#include <Poco/Process.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <functional>
#include <set>

#include "base/json/json.h"
#include "gatherer/fetch/webhook.h"

namespace porthole::operations {
namespace {

using gatherer::Alarm;
using nlohmann::ordered_json;

constexpr std::size_t kLongestAddress = 254;  // RFC 5321, section 4.5.3.1.3, without the brackets

/// A program that ends before it has read its input must not end this one.
class NoPipeSignal {
 public:
  NoPipeSignal() : before_(std::signal(SIGPIPE, SIG_IGN)) {}
  ~NoPipeSignal() { std::signal(SIGPIPE, before_); }
  NoPipeSignal(const NoPipeSignal&) = delete;
  NoPipeSignal& operator=(const NoPipeSignal&) = delete;

 private:
  void (*before_)(int);
};

/// A file that cannot be read counts as empty: an alarm is told twice then.
ordered_json read_told(const std::filesystem::path& file) {
  std::ifstream in(file);
  ordered_json told = ordered_json::parse(in, nullptr, false);
  return told.is_object() ? told : ordered_json::object();
}

/// Without line ends and other control characters, which would begin a field of the head.
std::string in_one_line(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return text;
}

std::string mail_of(const std::string& name, const std::vector<Alarm>& alarms,
                    const std::string& to) {
  std::string subject = "Porthole: " + name + ":";
  std::string text;
  for (const Alarm& alarm : alarms) {
    const std::string kind(gatherer::alarm_name(alarm.kind));
    subject += (&alarm == alarms.data() ? " " : ", ") + kind;
    text += in_one_line(kind + ": " + alarm.what) + ".\n";
    for (const std::string& remedy : alarm.remedies)
      text += "  " + in_one_line("what would help: " + remedy) + "\n";
  }
  return "To: " + to + "\nSubject: " + in_one_line(subject) +
         "\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
         "Content-Transfer-Encoding: 8bit\nAuto-Submitted: auto-generated\n\n" +
         text;
}

std::filesystem::path sendmail_program() {
  Poco::Path found;
  const bool is_there = Poco::Path::find(Poco::Environment::get("PATH", ""), "sendmail", found);
  return is_there ? found.toString() : "/usr/sbin/sendmail";
}

// RFC 3834: Auto-Submitted keeps other programs from answering.
Result<void> send_mail(const std::string& message) {
  const std::filesystem::path sendmail = sendmail_program();
  std::error_code ignored;
  if (!std::filesystem::exists(sendmail, ignored)) {
    return fail(ErrorCode::kNotFound, sendmail.string() + " is not there: no mail was sent",
                "install a mail server (Debian: msmtp-mta, postfix)");
  }
  try {
    const NoPipeSignal quiet;
    Poco::Pipe input;
    const Poco::ProcessHandle process =
        Poco::Process::launch(sendmail.string(), {"-i", "-t"}, &input, nullptr, nullptr);
    Poco::PipeOutputStream out(input);
    out << message;
    out.close();
    if (const int code = process.wait(); code != 0) {
      return fail(ErrorCode::kNetwork,
                  sendmail.string() + " ended with the exit code " + std::to_string(code),
                  "the alarm is told again next time");
    }
  } catch (const Poco::Exception& error) {
    return fail(ErrorCode::kNetwork, sendmail.string() + ": " + error.displayText(),
                "the alarm is told again next time");
  }
  return {};
}

using Send = std::function<Result<void>(const std::vector<Alarm>&)>;

/// Sends those that `told` lacks for this target, and notes those that hold.
Result<void> tell_target(const std::string& target, const std::vector<Alarm>& alarms,
                         ordered_json& told, const Send& send) {
  if (target.empty()) return {};
  const ordered_json known = told.value(target, ordered_json::array());
  std::vector<Alarm> news;
  std::set<std::string> hold;
  for (const Alarm& alarm : alarms) {
    const std::string kind(gatherer::alarm_name(alarm.kind));
    hold.insert(kind);
    if (std::find(known.begin(), known.end(), kind) == known.end()) news.push_back(alarm);
  }
  if (!news.empty()) {
    if (auto sent = send(news); !sent) return sent;
  }
  told[target] = hold;
  return {};
}

}  // namespace

Result<void> check_targets(const NoticeTargets& targets) {
  if (!targets.webhook.empty()) {
    if (auto checked = gatherer::check_webhook(targets.webhook); !checked) return checked;
  }
  const std::string& mail = targets.mail;
  const bool is_address = mail.find('@') != std::string::npos && mail.size() <= kLongestAddress &&
                          std::all_of(mail.begin(), mail.end(), [](unsigned char c) {
                            return c > 0x20 && c != 0x7f && c != ',' && c != '<' && c != '>';
                          });
  if (mail.empty() || is_address) return {};
  return fail(ErrorCode::kUsage, "not an address of mail: " + in_one_line(mail),
              "give one, such as you@example.org");
}

Result<void> tell_alarms(const collection::Collection& collection, const std::vector<Alarm>& alarms,
                         const NoticeTargets& targets) {
  const std::string& name = collection.specification().name;
  const std::filesystem::path file = collection.folder() / "alarms.json";
  const ordered_json before = read_told(file);
  ordered_json told = before;
  const auto by_webhook = tell_target(targets.webhook, alarms, told, [&](const auto& news) {
    const ordered_json json = {{"collection", name}, {"alarms", gatherer::alarms_as_json(news)}};
    return gatherer::post_webhook(targets.webhook,
                                  json.dump(-1, ' ', false, ordered_json::error_handler_t::replace),
                                  collection.specification().network);
  });
  const auto by_mail = tell_target(targets.mail, alarms, told, [&](const auto& news) {
    return send_mail(mail_of(name, news, targets.mail));
  });
  if (told != before) {
    if (auto kept = collection::replace_file(file, told.dump() + "\n"); !kept) return kept;
  }
  return by_webhook ? by_mail : by_webhook;
}

}  // namespace porthole::operations
