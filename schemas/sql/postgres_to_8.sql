-- Version 7 to version 8: the length of a page's main content in bytes; NULL for pages without blocks,
-- and for those that were stored before.

ALTER TABLE page ADD COLUMN content_length bigint;
