import { and, eq, sql } from "drizzle-orm"
import type { DbCtx } from "../../context"
import { conversionTable, pageTable, textBandTable } from "./drawing.table"

/* Rows of drawn pages. */

export type ConversionRow = typeof conversionTable.$inferSelect
type PageValues = typeof pageTable.$inferInsert

/** The newest version under which this content has been drawn completely; 0 = never. */
export const findLatestConversion = async ({ db }: DbCtx, sha256: string): Promise<number> =>
  (
    await db
      .select({ latest: sql<number>`coalesce(max(${conversionTable.version}), 0)::int` })
      .from(conversionTable)
      .where(eq(conversionTable.sha256, sha256))
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

export const addPages = async ({ db }: DbCtx, rows: PageValues[]): Promise<void> => {
  if (!rows.length) return
  await db
    .insert(pageTable)
    .values(rows)
    .onConflictDoUpdate({
      target: [pageTable.sha256, pageTable.version, pageTable.page],
      set: { width: sql`excluded.width`, height: sql`excluded.height`, kind: sql`excluded.kind`, text: sql`excluded.text` },
    })
}

/** What was read on a page later than it was drawn. */
export const setPageText = ({ db }: DbCtx, { sha256, version, page, text }: PageValues & { text: string }) =>
  db
    .update(pageTable)
    .set({ text })
    .where(and(eq(pageTable.sha256, sha256), eq(pageTable.version, version), eq(pageTable.page, page)))

/** The bands of a content's text, instead of those it had. */
export const setTextBands = async ({ db }: DbCtx, sha256: string, bands: bigint[]): Promise<void> => {
  await db.delete(textBandTable).where(eq(textBandTable.sha256, sha256))
  if (bands.length)
    await db
      .insert(textBandTable)
      .values(bands.map((hash, band) => ({ band, hash, sha256 })))
      .onConflictDoNothing()
}
