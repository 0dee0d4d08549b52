import { sql } from "drizzle-orm"
import { bigint, boolean, char, index, integer, jsonb, pgTable, primaryKey, real, smallint, text, varchar } from "drizzle-orm/pg-core"
import type { ConvertedPageLink } from "../../../ports/converter/converter.port"
import { body, counter, createdAt, line } from "../../../db/columns"

/* Converted pages of a content, shared by its documents. */

/** One row per page of a file's content, shared by all documents of that content. `width` and `height` in points; 0 = not converted. */
export const pageTable = pgTable(
  "page",
  {
    sha256: char("sha256", { length: 64 }).notNull(),
    version: integer("version").notNull(),
    page: integer("page").notNull(),
    width: real("width").notNull().default(0),
    height: real("height").notNull().default(0),
    kind: varchar("kind", { length: 16 }).notNull().default(""),
    text: text("text").notNull().default(""),
    /** Areas of the page that are links. */
    links: jsonb("links").$type<ConvertedPageLink[]>().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.sha256, table.version, table.page] })],
)

/** A file's content whose pages are complete: the next document of the same content is readable at once. */
export const conversionTable = pgTable(
  "conversion",
  {
    sha256: char("sha256", { length: 64 }).notNull(),
    version: integer("version").notNull(),
    pages: counter("pages"),
    drawn: counter("drawn"),
    width: counter("width"),
    height: counter("height"),
    /** Spreadsheets only: blocks of fifty rows. */
    blocks: counter("blocks"),
    warnings: body("warnings"),
    outline: jsonb("outline").$type<{ title: string; page: number; level: number }[]>().notNull().default([]),
    /** Keywords of the text, best first, separated by commas. */
    keywords: line("keywords", 512),
    /** Number of characters of text on all pages. */
    text_length: counter("text_length"),
    /** The content of its cover: a `CoverState` of `document/cover.rules.ts`. */
    cover: smallint("cover").notNull().default(0),
    /** The encoding of a text that an owner chose, one of `textEncodings`; "" = detected. */
    encoding: varchar("encoding", { length: 16 }).notNull().default(""),
    /** Its pages have the style sheet that thickens glyphs on screens (docs/decisions/230). */
    ink: boolean("ink").notNull().default(false),
    /** The author of the file forbids copying its text. */
    no_copy: boolean("no_copy").notNull().default(false),
    created_at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.sha256, table.version] }),
    index("conversion_created").on(table.created_at),
    index("conversion_without_ink")
      .on(table.created_at)
      .where(sql`not ${table.ink}`),
    index("conversion_unseen_cover")
      .on(table.created_at)
      .where(sql`${table.cover} = 0`),
  ],
)

/**
 * Perceptual hashes of the first pages of a content that are scans: nearly the same pictures have hashes that differ in few bits
 * (`ports/converter/page-imprint.ts`). The four parts are for the search (`document/near-picture.rules.ts`).
 */
export const pageImprintTable = pgTable(
  "page_imprint",
  {
    sha256: char("sha256", { length: 64 }).notNull(),
    page: smallint("page").notNull(),
    hash: bigint("hash", { mode: "bigint" }).notNull(),
    part1: integer("part1").notNull(),
    part2: integer("part2").notNull(),
    part3: integer("part3").notNull(),
    part4: integer("part4").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sha256, table.page] }),
    index("page_imprint_part1").on(table.page, table.part1),
    index("page_imprint_part2").on(table.page, table.part2),
    index("page_imprint_part3").on(table.page, table.part3),
    index("page_imprint_part4").on(table.page, table.part4),
  ],
)

/** Bands of a text's MinHash: contents that share a band have similar texts (`document/near-text.rules.ts`). */
export const textBandTable = pgTable(
  "text_band",
  {
    band: smallint("band").notNull(),
    hash: bigint("hash", { mode: "bigint" }).notNull(),
    sha256: char("sha256", { length: 64 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.band, table.hash, table.sha256] }), index("text_band_sha256").on(table.sha256)],
)
