-- Version 3 to version 4: the importance of a page is called by that name.

ALTER TABLE page_status RENAME TO page_importance;
ALTER TABLE page_importance RENAME COLUMN status TO importance;
