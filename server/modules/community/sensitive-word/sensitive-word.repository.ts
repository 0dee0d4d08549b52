import { and, asc, inArray, lte, sql } from "drizzle-orm"
import type { WordRow } from "@/lib/rules/community/sensitive-word-lines"
import type { Ctx } from "@/server/context"
import type { Db } from "@/server/db/client"
import { sensitiveHitTable as h, sensitiveWordTable as t } from "./sensitive-word.table"

export type FoldedWord = WordRow & { folded: string }

export const countWords = (db: Db): Promise<number> => db.$count(t)

export const listWords = (db: Db) => db.select().from(t).orderBy(asc(t.id))

/** Locks the stored words that are matched like these. */
export const lockWordsLike = (db: Db, rows: readonly FoldedWord[]) =>
  db
    .select()
    .from(t)
    .where(
      inArray(
        t.folded,
        rows.map(({ folded }) => folded),
      ),
    )
    .for("update")

/** Adds words, and updates existing words with the same normalized form. */
export const writeWordRows = async ({ db, now }: Pick<Ctx, "db" | "now">, rows: readonly FoldedWord[]): Promise<void> => {
  if (!rows.length) return
  const values = rows.map(({ word, folded, category, action, homophone, enable }) => ({
    ...{ word, folded, category, action, homophone, enable },
    created_at: now(),
    updated_at: now(),
  }))
  await db
    .insert(t)
    .values(values)
    .onConflictDoUpdate({
      target: t.folded,
      set: {
        word: sql`excluded.word`,
        category: sql`excluded.category`,
        action: sql`excluded.action`,
        homophone: sql`excluded.homophone`,
        enable: sql`excluded.enable`,
        updated_at: now(),
      },
    })
}

/** How many words a row of a list names. */
const wordsOfRow = 5

/** Returns the words in these objects, by id: the strictest first, at most 5 of each. */
export const listHitsOfRows = async (db: Db, kinds: readonly number[], ids: readonly number[]) => {
  const byId = new Map<number, { word: string; category: number; action: number }[]>()
  if (!ids.length) return byId
  const ranked = db
    .select({
      object_id: h.object_id,
      word: h.word,
      category: h.category,
      action: h.action,
      nth: sql<number>`row_number() over (partition by ${h.object_id} order by ${h.action}, ${h.word})`.mapWith(Number).as("nth"),
    })
    .from(h)
    .where(and(inArray(h.object_id, [...ids]), inArray(h.kind, [...kinds])))
    .groupBy(h.object_id, h.word, h.category, h.action)
    .as("ranked")
  const rows = await db.select().from(ranked).where(lte(ranked.nth, wordsOfRow)).orderBy(asc(ranked.object_id), asc(ranked.nth))
  for (const { object_id, word, category, action } of rows)
    byId.set(object_id, [...(byId.get(object_id) ?? []), { word, category, action }])
  return byId
}
