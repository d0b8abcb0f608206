#pragma once

/// What documents say of themselves, brought into the forms of a Document.
///
/// In:  values as formats have them: with white space, in lists, dates of many kinds.
/// Out: properties of schemas/summary.rdfs, W3C dates.

#include <string>
#include <string_view>

#include "base/document.h"

namespace porthole {

/// Adds `value`, white space folded, unless nothing is left of it or it is there already.
void add_property(Document& document, std::string_view name, std::string_view value);
/// Adds each of a list of names that semicolons separate.
void add_names(Document& document, std::string_view property, std::string_view names);
/// The same for those who changed it, who are contributors unless they are its authors.
/// Requires: its authors are known.
void add_contributors(Document& document, std::string_view names);
/// Adds each of a list of keywords that commas or semicolons separate.
void add_keywords(Document& document, std::string_view keywords);
/// Adds the ISBNs in `identifier` (with or without "urn:isbn:", "ISBN", hyphens) as isbn. False
/// when it is none.
bool add_isbn(Document& document, std::string_view identifier);

/// The day that a document was made: property created, and Document::published if it has none.
void set_created(Document& document, std::string_view date);
void set_modified(Document& document, std::string_view date);

/// `date` as a W3C date ("2024", "2024-05", "2024-05-06", "2024-05-06T07:08:09Z"); "" for what is
/// none. Understands besides: a time without a zone, which is left out; dates of PDF
/// ("D:20240506070809+02'00'"), of C ("Mon May  6 07:08:09 2024") and of TeX ("2024.05.06:0708").
/// Source: https://www.w3.org/TR/NOTE-datetime; ISO 32000-1, 7.9.4.
std::string w3c_date(std::string_view date);

}  // namespace porthole
