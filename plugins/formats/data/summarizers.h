#pragma once

/// The summarizers of this library.

#include "plugins/format_summarizer.h"

namespace porthole {

/// Calendars (iCalendar): events, to-dos, journals. Source: RFC 5545.
class CalendarSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string summarize(const PageBytes& page, Document& document) override;
};

/// Contact cards. Source: RFC 6350 and, for versions before 4.0, RFC 2426.
class CardSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string summarize(const PageBytes& page, Document& document) override;
};

/// Jupyter notebooks: text and code cells.
/// Source: https://nbformat.readthedocs.io/en/latest/format_description.html.
class NotebookSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override;
  Formats formats() const override;
  bool reads(const PageBytes& page) const override;
  std::string summarize(const PageBytes& page, Document& document) override;
};

}  // namespace porthole
