CREATE TABLE IF NOT EXISTS boardwalk_workers (
    worker text PRIMARY KEY, address text NOT NULL, secret text NOT NULL, seen timestamptz NOT NULL);
CREATE TABLE IF NOT EXISTS boardwalk_owners (
    room varchar PRIMARY KEY REFERENCES boardwalk_rooms ON DELETE CASCADE,
    worker text NOT NULL REFERENCES boardwalk_workers ON DELETE CASCADE);
CREATE INDEX IF NOT EXISTS boardwalk_owners_worker ON boardwalk_owners (worker);
