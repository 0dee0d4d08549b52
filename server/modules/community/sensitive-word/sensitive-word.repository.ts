import { asc, inArray, sql } from "drizzle-orm"
import type { WordRow } from "@/lib/rules/community/sensitive-word-lines"
import type { Ctx } from "@/server/context"
import type { Db } from "@/server/db/client"
import { sensitiveWordTable as t } from "./sensitive-word.table"

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
