#pragma once

/// Normalises the metadata of documents.
///
/// In:  values in the formats' own forms: with white space, in lists, dates of many kinds.

#include <string>
#include <string_view>

#include "base/document.h"

namespace porthole {

/// Adds `value` with white space collapsed, unless it is empty or a duplicate.
void add_property(Document& document, std::string_view name, std::string_view value);
/// Adds each name of a semicolon-separated list.
void add_names(Document& document, std::string_view property, std::string_view names);
/// Adds a list of editors as contributors, except the authors.
/// Requires: its authors are known.
void add_contributors(Document& document, std::string_view names);
/// Adds each keyword of a list separated by commas or semicolons.
void add_keywords(Document& document, std::string_view keywords);
/// Adds the ISBNs in `identifier` (with or without "urn:isbn:", "ISBN", hyphens) as isbn. Returns
/// false if there is none.
bool add_isbn(Document& document, std::string_view identifier);

/// Sets the creation date: property created, and Document::published if it has none.
void set_created(Document& document, std::string_view date);
void set_modified(Document& document, std::string_view date);

/// Converts `date` to a W3C date ("2024", "2024-05", "2024-05-06", "2024-05-06T07:08:09Z"); "" if
/// invalid. Also accepts a time without a zone, which is dropped; dates of PDF
/// ("D:20240506070809+02'00'"), of C ("Mon May  6 07:08:09 2024") and of TeX ("2024.05.06:0708").
/// Source: https://www.w3.org/TR/NOTE-datetime; ISO 32000-1, 7.9.4.
std::string w3c_date(std::string_view date);

}  // namespace porthole
