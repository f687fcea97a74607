/**
 * The schema, step by step: entry n brings a file from version n to n + 1. Entries are never changed once
 * released; a new version is a new entry.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE counters (name TEXT PRIMARY KEY, next INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO counters VALUES ('document', 1), ('chunk', 1), ('revision', 1);

  CREATE TABLE spaces (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never used twice: names what readers hold in memory
    workspace TEXT NOT NULL,
    collection TEXT NOT NULL,
    embedder TEXT,
    dimensions INTEGER,
    vectors TEXT,                 -- how they are kept: int8 or float32; fixed with the embedder
    revision INTEGER NOT NULL,    -- another one after every write
    layout INTEGER NOT NULL,      -- another one also after a merge: a reader sees at once that nothing changed
    UNIQUE (workspace, collection)
  ) STRICT;

  -- Keys of metadata that a filter may name, as JSON strings.
  CREATE TABLE keys (
    space INTEGER NOT NULL REFERENCES spaces ON DELETE CASCADE,
    key TEXT NOT NULL,
    PRIMARY KEY (space, key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE documents (
    number INTEGER PRIMARY KEY,   -- a new version has a new one; never used twice
    space INTEGER NOT NULL REFERENCES spaces ON DELETE CASCADE,
    id TEXT NOT NULL,
    hash TEXT NOT NULL,
    recipe TEXT NOT NULL,
    title TEXT,                   -- JSON, as are metadata, file, shared and outline
    metadata TEXT NOT NULL,
    file TEXT,
    length INTEGER NOT NULL,      -- of the text, in UTF-16 units
    first INTEGER NOT NULL,       -- its chunks have the numbers first … first + chunks - 1
    chunks INTEGER NOT NULL,
    parents INTEGER NOT NULL,
    searched INTEGER NOT NULL,
    vectors INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    stored INTEGER NOT NULL,
    shared TEXT NOT NULL,         -- what its chunks of one kind have in common
    checksum INTEGER NOT NULL,    -- over its text and rows
    outline TEXT,                 -- last: may be long and is rarely read
    UNIQUE (space, id)
  ) STRICT;

  -- A document's text in pieces, so that a hit reads only what it needs.
  CREATE TABLE texts (
    place INTEGER PRIMARY KEY,    -- document * 131072 + piece
    form INTEGER NOT NULL,        -- bits: 1 UTF-16 instead of UTF-8, 2 begins one unit early
    data BLOB NOT NULL
  ) STRICT;

  -- A chunk's text is not stored again: it is a slice of the document's.
  CREATE TABLE chunks (
    number INTEGER PRIMARY KEY,
    document INTEGER NOT NULL,
    id TEXT NOT NULL,
    chunk_type INTEGER NOT NULL,  -- 0 standard, 1 parent, 2 child
    parent_chunk_id INTEGER,      -- the parent's number, counted back from this one's
    "index" INTEGER NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    before INTEGER NOT NULL,
    after INTEGER NOT NULL,
    boundary ANY NOT NULL,        -- place in the list of known ones, else its name
    tokens INTEGER NOT NULL,
    searched INTEGER NOT NULL,
    path TEXT,
    hash ANY NOT NULL,            -- 16 bytes where it is 32 hexadecimal digits
    rest TEXT                     -- JSON of what its kind does not share
  ) STRICT;
  CREATE INDEX chunks_by_id ON chunks (id);

  -- Where a space keeps float32: vectors as they came. Read for the best of a scan alone.
  CREATE TABLE exact_vectors (
    number INTEGER PRIMARY KEY,   -- the chunk's
    data BLOB NOT NULL,           -- 32-bit floats: its own vector, then those of its questions
    checksum INTEGER NOT NULL
  ) STRICT;

  -- Ranges, where foreign keys would need an index over every chunk.
  CREATE TRIGGER documents_deleted AFTER DELETE ON documents BEGIN
    DELETE FROM chunks WHERE number BETWEEN OLD.first AND OLD.first + OLD.chunks - 1;
    DELETE FROM exact_vectors WHERE number BETWEEN OLD.first AND OLD.first + OLD.chunks - 1;
    DELETE FROM texts WHERE place BETWEEN OLD.number * 131072 AND OLD.number * 131072 + 131071;
  END;

  -- What is searched: derived from documents and chunks.
  CREATE TABLE segments (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- as in spaces
    space INTEGER NOT NULL REFERENCES spaces ON DELETE CASCADE,
    first INTEGER NOT NULL,       -- document; no other segment of the space has one between first and last
    last INTEGER NOT NULL,
    size INTEGER NOT NULL,        -- searched chunks, dead ones included
    live INTEGER NOT NULL,
    vectors INTEGER NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0   -- raised when one of its documents goes
  ) STRICT;
  CREATE INDEX segments_in_order ON segments (space, first);

  CREATE TABLE slots (
    segment INTEGER PRIMARY KEY REFERENCES segments ON DELETE CASCADE,
    documents BLOB NOT NULL,      -- numbers, rising
    counts BLOB NOT NULL,         -- searched chunks of each
    numbers BLOB NOT NULL,        -- each slot's chunk, rising
    fields INTEGER NOT NULL,      -- bits: which fields have lengths
    lengths BLOB NOT NULL,        -- of those fields, one after another
    checksum INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE postings (
    segment INTEGER NOT NULL REFERENCES segments ON DELETE CASCADE,
    term BLOB NOT NULL,           -- the first of the block
    data BLOB NOT NULL,
    PRIMARY KEY (segment, term)
  ) STRICT;

  CREATE TABLE vectors (
    segment INTEGER NOT NULL REFERENCES segments ON DELETE CASCADE,
    part INTEGER NOT NULL,
    first INTEGER NOT NULL,       -- slot
    last INTEGER NOT NULL,
    slots BLOB NOT NULL,          -- rising; a chunk's own vector before those of its questions
    scales BLOB NOT NULL,
    data BLOB NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (segment, part)
  ) STRICT;

  -- Documents that went since their segment was written.
  CREATE TABLE gone (
    segment INTEGER NOT NULL REFERENCES segments ON DELETE CASCADE,
    document INTEGER NOT NULL,
    PRIMARY KEY (segment, document)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- For each document the length of the sum of its vectors, 32-bit floats; null in segments written before.
  ALTER TABLE slots ADD COLUMN norms BLOB;
  -- Recipes name the languages of a space, which every first search asks for.
  CREATE INDEX documents_by_recipe ON documents (space, recipe);
  `,
  `
  -- Replies of language models. They do not expire: what was paid for is not asked for again.
  CREATE TABLE replies (
    key TEXT PRIMARY KEY,         -- names everything the reply depends on
    model TEXT NOT NULL,
    data TEXT NOT NULL,           -- JSON
    stored INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- What language models were paid for, a row for each run and model.
  CREATE TABLE spending (
    id INTEGER PRIMARY KEY,
    workspace TEXT NOT NULL,
    purpose TEXT NOT NULL,
    model TEXT NOT NULL,
    calls INTEGER NOT NULL,
    input INTEGER NOT NULL,
    cached_input INTEGER NOT NULL,
    output INTEGER NOT NULL,
    dollars REAL,                 -- null where no price is known
    at INTEGER NOT NULL
  ) STRICT;
  `,
  `
  -- How remembered turns are used. Beside the documents, for it changes with every recall and they do not.
  CREATE TABLE uses (
    space INTEGER NOT NULL REFERENCES spaces ON DELETE CASCADE,
    document INTEGER NOT NULL,    -- its number
    at INTEGER NOT NULL,          -- of the event
    session TEXT,
    type TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    importance REAL,
    pinned INTEGER NOT NULL,
    accesses INTEGER NOT NULL,
    last_use INTEGER,
    spaced_uses REAL NOT NULL,
    PRIMARY KEY (space, document)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX uses_by_session ON uses (space, session, at);
  CREATE INDEX uses_by_time ON uses (space, at);
  CREATE TRIGGER documents_unused AFTER DELETE ON documents BEGIN
    DELETE FROM uses WHERE space = OLD.space AND document = OLD.number;
  END;
  `,
];
