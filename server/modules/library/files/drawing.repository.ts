import { and, desc, eq, inArray, not, sql } from "drizzle-orm"
import { isOneOf } from "@/server/db/rows"
import type { DbCtx } from "@/server/context"
import { attachmentTable } from "./attachment.table"
import { conversionTable, pageTable, textBandTable } from "./drawing.table"

/* Rows of converted pages. */

export type ConversionRow = typeof conversionTable.$inferSelect
type PageValues = typeof pageTable.$inferInsert

/** Returns the newest version under which this content has been completely converted; 0 = never. */
export const findLatestConversion = async ({ db }: DbCtx, sha256: string): Promise<number> =>
  (
    await db
      .select({ latest: sql<number>`coalesce(max(${conversionTable.version}), 0)::int` })
      .from(conversionTable)
      .where(eq(conversionTable.sha256, sha256))
  )[0]?.latest ?? 0

/** Returns the same for many contents; those that were never converted are omitted. */
export const listLatestConversions = async ({ db }: DbCtx, hashes: string[]): Promise<Map<string, number>> => {
  if (!hashes.length) return new Map()
  const { sha256, version } = conversionTable
  const rows = await db
    .select({ sha256, latest: sql<number>`max(${version})::int` })
    .from(conversionTable)
    .where(isOneOf(sha256, hashes))
    .groupBy(sha256)
  return new Map(rows.map((row) => [row.sha256, row.latest]))
}

/** Returns the newest version whose encoding was detected, which every document of this content may display; 0 = never. */
export const findSharedConversion = async ({ db }: DbCtx, sha256: string): Promise<number> =>
  (
    await db
      .select({ latest: sql<number>`coalesce(max(${conversionTable.version}), 0)::int` })
      .from(conversionTable)
      .where(and(eq(conversionTable.sha256, sha256), eq(conversionTable.encoding, "")))
  )[0]?.latest ?? 0

export const findConversion = async ({ db }: DbCtx, sha256: string, version: number): Promise<ConversionRow | null> =>
  (
    await db
      .select()
      .from(conversionTable)
      .where(and(eq(conversionTable.sha256, sha256), eq(conversionTable.version, version)))
  )[0] ?? null

export const addConversion = ({ db }: DbCtx, row: typeof conversionTable.$inferInsert) =>
  db
    .insert(conversionTable)
    .values(row)
    .onConflictDoUpdate({ target: [conversionTable.sha256, conversionTable.version], set: row })

/** Lists conversions whose covers have not been checked, oldest first. */
export const listUnseenCovers = ({ db }: DbCtx, limit: number) =>
  db
    .select({ sha256: conversionTable.sha256, version: conversionTable.version })
    .from(conversionTable)
    .where(eq(conversionTable.cover, 0))
    .orderBy(conversionTable.created_at)
    .limit(limit)

/** Lists conversions whose pages lack the style sheet that thickens glyphs, newest first: these are read most. */
export const listWithoutInk = ({ db }: DbCtx, limit: number) =>
  db
    .select({ sha256: conversionTable.sha256, version: conversionTable.version, drawn: conversionTable.drawn })
    .from(conversionTable)
    .where(not(conversionTable.ink))
    .orderBy(desc(conversionTable.created_at))
    .limit(limit)

/** Records that all pages of a conversion have the style sheet. */
export const setInk = ({ db }: DbCtx, { sha256, version }: { sha256: string; version: number }) =>
  db
    .update(conversionTable)
    .set({ ink: true })
    .where(and(eq(conversionTable.sha256, sha256), eq(conversionTable.version, version)))

/** Records the state of a cover (`document/cover.rules.ts`). */
export const setCoverState = ({ db }: DbCtx, { sha256, version }: { sha256: string; version: number }, cover: number) =>
  db
    .update(conversionTable)
    .set({ cover })
    .where(and(eq(conversionTable.sha256, sha256), eq(conversionTable.version, version)))

export const addPages = async ({ db }: DbCtx, rows: PageValues[]): Promise<void> => {
  if (!rows.length) return
  await db
    .insert(pageTable)
    .values(rows)
    .onConflictDoUpdate({
      target: [pageTable.sha256, pageTable.version, pageTable.page],
      set: {
        width: sql`excluded.width`,
        height: sql`excluded.height`,
        kind: sql`excluded.kind`,
        text: sql`excluded.text`,
        links: sql`excluded.links`,
      },
    })
}

