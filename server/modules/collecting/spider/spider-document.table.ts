import { sql } from "drizzle-orm"
import { bigint, char, index, integer, pgTable, uniqueIndex } from "drizzle-orm/pg-core"
import { body, counter, createdAt, line, moment, primaryId, updatedAt } from "../../../db/columns"

/** A collected document. `attachment_id`: its downloaded file; `document_id`: the published document. */
export const spiderDocumentTable = pgTable(
  "spider_document",
  {
    id: primaryId(),
    spider_url_id: bigint("spider_url_id", { mode: "number" }).notNull().default(0),
    url: body("url"),
    status: integer("status").notNull().default(0),
    language: line("language", 16),
    title: line("title"),
    title_from_href: line("title_from_href"),
    title_from_url: line("title_from_url"),
    title_from_attachment: line("title_from_attachment"),
    price: counter("price"),
    size: bigint("size", { mode: "number" }).notNull().default(0),
    ext: line("ext", 32),
    content_type: line("content_type"),
    error: line("error", 500),
    save_path: line("save_path"),
    user_id: bigint("user_id", { mode: "number" }).notNull().default(0),
    category_id: bigint("category_id", { mode: "number" })
      .array()
      .notNull()
      .default(sql`'{}'`),
    sha256: char("sha256", { length: 64 }),
    attachment_id: bigint("attachment_id", { mode: "number" }).notNull().default(0),
    document_id: bigint("document_id", { mode: "number" }).notNull().default(0),
    lease_until: moment("lease_until"),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("spider_document_url").on(sql`md5(${table.url})`),
    index("spider_document_status").on(table.status, table.id),
    index("spider_document_link").on(table.spider_url_id, table.id),
    index("spider_document_user").on(table.user_id),
    index("spider_document_sha256").on(table.sha256),
    index("spider_document_words").using(
      "gin",
      sql`lower(${table.url} || ' ' || ${table.title} || ' ' || ${table.title_from_href} || ' ' || ${table.title_from_url} || ' ' || ${table.title_from_attachment}) gin_trgm_ops`,
    ),
  ],
)
