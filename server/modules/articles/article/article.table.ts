import { and, eq, isNull, notInArray, sql } from "drizzle-orm"
import { bigint, char, index, integer, pgTable, primaryKey, uniqueIndex, varchar } from "drizzle-orm/pg-core"
import { ReviewStatus } from "../../../../lib/contract/library/content.enums"
import { body, counter, createdAt, line, moment, primaryId, reference, updatedAt } from "../../../db/columns"
import { categoryTable } from "../../library/category/category.table"

/** Columns that lists sort by in addition to the id; each has an index. */
export const listOrders = ["view_count", "favorite_count", "comment_count", "created_at"] as const

export const articleTable = pgTable(
  "article",
  {
    id: primaryId(),
    identifier: varchar("identifier", { length: 64 }).notNull(),
    user_id: reference("user_id"),
    title: line("title"),
    keywords: line("keywords"),
    description: line("description", 1024),
    content: body("content"),
    view_count: counter("view_count"),
    favorite_count: counter("favorite_count"),
    comment_count: counter("comment_count"),
    status: integer("status").notNull().default(0),
    reject_reason: line("reject_reason", 2048),
    recommend_at: moment("recommend_at"),
    /** Above 0, the article is an announcement; the largest come first. */
    notice: counter("notice"),
    /** The original source: its name and URL. */
    source: line("source", 128),
    source_url: line("source_url", 1024),
    deleted_at: moment("deleted_at"),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("article_identifier").on(table.identifier),
    index("article_list").on(table.status, table.id),
    ...listOrders.map((name) =>
      index(`article_by_${name}`)
        .on(table[name], table.id, table.status)
        .where(sql`${table.deleted_at} is null`),
    ),
    index("article_notice")
      .on(table.notice, table.id, table.status)
      .where(sql`${table.notice} > 0`),
    index("article_review")
      .on(table.updated_at, table.id)
      .where(sql`${table.status} = 0 and ${table.deleted_at} is null`),
    index("article_user").on(table.user_id, table.id),
  ],
)

/** Matches articles that are public. `without`: identifiers of the footer pages, which lists leave out. */
export const publicArticles = (without: string[] = []) =>
  and(
    isNull(articleTable.deleted_at),
    eq(articleTable.status, ReviewStatus.approved),
    without.length > 0 ? notInArray(articleTable.identifier, without) : undefined,
  )

/** Counted visitors of an article per hour. Only processes of the version before write it; a later one removes it (docs/decisions/487). */
export const articleVisitTable = pgTable(
  "article_visit",
  {
    article_id: bigint("article_id", { mode: "number" }).notNull(),
    visitor: char("visitor", { length: 32 }).notNull(),
    hour: integer("hour").notNull(),
  },
  (table) => [primaryKey({ columns: [table.article_id, table.visitor, table.hour] }), index("article_visit_hour").on(table.hour)],
)

export const articleCategoryTable = pgTable(
  "article_category",
  {
    article_id: bigint("article_id", { mode: "number" })
      .notNull()
      .references(() => articleTable.id, { onDelete: "cascade" }),
    category_id: bigint("category_id", { mode: "number" })
      .notNull()
      .references(() => categoryTable.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.article_id, table.category_id] }),
    index("article_category_category").on(table.category_id, table.article_id),
  ],
)
