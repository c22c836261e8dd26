/** The migrations to the versions 5 to 7. Databases that are created now start at a later one. */

export const blobChunks = `
  -- The bytes of files in chunks of 256 kB (blobs.ts), so that none is read or written as a whole.
  create table blob_chunks (
    id text collate "C",
    number integer,
    bytes bytea not null,
    primary key (id, number)
  );
  -- Pictures and videos are compressed already.
  alter table blob_chunks alter column bytes set storage external;
  -- Servers of the version before still read files, but store none that would not be copied.
  lock table blobs in share row exclusive mode;
  insert into blob_chunks
    select id, number, substring(bytes from number * 262144 + 1 for 262144)
    from blobs cross join generate_series(0, (greatest(octet_length(bytes), 1) - 1) / 262144) as number;
  drop table blobs;
`

export const eventSequence = `
  -- Numbers the events that processes send to each other, until version 9.
  create unlogged sequence event_positions;
`

export const sharedCounts = `
  -- What the processes of a server count together (server/limits/). The first table is rate-limiter-flexible's.
  create table rate_limits (
    key text collate "C" primary key,
    points integer not null,
    expire bigint
  );
  -- When each process said last that it runs.
  create table server_processes (
    id text collate "C" primary key,
    seen_at timestamptz not null
  );
  create table open_streams (
    process text collate "C",
    id integer,
    client text collate "C" not null,
    primary key (process, id)
  );
  create index open_streams_of_client on open_streams (client asc);
`
