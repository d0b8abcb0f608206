#pragma once

/// Archives of Java (jar, war, ear): what the manifest says, and the classes.
///
/// Source: JAR File Specification, Java SE 17; OSGi Core 8, 3.2.1 (Bundle-...).

#include "plugins/format_summarizer.h"

namespace porthole {

class JarSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string configure(const OptionValues& options) override;
  std::string summarize(const PageBytes& page, Document& document) override;

 private:
  std::int64_t members_ = 100;
};

}  // namespace porthole
