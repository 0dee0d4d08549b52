import { and, eq, inArray, isNull, sql, type SQL } from "drizzle-orm"
import {
  bigint,
  boolean,
  char,
  index,
  integer,
  pgTable,
  primaryKey,
  uniqueIndex,
  uuid,
  varchar,
  type AnyPgColumn,
} from "drizzle-orm/pg-core"
import { DocumentVisibility } from "../../../../lib/contract/library/document.enums"
import { body, counter, createdAt, line, moment, primaryId, reference, updatedAt } from "../../../db/columns"
import { readableStatuses } from "../../../../lib/rules/library/document-status"
import { groupTable } from "../../people/group/group.table"
import { categoryTable } from "../category/category.table"

/** Sort columns of filtered lists; their indexes contain the filter columns. */
const filteredOrders = ["quality", "view_count", "download_count", "favorite_count", "pages"] as const
const plainOrders = ["comment_count", "score", "size", "price", "recommend_at", "created_at", "updated_at"] as const
/** Columns that lists sort by in addition to the id and the recommendation; each has an index. */
export const listOrders = [...filteredOrders, ...plainOrders] as const

/** The static search score (`ports/search/static-score.ts`) in thousandths. */
const quality = sql`round(1000 * (case when recommend_at is null then 0 else 3 end
  + 0.8 * ln(1 + greatest(download_count, 0)::double precision) + 0.4 * ln(1 + greatest(view_count, 0)::double precision)
  + 0.3 * ln(1 + greatest(favorite_count, 0)::double precision) + case when score > 0 then (score - 300) / 200.0 else 0 end
  + 0.25 * extract(epoch from created_at - timestamptz '2000-01-01 00:00:00+00') / 31557600))::integer`

/** The content is not in the storage: missing since its site was imported (`missingBlob`), or since then (`lost_sha256`). */
const fileMissing = sql`left(sha256, 32) = repeat('0', 32) or sha256::text = lost_sha256`

export const documentTable = pgTable(
  "document",
  {
    id: primaryId(),
    uuid: varchar("uuid", { length: 32 }).notNull(),
    title: line("title"),
    keywords: line("keywords"),
    description: line("description", 1024),
    user_id: reference("user_id"),
    attachment_id: reference("attachment_id"),
    sha256: char("sha256", { length: 64 }).notNull(),
    /** The content whose file has vanished from the storage, "" = none. Another content needs no reset (docs/decisions/182). */
    lost_sha256: line("lost_sha256", 64),
    file_missing: boolean("file_missing").notNull().generatedAlwaysAs(fileMissing),
    width: counter("width"),
    height: counter("height"),
    pages: counter("pages"),
    preview: counter("preview"),
    /** Spreadsheets only: blocks of fifty rows, and how many of them are readable for all users; 0 = all. */
    blocks: counter("blocks"),
    block_preview: counter("block_preview"),
    converted_pages: counter("converted_pages"),
    /** The visible set of page images; a new conversion writes the next set and then switches. */
    version: integer("version").notNull().default(1),
    /** The encoding of a text file that its owner chose, one of `textEncodings`; "" = detected. */
    encoding: varchar("encoding", { length: 16 }).notNull().default(""),
    download_count: counter("download_count"),
    view_count: counter("view_count"),
    favorite_count: counter("favorite_count"),
    comment_count: counter("comment_count"),
    score: integer("score").notNull().default(300),
    score_count: counter("score_count"),
    /** Query-independent quality, for the list order 综合. */
    quality: integer("quality").generatedAlwaysAs(quality),
    price: counter("price"),
    is_vip: boolean("is_vip").notNull().default(false),
    size: bigint("size", { mode: "number" }).notNull().default(0),
    ext: line("ext", 16),
    status: integer("status").notNull().default(0),
    /** The visibility once the status makes it public (`DocumentVisibility`); decided in `visibility.policy.ts` only. */
    visibility: integer("visibility").notNull().default(DocumentVisibility.everybody),
    /**
     * The document is in review and not all of its pages are ready; they are converted for its owner and reviewers. Meaningless in another
     * status.
     */
    draw_in_review: boolean("draw_in_review").notNull().default(false),
    /**
     * The document has never been public: its upload needed a review, or its visibility was restricted. Its upload is rewarded at
     * publication.
     */
    in_first_review: boolean("in_first_review").notNull().default(false),
    /** Why a conversion failed or waits: a code for programs and a sentence for users. */
    convert_reason: line("convert_reason", 32),
    convert_error: line("convert_error", 1024),
    /** Number of pages converted when the conversion was last active; null while no process works on it. */
    convert_place: integer("convert_place"),
    /** The page at which its process died last, and how often in a row; after three deaths, the document is not retried. */
    death_place: counter("death_place"),
    convert_deaths: counter("convert_deaths"),
    /** Staff have moved its conversion to the front of the queue; false again when it ends. */
    convert_first: boolean("convert_first").notNull().default(false),
    /** Name of the rendered title cover; empty if the first page is the cover (docs/decisions/097). */
    title_cover: line("title_cover", 16),
    /** URL of the image that staff chose as cover; empty = the first page or the title cover (docs/decisions/130). */
    own_cover: line("own_cover"),
    /** Why staff rejected the document. */
    reject_reason: line("reject_reason"),
    lease_until: moment("lease_until"),
    /** The process that converts it, by its name in `pg_stat_activity`. */
    convert_worker: line("convert_worker", 64),
    language: varchar("language", { length: 16 }).notNull().default("zh-CN"),
    recommend_at: moment("recommend_at"),
    deleted_at: moment("deleted_at"),
    deleted_user_id: bigint("deleted_user_id", { mode: "number" }).notNull().default(0),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("document_uuid").on(table.uuid),
    // The sort columns of lists, with the id as tiebreaker and the filter columns, so that the ids of a page come from the index alone.
    index("document_list")
      .on(table.id, table.status, table.ext, table.price, table.is_vip, table.language, table.visibility)
      .where(sql`${table.deleted_at} is null`),
    ...filteredOrders.map((name) =>
      index(`document_by_${name}`)
        .on(table[name], table.id, table.status, table.ext, table.price, table.is_vip, table.language, table.visibility)
        .where(sql`${table.deleted_at} is null`),
    ),
    ...(["ext", "language"] as const).map((name) =>
      index(`document_of_${name}`)
        .on(table[name], table.id, table.status, table.visibility)
        .where(sql`${table.deleted_at} is null`),
    ),
    ...plainOrders.map((name) =>
      index(`document_by_${name}`)
        .on(table[name], table.id, table.status, table.visibility)
        .where(sql`${table.deleted_at} is null`),
    ),
    index("document_status")
      .on(table.status, table.id, table.visibility)
      .where(sql`${table.deleted_at} is null`),
    index("document_review")
      .on(table.updated_at, table.id)
      .where(sql`${table.status} = 6 and ${table.deleted_at} is null`),
    index("document_user").on(table.user_id, table.id),
    index("document_sha256").on(table.sha256),
    index("document_attachment").on(table.attachment_id),
    index("document_file_missing")
      .on(table.id)
      .where(sql`${table.file_missing}`),
    index("document_deleted")
      .on(table.deleted_at)
      .where(sql`${table.deleted_at} is not null`),
    index("document_title").using("gin", sql`lower(${table.title}) gin_trgm_ops`),
  ],
)

