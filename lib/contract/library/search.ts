import { z } from "zod"
import { area, perMinute } from "../area"
import { Article } from "../articles/article"
import { CategoryLink } from "./category"
import { Document } from "./document"
import { FeeType } from "./document.choices.enums"
import { Duration, SearchType } from "./search.enums"
import {
  bool,
  decimal,
  filter,
  filterList,
  flag,
  id,
  int,
  list,
  listing,
  many,
  nothing,
  num,
  oneOf,
  paging,
  range,
  str,
  time,
  wordOf,
} from "../schema"

/** The query as typed: longer texts are refused. Anything else is treated as plain text. */
const wd = z.string({ error: "关键词应为文字" }).max(200, { error: "关键词太长了，最多 200 个字" }).optional()

const filters = {
  wd,
  ...paging,
  /** default (best first), latest, pages, size, score, view_count, download_count, favorite_count; other values mean default */
  sort: z.string().max(64).optional(),
  order: z.string().max(200).optional(),
  /** one of the groups of formats (`kinds`), or an extension with its dot */
  ext: filter(z.string().max(16)),
  category_id: filterList(int),
  user_id: filterList(int),
  language: filterList(z.string().max(16)),
  fee_type: filter(wordOf(FeeType)),
  price_min: filter(int),
  price_max: filter(int),
  pages_min: filter(int),
  pages_max: filter(int),
  /** first and last moment */
  created_at: filter(range),
  /** the same period, counted back from now */
  duration: filter(wordOf(Duration)),
}

/** Counts of a facet ignore its own condition, so that its other values can still be chosen. */
const listFacets = {
  /** extensions with their dot */
  agg_ext: many(z.object({ ext: str, count: num })),
  agg_language: many(z.object({ code: str, count: num })),
  agg_fee: many(z.object({ fee_type: str, count: num })),
  /** documents by number of pages; `max` 0 = no upper limit */
  agg_pages: many(z.object({ min: num, max: num, count: num })),
  agg_duration: many(z.object({ duration: str, count: num })),
}
const facets = { ...listFacets, agg_category: many(z.object({ category_id: num, count: num })) }

const summary = {
  total: num,
  /** there are more matches than were examined: the total is estimated (约) */
  total_approximate: flag,
  /** facets are counted over this many of the most popular matches, and orders other than `default` sort only these; 0 = all matches */
  sampled: num,
  /**
   * what the results leave out: `building` (the index is being filled), `shards` (part of the engine did not answer), `texts` (the engine
   * does not answer: only titles were searched); "" = nothing
   */
  omission: str,
  /** seconds, three decimals */
  spend: str,
  /** for a page that is rendered ahead: the search, signed, for `POST /search/view` once a user opens the page; else "" */
  record: str,
}

/** The part of an answer that reports on the query's words. */
const words = {
  /** the corrected query, if a Latin word was misspelt */
  corrected: str,
  /** no document matches all words: these match some of them */
  relaxed: flag,
}

/**
 * Where the words of a hit are: `snippet` is escaped text with `<em>`, `page` the first page with a match (0 = in title or description).
 */
const matchFields = { snippet: str, page: num }

/**
 * A matching document or article. `title`, `description` and `snippet` are escaped text with `<em>` around matches (`lib/rules/marked.ts`).
 */
export const SearchHit = z.object({
  /** 0 = document, 1 = article */
  doc_type: num,
  id: num,
  /** a document's identifier in URLs */
  uuid: str,
  /** an article's identifier in URLs */
  identifier: str,
  title: str,
  description: str,
  ...matchFields,
  keywords: str,
  ext: str,
  cover: str,
  pages: num,
  size: num,
  price: num,
  is_vip: flag,
  language: str,
  score: num,
  view_count: num,
  download_count: num,
  favorite_count: num,
  user_id: num,
  username: str,
  category_id: many(z.number().int()),
  category: many(CategoryLink),
  created_at: time,
  updated_at: time,
})

export const SearchRecord = z.object({
  id: num,
  user_id: num,
  username: str,
  ip: str,
  /** number of hits */
  total: num,
  page: num,
  user_agent: str,
  keywords: str,
  /** 0 = documents, 1 = articles, -1 = both */
  type: num,
  /** seconds */
  spend_time: decimal,
  created_at: time,
  /** same as `created_at`: a record never changes, but compatible clients read the field */
  updated_at: time,
})

const searchLimit = perMinute(120, "person")

