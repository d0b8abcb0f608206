-- Version 6 to version 7: a log of pages around which hub and authority scores are out of date. It begins with the next
-- distillation: whether the scores that are there come from one is not known.

CREATE TABLE distillation (
  id              INTEGER PRIMARY KEY CHECK (id = 1),
  rho             REAL NOT NULL,
  authority_scale REAL NOT NULL,
  hub_scale       REAL NOT NULL
);

CREATE TABLE page_change (
  serial INTEGER PRIMARY KEY,
  page   INTEGER NOT NULL UNIQUE
);

CREATE VIEW logs_changes AS
  SELECT id FROM distillation WHERE coalesce(
    (SELECT max(serial) FROM page_change) - (SELECT min(serial) FROM page_change), 0) < 100000;

CREATE TRIGGER page_came AFTER INSERT ON page WHEN EXISTS (SELECT 1 FROM logs_changes) BEGIN
  INSERT INTO page_change (page) VALUES (NEW.id) ON CONFLICT (page) DO NOTHING;
END;
CREATE TRIGGER page_changed AFTER UPDATE OF relevance, digest, duplicate_of ON page
WHEN (OLD.relevance <> NEW.relevance OR OLD.digest <> NEW.digest OR OLD.duplicate_of <> NEW.duplicate_of)
  AND EXISTS (SELECT 1 FROM logs_changes) BEGIN
  INSERT INTO page_change (page) VALUES (NEW.id) ON CONFLICT (page) DO NOTHING;
END;
CREATE TRIGGER page_left BEFORE DELETE ON page WHEN EXISTS (SELECT 1 FROM logs_changes) BEGIN
  INSERT INTO page_change (page)
    SELECT OLD.id
    UNION SELECT u.id FROM link l JOIN url u ON u.id = l.target WHERE l.source = OLD.id AND u.state IN (1, 2)
    UNION SELECT id FROM url WHERE alias_of = OLD.id AND alias_of <> 0
    ON CONFLICT (page) DO NOTHING;
END;
CREATE TRIGGER failure_came AFTER INSERT ON page_failure
WHEN NEW.gone <> 0 AND EXISTS (SELECT 1 FROM logs_changes) BEGIN
  INSERT INTO page_change (page) VALUES (NEW.page) ON CONFLICT (page) DO NOTHING;
END;
CREATE TRIGGER failure_changed AFTER UPDATE OF gone ON page_failure
WHEN OLD.gone <> NEW.gone AND EXISTS (SELECT 1 FROM logs_changes) BEGIN
  INSERT INTO page_change (page) VALUES (NEW.page) ON CONFLICT (page) DO NOTHING;
END;
CREATE TRIGGER failure_left AFTER DELETE ON page_failure
WHEN OLD.gone <> 0 AND EXISTS (SELECT 1 FROM logs_changes) BEGIN
  INSERT INTO page_change (page) VALUES (OLD.page) ON CONFLICT (page) DO NOTHING;
END;
