-- Version 4 to version 5: the part of its page that a link stands in. Links of pages that were fetched before have none.

ALTER TABLE link ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
ALTER TABLE closed_link ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