export const search = area({
  "GET /search": {
    title: "搜索文档和文章",
    access: "public",
    limit: { ...searchLimit, shared: "search" },
    input: z.object({ ...filters, type: filter(oneOf(SearchType, "搜索类型不正确")) }),
    output: z.object({ ...summary, ...words, document: many(SearchHit), ...facets }),
  },
  "GET /document/search": {
    title: "搜索文档",
    access: "public",
    limit: { ...searchLimit, shared: "search" },
    input: z.object({ ...listing, ...filters }),
    output: z.object({ ...summary, ...words, document: many(Document.extend(matchFields)), ...facets }),
  },
  /** the number of public documents for each filter of a category; nothing in very large ones */
  "GET /document/facets": {
    title: "统计分类的筛选",
    access: "public",
    shared: true,
    input: z.object({
      category_id: filterList(int),
      is_recommend: filterList(bool),
      language: filterList(z.string().max(16)),
      ext: filter(z.string().max(16)),
      fee_type: filter(wordOf(FeeType)),
      /** the lower bound of a band of `agg_pages` */
      pages_min: filter(int),
      duration: filter(wordOf(Duration)),
    }),
    output: z.object(listFacets),
  },
  "GET /article/search": {
    title: "搜索文章",
    access: "public",
    limit: { ...searchLimit, shared: "search" },
    input: z.object({ ...listing, ...filters }),
    output: z.object({ ...summary, ...words, article: many(Article.extend(matchFields)), ...facets }),
  },
  /** while the user types: titles that begin with or contain the letters, also by pronunciation; without letters, popular searches */
  "GET /search/suggest": {
    title: "搜索建议",
    access: "public",
    shared: { unless: "wd" },
    limit: perMinute(600, "person"),
    input: z.object({ wd, type: filter(oneOf(SearchType, "搜索类型不正确")), limit: filter(int) }),
    output: z.object({
      suggestion: many(z.object({ text: str, doc_type: num, uuid: str, identifier: str })),
      /** frequent search words, or those that the site recommends */
      hot: many(str),
    }),
  },
  /** for staff: whether each of the site's recommended search words has results; words without results are not offered to visitors */
  "GET /search/recommended": {
    title: "检查搜索推荐词",
    access: "permission",
    permission: "ConfigAPI/ListConfig",
    input: z.object({}),
    output: z.object({ word: many(z.object({ word: str, useful: flag })) }),
  },
  /** a page with these results was shown: `record` is that of the results */
  "POST /search/view": {
    title: "记一次搜索",
    access: "public",
    scope: "read",
    limit: perMinute(120, "person"),
    input: z.object({
      record: z.string({ error: "缺少搜索的记录" }).min(1, { error: "缺少搜索的记录" }).max(2_000, { error: "搜索的记录不正确" }),
    }),
    output: nothing,
  },
  "PUT /document/index": {
    title: "更新文档索引",
    access: "permission",
    permission: "DocumentAPI/UpdateDocumentIndex",
    input: z.object({ id: list(id).optional() }),
    output: nothing,
  },
  "PUT /article/index": {
    title: "更新文章索引",
    access: "permission",
    permission: "ArticleAPI/UpdateArticleIndex",
    input: z.object({ id: list(id).optional() }),
    output: nothing,
  },
  "PUT /renew/document/index": {
    title: "重建全文索引",
    access: "permission",
    permission: "DocumentAPI/RenewDocumentIndex",
    input: z.object({}),
    output: nothing,
  },
  "GET /searchrecord/list": {
    title: "获取搜索记录列表",
    access: "permission",
    permission: "SearchRecordAPI/ListSearchRecord",
    input: z.object({
      ...listing,
      keywords: filter(z.string().max(64)),
      ip: filter(z.string().max(64)),
      user_id: filterList(int),
      type: filterList(int),
      /** only searches without matches, or only those with some */
      is_empty: filterList(bool),
      created_at: filter(range),
    }),
    output: z.object({ total: num, search_record: many(SearchRecord) }),
  },
  /** search words, most frequent first: `empty` = how often there was no match */
  "GET /searchrecord/words": {
    title: "获取搜索词统计",
    access: "permission",
    permission: "SearchRecordAPI/ListSearchRecord",
    input: z.object({ ...paging, is_empty: filterList(bool), created_at: filter(range) }),
    output: z.object({ total: num, word: many(z.object({ keywords: str, count: num, empty: num, people: num, last_at: time })) }),
  },
  "DELETE /searchrecord": {
    title: "删除搜索记录",
    access: "permission",
    permission: "SearchRecordAPI/DeleteSearchRecord",
    input: z.object({ id: list(id) }),
    output: nothing,
  },
})
