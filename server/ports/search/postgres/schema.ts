import type { Tiers } from "./tiers"

/*
 * The adapter's own schema, created on first use (like the queue's). Its tables are derived from the site's rows and can be dropped.
 * `settled_N` holds most entries in the order of their static score and is never written to; a view points to the current one. `fresh`
 * holds entries that were put since, and `gone` lists all entries whose settled rows are outdated.
 */

/**
 * Increase it when the layout of the settled table changes. An index of an earlier version than 2 (tiers) is settled again; one without
 * tokens of titles (3) is rebuilt from the documents.
 */
export const version = 3
export const settledVersion = 2

const columns = `
  kind smallint not null,
  id bigint not null,
  score double precision not null,
  title text not null,
  keywords text not null,
  words text[] not null,
  ext text not null,
  language text not null,
  price integer not null,
  is_vip boolean not null,
  length integer not null,
  size bigint not null,
  rating integer not null,
  views integer not null,
  downloads integer not null,
  favorites integer not null,
  recommended boolean not null,
  categories bigint[] not null,
  user_id bigint not null,
  created_at timestamptz not null,
  tokens integer[] not null,
  text text not null`

/** The columns of an entry, in order. */
export const names = columns
  .trim()
  .split(",")
  .map((line) => line.trim().split(" ")[0]!)

/**
 * Disables statistics on these columns. If the planner knew that a token occurs in nearly every row, it would read along the primary key
 * and not in row order.
 */
export const withoutStatistics = (table: string, list: string[]): string =>
  `alter table ${table} ${list.map((name) => `alter column ${name} set statistics 0`).join(", ")};`

export const createSchema = ({ indexes }: Tiers): string => `
  create schema if not exists search;
  create table if not exists search.fresh (${columns}, at bigint not null, primary key (kind, id));
  create index if not exists fresh_tokens on search.fresh using gin (tokens) with (fastupdate = off);
  ${withoutStatistics("search.fresh", ["tokens", "text"])}
  create table if not exists search.gone (kind smallint not null, id bigint not null, at bigint not null, primary key (kind, id));
  create sequence if not exists search.change;
  create sequence if not exists search.build;
  create table if not exists search.word (word text primary key);
  create index if not exists word_letters on search.word using gin (word gin_trgm_ops);
  create table if not exists search.title (
    kind smallint not null, id bigint not null, score double precision not null, title text not null, folded text not null,
    pinyin text not null, initials text not null, tokens integer[] not null, primary key (kind, id));
  create index if not exists title_tokens on search.title using gin (tokens) with (fastupdate = off);
  ${withoutStatistics("search.title", ["tokens"])}
  create table if not exists search.state (one boolean primary key default true check (one), version integer not null, settled_at timestamptz);
  insert into search.state (version) values (${version}) on conflict do nothing;
  do $$ begin
    if to_regclass('search.settled') is null then
      create table search.settled_0 (rank integer, ${columns}, primary key (kind, id));
      ${indexes("settled_0").join("; ")};
      create view search.settled as select * from search.settled_0;
    end if;
  end $$;
`
