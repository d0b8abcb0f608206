#pragma once

/// The summarizers of this library.

#include "plugins/format_summarizer.h"

namespace porthole {

/// Debian packages: metadata of the control file, and the installed files.
///
/// Source: deb(5), deb-control(5).
class DebSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string configure(const OptionValues& options) override;
  std::string summarize(const PageBytes& page, Document& document) override;

 private:
  std::int64_t members_ = 10'000;
};

/// Java archives (jar, war, ear): metadata of the manifest, and the classes.
///
/// Source: JAR File Specification, Java SE 17; OSGi Core 8, 3.2.1 (Bundle-...).
class JarSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string configure(const OptionValues& options) override;
  std::string summarize(const PageBytes& page, Document& document) override;

 private:
  std::int64_t members_ = 10'000;
};

/// RPM packages: metadata of the header, and the installed files.
class RpmSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string configure(const OptionValues& options) override;
  std::string summarize(const PageBytes& page, Document& document) override;

 private:
  std::int64_t members_ = 10'000;
};

}  // namespace porthole
