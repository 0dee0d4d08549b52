import { setTimeout as pause } from "node:timers/promises"
import type { Ctx, Services } from "@/server/context"
import type { Db } from "@/server/db/client"
import type { Counters, EntryKind, SearchEntry } from "@/server/ports/search/search.port"
import {
  largestArticle,
  largestDocument,
  nextArticleCounters,
  nextDocumentCounters,
  publicArticleIds,
  publicDocumentIds,
} from "./entry.repository"
import { readAllEntries, readEntries } from "./entry.usecases"

type Sources = Pick<Services, "search" | "database">

/** How many rows are read at once, and how many characters of text are kept before they are written. */
const [rowsAtOnce, lettersAtOnce] = [50, 2_000_000]
const lettersOf = ({ pages }: SearchEntry) => pages.reduce((sum, page) => sum + page.length, 0)

/** Writes the public ones of these entries to the index, together unless their texts are long, and removes the others. */
export const indexNow = async ({ search, database }: Sources, kind: EntryKind, ids: number[]): Promise<void> => {
  const written = new Set<number>()
  let [entries, letters]: [SearchEntry[], number] = [[], 0]
  for (let at = 0; at < ids.length; at += rowsAtOnce) {
    const rows = await readEntries(database.db, kind, ids.slice(at, at + rowsAtOnce))
    for (const entry of rows) written.add(entry.id)
    entries.push(...rows)
    letters += rows.reduce((sum, entry) => sum + lettersOf(entry), 0)
    if (letters < lettersAtOnce) continue
    await search.put(entries)
    ;[entries, letters] = [[], 0]
  }
  if (entries.length > 0) await search.put(entries)
  const gone = [...new Set(ids)].filter((id) => !written.has(id))
  if (gone.length > 0) await search.remove(gone.map((id) => ({ kind, id })))
}

/** Lock of the process that rebuilds the index: a second rebuild would delete what the first has built so far. */
const rebuildLock = 7_304_119
/** How often a process that waits for the lock tries to get it (ms). */
const lockMs = 1_000

/** Runs `work` once no other process of the site rebuilds the index. */
export const whileAlone = async ({ database }: Sources, stopped: () => boolean, work: () => Promise<void>): Promise<void> => {
  const client = await database.sessions.connect()
  const isOurs = async () => (await client.query<{ ours: boolean }>("select pg_try_advisory_lock($1) as ours", [rebuildLock])).rows[0]!.ours
  let broken: Error | undefined
  client.on("error", (error) => (broken = error))
  try {
    while (!(await isOurs())) {
      if (stopped()) throw new Error("stopping")
      await pause(lockMs)
    }
    await work()
    await client.query("select pg_advisory_unlock($1)", [rebuildLock])
  } catch (error) {
    broken ??= error as Error
    throw error
  } finally {
    // the lock ends with its connection
    client.release(broken)
  }
}

export const rebuildIndex = ({ search, database }: Sources, stopped: () => boolean): Promise<void> =>
  search.rebuild(readAllEntries(database.db, stopped))

const batch = 5_000
async function* countersOf(db: Db): AsyncGenerator<Counters[]> {
  for (let after = 0; ;) {
    const rows = await nextDocumentCounters(db, after, batch)
    if (!rows.length) break
    after = rows.at(-1)!.id
    yield rows.map(({ recommend_at, ...row }) => ({ ...row, kind: 0, recommended: recommend_at !== null }))
  }
  for (let after = 0; ;) {
    const rows = await nextArticleCounters(db, after, batch)
    if (!rows.length) return
    after = rows.at(-1)!.id
    yield rows.map(({ recommend_at, ...row }) => ({ ...row, kind: 1, rating: 0, downloads: 0, recommended: recommend_at !== null }))
  }
}

/** Orders the index by the current counters. */
export const settleIndex = ({ search, database }: Sources): Promise<void> => search.settle(countersOf(database.db))

/** How many ids are compared at once, and how many entries are written at once. */
const [span, portion] = [10_000, 300]

/** Finds entries that the index lacks or should not contain. Runs after bulk changes and every night. */
export const reconcileIndex = async ({ app }: Pick<Ctx, "app">, stopped: () => boolean): Promise<void> => {
  const { db } = app.database
  const kinds = [
    { kind: 0 as EntryKind, largest: await largestDocument(db), publicIds: publicDocumentIds },
    { kind: 1 as EntryKind, largest: await largestArticle(db), publicIds: publicArticleIds },
  ]
  for (const { kind, largest, publicIds } of kinds)
    for (let from = 1; from <= largest && !stopped(); from += span) {
      const to = from + span - 1
      const [expectedIds, indexedIds] = await Promise.all([publicIds(db, from, to), app.search.known(kind, from, to)])
      const [there, right] = [new Set(indexedIds), new Set(expectedIds)]
      const wrong = [...expectedIds.filter((id) => !there.has(id)), ...indexedIds.filter((id) => !right.has(id))]
      for (let at = 0; at < wrong.length && !stopped(); at += portion) await indexNow(app, kind, wrong.slice(at, at + portion))
    }
}