/** SQL: the document is on the site's public lists, complete and visible to all (`visibility.policy.ts`). Accepts an alias of the table. */
export const publicDocuments = (d: Record<"deleted_at" | "status" | "visibility", AnyPgColumn> = documentTable): SQL =>
  and(isNull(d.deleted_at), inArray(d.status, readableStatuses), eq(d.visibility, DocumentVisibility.everybody))!

/** The groups whose members may see a document with the visibility `groups`; rows of other documents have no effect. */
export const documentGroupTable = pgTable(
  "document_group",
  {
    document_id: bigint("document_id", { mode: "number" })
      .notNull()
      .references(() => documentTable.id, { onDelete: "cascade" }),
    group_id: bigint("group_id", { mode: "number" })
      .notNull()
      .references(() => groupTable.id, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.document_id, table.group_id] }), index("document_group_group").on(table.group_id)],
)

/** A custom text that replaces the one read from the file. Stored separately, because lists read whole document rows. */
export const documentTextTable = pgTable("document_content", {
  document_id: bigint("document_id", { mode: "number" })
    .primaryKey()
    .references(() => documentTable.id, { onDelete: "cascade" }),
  content: body("content"),
})

export const documentCategoryTable = pgTable(
  "document_category",
  {
    document_id: bigint("document_id", { mode: "number" })
      .notNull()
      .references(() => documentTable.id, { onDelete: "cascade" }),
    category_id: bigint("category_id", { mode: "number" })
      .notNull()
      .references(() => categoryTable.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.document_id, table.category_id] }),
    index("document_category_category").on(table.category_id, table.document_id),
  ],
)

export const downloadTable = pgTable(
  "download",
  {
    id: primaryId(),
    user_id: reference("user_id"),
    document_id: reference("document_id"),
    ip: line("ip", 64),
    /** The network of the address (`networkOf`): daily downloads are counted per network. */
    network: line("network", 64),
    is_pay: boolean("is_pay").notNull().default(false),
    /** The membership card that paid for this download, 0 for none (docs/decisions/072). */
    card_id: bigint("card_id", { mode: "number" }).notNull().default(0),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    index("download_user").on(table.user_id, table.created_at),
    index("download_network").on(table.network, table.created_at),
    index("download_document").on(table.document_id),
    index("download_time").on(table.created_at),
  ],
)

/** Links whose download has begun, by the id of their token; interrupted downloads can be resumed until then (docs/decisions/112). */
export const downloadLinkTable = pgTable(
  "download_link",
  { id: uuid("id").primaryKey(), resumable_until: moment("resumable_until").notNull() },
  (table) => [index("download_link_end").on(table.resumable_until)],
)

/**
 * All files of documents whose file has been replaced; other documents have no rows here. The newest is the current file, or becomes it
 * after its conversion.
 */
export const documentVersionTable = pgTable(
  "document_version",
  {
    id: primaryId(),
    document_id: reference("document_id").references(() => documentTable.id, { onDelete: "cascade" }),
    /** 1 = the first file; the current one has the largest number. */
    version: integer("version").notNull(),
    attachment_id: reference("attachment_id"),
    sha256: char("sha256", { length: 64 }).notNull(),
    name: line("name"),
    ext: line("ext", 16),
    size: bigint("size", { mode: "number" }).notNull().default(0),
    created_at: createdAt(),
  },
  (table) => [
    uniqueIndex("document_version_number").on(table.document_id, table.version),
    index("document_version_sha256").on(table.sha256),
  ],
)

/** Counted visitors of a document per hour. Only processes of the version before write it; a later one removes it (docs/decisions/487). */
export const documentVisitTable = pgTable(
  "document_visit",
  {
    document_id: bigint("document_id", { mode: "number" }).notNull(),
    visitor: char("visitor", { length: 32 }).notNull(),
    hour: integer("hour").notNull(),
  },
  (table) => [primaryKey({ columns: [table.document_id, table.visitor, table.hour] }), index("document_visit_hour").on(table.hour)],
)