/** Lists the pages of an interrupted conversion, with their texts; not those that failed or may still need text recognition. */
export const listDrawnPages = ({ db }: DbCtx, { sha256, version }: { sha256: string; version: number }) =>
  db
    .select({ page: pageTable.page, text: pageTable.text })
    .from(pageTable)
    .where(
      and(
        eq(pageTable.sha256, sha256),
        eq(pageTable.version, version),
        inArray(pageTable.kind, ["vector", "raster"]),
        sql`${pageTable.text} <> ''`,
      ),
    )
    .orderBy(pageTable.page)

/** Stores the text of a page that was recognized after the page was converted. */
export const setPageText = ({ db }: DbCtx, { sha256, version, page, text }: PageValues & { text: string }) =>
  db
    .update(pageTable)
    .set({ text })
    .where(and(eq(pageTable.sha256, sha256), eq(pageTable.version, version), eq(pageTable.page, page)))

/** Replaces the bands of a content's text. */
export const setTextBands = async ({ db }: DbCtx, sha256: string, bands: bigint[]): Promise<void> => {
  await db.delete(textBandTable).where(eq(textBandTable.sha256, sha256))
  if (bands.length)
    await db
      .insert(textBandTable)
      .values(bands.map((hash, band) => ({ band, hash, sha256 })))
      .onConflictDoNothing()
}

/** Lists other contents that share at least `least` text bands with this one, with their number, most first. */
export const listSimilarBlobs = async (
  { db }: DbCtx,
  sha256: string,
  least: number,
  max: number,
): Promise<{ sha256: string; shared: number }[]> => {
  const ownBands = db
    .$with("own")
    .as(db.select({ band: textBandTable.band, hash: textBandTable.hash }).from(textBandTable).where(eq(textBandTable.sha256, sha256)))
  const shared = sql<number>`count(*)::int`
  return db
    .with(ownBands)
    .select({ sha256: textBandTable.sha256, shared })
    .from(textBandTable)
    .innerJoin(ownBands, and(eq(ownBands.band, textBandTable.band), eq(ownBands.hash, textBandTable.hash)))
    .where(sql`${textBandTable.sha256} <> ${sha256}`)
    .groupBy(textBandTable.sha256)
    .having(sql`count(*) >= ${least}`)
    .orderBy(desc(shared))
    .limit(max)
}

/**
 * Whether the content shares at least `least` text bands with a banned one. Starts from the few banned contents, and never lists all
 * contents that share a popular band.
 */
export const isNearBanned = async ({ db }: DbCtx, sha256: string, least: number): Promise<boolean> => {
  const { rows } = await db.execute(sql`
    select other.sha256 from (select distinct sha256 from ${attachmentTable} where not enable and sha256 <> ${sha256}) banned
    join ${textBandTable} other on other.sha256 = banned.sha256
    join ${textBandTable} own on own.band = other.band and own.hash = other.hash and own.sha256 = ${sha256}
    group by other.sha256 having count(*) >= ${least} limit 1`)
  return rows.length > 0
}

/** Stores the texts of files, by their MD5, spread evenly over the pages of their first conversion. */
export const setImportedTexts = async ({ db }: DbCtx, texts: { hash: string; text: string }[]): Promise<void> => {
  if (!texts.length) return
  const given = sql.join(
    texts.map(({ hash, text }) => sql`(${hash}::text, ${text}::text)`),
    sql`, `,
  )
  await db.execute(sql`update ${pageTable} set text = substr(part.text, (${pageTable.page} - 1) * part.length + 1, part.length)
    from (select c.sha256, given.text, ceil(length(given.text)::numeric / greatest(c.pages, 1))::int as length
      from (values ${given}) as given (hash, text)
      join (select distinct hash, sha256 from attachment) a on a.hash = given.hash
      join ${conversionTable} c on c.sha256 = a.sha256 and c.version = 1) part
    where ${pageTable.sha256} = part.sha256 and ${pageTable.version} = 1`)
}
