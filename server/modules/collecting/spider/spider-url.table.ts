import { sql } from "drizzle-orm"
import { bigint, index, integer, pgTable, uniqueIndex } from "drizzle-orm/pg-core"
import { body, counter, createdAt, line, moment, primaryId, updatedAt } from "../../../db/columns"

/**
 * A link whose documents are collected. `lease_until`: a worker reads its pages until then; afterwards another one may take over.
 * `begun_at`: start of the last crawl.
 */
export const spiderUrlTable = pgTable(
  "spider_url",
  {
    id: primaryId(),
    url: body("url"),
    status: integer("status").notNull().default(0),
    total: counter("total"),
    pages: counter("pages"),
    error: line("error", 500),
    /** Consecutive pages that could not be read. */
    failures: counter("failures"),
    depth: integer("depth").notNull().default(0),
    include: body("include"),
    exclude: body("exclude"),
    proxy: line("proxy"),
    headers: body("headers"),
    cron: line("cron", 64),
    next_at: moment("next_at"),
    begun_at: moment("begun_at"),
    lease_until: moment("lease_until"),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("spider_url_url").on(sql`md5(${table.url})`),
    index("spider_url_status").on(table.status, table.id),
    index("spider_url_next").on(table.next_at),
  ],
)

/** Pages of one crawl. Waiting pages are its stored state, so an interrupted crawl resumes with the next page. */
export const spiderPageTable = pgTable(
  "spider_page",
  {
    id: primaryId(),
    spider_url_id: bigint("spider_url_id", { mode: "number" })
      .notNull()
      .references(() => spiderUrlTable.id, { onDelete: "cascade" }),
    url: body("url"),
    title: line("title"),
    depth: counter("depth"),
    read_at: moment("read_at"),
  },
  (table) => [
    uniqueIndex("spider_page_url").on(table.spider_url_id, sql`md5(${table.url})`),
    index("spider_page_waiting")
      .on(table.spider_url_id, table.depth, table.id)
      .where(sql`${table.read_at} is null`),
  ],
)
