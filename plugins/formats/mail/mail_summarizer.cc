// A message of mail or news. The library holds the summarizer of mailboxes, too
// (mbox_summarizer.cc).

#include <Poco/ClassLibrary.h>

#include "plugins/formats/mail/headers.h"
#include "plugins/formats/mail/mbox_summarizer.h"
#include "plugins/formats/mail/message_body.h"

namespace porthole {

class MailSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "mail",
            .version = "1.0",
            .help = "Messages of mail and news: header, text, attachments"};
  }

  Formats formats() const override {
    return {.types = {"message/rfc822", "message/news", "message/global"}, .suffixes = {".eml"}};
  }

  bool reads(const PageBytes& page) const override { return begins_with_header(page.body); }

  std::string summarize(const PageBytes& page, Document& document) override {
    const MimeOwned<GMimeMessage> message = parse_message(page.body);
    if (!message) return "no message";
    document.resource_class = "Message";
    PageFacts facts(page, document);
    read_headers(message.get(), facts);
    return MessageBody(page, document).read(message.get());
  }
};

}  // namespace porthole

extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi; }

POCO_BEGIN_MANIFEST(porthole::Plugin)
POCO_EXPORT_CLASS(porthole::MailSummarizer)
POCO_EXPORT_CLASS(porthole::MboxSummarizer)
POCO_END_MANIFEST
