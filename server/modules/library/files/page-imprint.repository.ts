import { and, eq, sql, type SQL } from "drizzle-orm"
import type { DbCtx } from "@/server/context"
import { attachmentTable } from "./attachment.table"
import { pageImprintTable as t } from "./drawing.table"

/* Perceptual hashes of scanned pages. */

type PageOfBlob = { sha256: string; page: number }
type Parts = readonly [number, number, number, number]

/** Stores the hash of a page, with its four parts. */
export const setImprint = async ({ db }: DbCtx, { sha256, page }: PageOfBlob, hash: bigint, parts: Parts): Promise<void> => {
  const [part1, part2, part3, part4] = parts
  const values = { hash, part1, part2, part3, part4 }
  await db
    .insert(t)
    .values({ sha256, page, ...values })
    .onConflictDoUpdate({ target: [t.sha256, t.page], set: values })
}

/** Removes the hash of a page that is no scan. */
export const dropImprint = async ({ db }: DbCtx, { sha256, page }: PageOfBlob): Promise<void> =>
  void (await db.delete(t).where(and(eq(t.sha256, sha256), eq(t.page, page))))

/**
 * SQL over the pages `own` and `other` with the same number: the mean similarity of two contents. Pages of different scans differ in half of their
 * bits and count as 0, and so does a page that only one of them has.
 */
const likeness = (ownPages: SQL): SQL => sql`
  (sum(greatest(0, 1 - bit_count((own.hash # other.hash)::bit(64)) / 32.0))
    / greatest((${ownPages}), (select count(*) from ${t} pages where pages.sha256 = other.sha256)))::float8`

/** The most contents that are compared for sharing one of the four parts: some parts are shared by very many. */
const maxShared = 500

/** Lists other contents whose scanned pages are at least this similar (0 to 1), the most similar first. */
export const listSimilarPictures = async (
  { db }: DbCtx,
  sha256: string,
  least: number,
  max: number,
): Promise<{ sha256: string; likeness: number }[]> => {
  const sharing = (part: string) => sql`
    (select other.sha256 from own
      join ${t} other on other.page = own.page and other.${sql.identifier(part)} = own.${sql.identifier(part)}
      where other.sha256 <> ${sha256} limit ${maxShared})`
  const candidates = sql.join(
    [t.part1, t.part2, t.part3, t.part4].map(({ name }) => sharing(name)),
    sql` union `,
  )
  const { rows } = await db.execute<{ sha256: string; likeness: number }>(sql`
    with own as materialized (select * from ${t} where sha256 = ${sha256}),
    candidate as materialized (${candidates}),
    near as (
      select other.sha256, ${likeness(sql`select count(*) from own`)} as likeness
      from candidate join ${t} other on other.sha256 = candidate.sha256 join own on own.page = other.page
      group by other.sha256
    )
    select sha256, likeness from near where likeness >= ${least} order by likeness desc, sha256 limit ${max}`)
  return rows
}

/**
 * Whether the scanned pages of a content are nearly those of a banned one: `several` and `single` are the least similarities (0 to 1) for several
 * pages and for one. Starts from the few banned contents.
 */
export const isPictureNearBanned = async (
  { db }: DbCtx,
  sha256: string,
  { several, single }: { several: number; single: number },
): Promise<boolean> => {
  const ownPages = sql`select count(*) from ${t} where ${t.sha256} = ${sha256}`
  const { rows } = await db.execute(sql`
    select other.sha256 from (select distinct sha256 from ${attachmentTable} where not enable and sha256 <> ${sha256}) banned
    join ${t} other on other.sha256 = banned.sha256
    join ${t} own on own.page = other.page and own.sha256 = ${sha256}
    group by other.sha256
    having ${likeness(ownPages)} >= case when count(*) > 1 then ${several}::float8 else ${single}::float8 end limit 1`)
  return rows.length > 0
}
