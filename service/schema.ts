import type { DatabaseSync } from 'node:sqlite'

/** SQLite's `application_id` of a database of this service: the ASCII letters "RbkS". */
export const APPLICATION_ID = 0x52626b53
/** SQLite's `user_version` of the schema below. A file with another one was written by another version of the service. */
export const SCHEMA_VERSION = 4

/**
 * Times are milliseconds since the epoch. `hash` is the SHA-256 of a token's value and `ends_in` its last four characters
 * (the value itself is not stored). `listed_at` is the creation time of the first token in a chain of rotations: it keeps
 * a rotated token in its place in the list. Entries of one name are possible, because `match: copy` needs them. `by_token`
 * made the last change of an entry; without it, a person did. `provenance`, `path` and `url` are read from the name and the
 * content: reading them again for each page takes 2 s for 20,000 entries. `entries_by_update` has all that a search needs.
 */
const SCHEMA = `
  CREATE TABLE workspaces (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
  ) STRICT;

  CREATE TABLE tokens (
    id TEXT PRIMARY KEY,
    workspace_id INTEGER NOT NULL REFERENCES workspaces (id),
    name TEXT NOT NULL,
    expiration TEXT NOT NULL CHECK (expiration IN ('30 days', '90 days', '1 year', 'never')),
    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    created_at INTEGER NOT NULL,
    expires_at INTEGER CHECK ((expires_at IS NULL) = (expiration = 'never')),
    revoked_at INTEGER,
    last_used_at INTEGER,
    ends_in TEXT NOT NULL,
    listed_at INTEGER NOT NULL,
    replaced_by TEXT REFERENCES tokens (id)
  ) STRICT;
  CREATE INDEX tokens_of_workspace ON tokens (workspace_id, listed_at);

  CREATE TABLE entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id INTEGER NOT NULL REFERENCES workspaces (id),
    name TEXT NOT NULL,
    provenance TEXT NOT NULL CHECK (provenance IN ('repository', 'edited', 'hand', 'retired')),
    path TEXT,
    url TEXT,
    content TEXT NOT NULL,
    is_readonly INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    by_token TEXT REFERENCES tokens (id)
  ) STRICT;
  CREATE INDEX entries_by_name ON entries (workspace_id, name);
  CREATE INDEX entries_by_id ON entries (workspace_id, id);
  CREATE INDEX entries_by_update ON entries (workspace_id, updated_at, id, provenance, name);
`

/** Creates the tables of a new database. Call it in a transaction. */
export function applySchema(db: DatabaseSync): void {
  db.exec(`${SCHEMA}; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}`)
}
