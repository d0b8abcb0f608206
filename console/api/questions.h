#pragma once

/// Questions to the repository: ready ones, and an operator's own in SQL.
///
/// Thread safety: any thread.

#include "console/api/call.h"

namespace porthole::console {

/// GET /api/v1/questions: the ready queries with their text and parameters; tables and columns.
Result<http::Response> list_questions(const Call& call);

/// GET /api/v1/answer?name=&NAME=VALUE: the rows of a ready query. Errors: those of
/// find_ready_query(), statement_of() and run_query().
Result<http::Response> answer_ready(const Call& call);

/// POST /api/v1/sql {"sql"}: the rows of one statement that only reads. Errors: those of
/// run_query().
Result<http::Response> answer_sql(const Call& call);

/// GET /api/v1/standing: the standing questions with their news.
Result<http::Response> list_standing(const Call& call);

/// POST /api/v1/standing {"change": "add", "name", "question" or "sql", "set": {NAME: VALUE}},
/// {"change": "answer", "name"} or {"change": "remove", "name"}. Errors: kBusy for a name that is
/// taken; those of search/standing/standing_question.h.
Result<http::Response> change_standing(const Call& call);

}  // namespace porthole::console
