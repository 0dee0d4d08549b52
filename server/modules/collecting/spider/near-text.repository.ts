import { and, eq, gt, isNull, sql } from "drizzle-orm"
import { SpiderDocumentStatus } from "@/lib/contract/collecting/spider.enums"
import type { Db } from "@/server/db/client"
import { documentTable as d } from "../../library/document/document.table"
import { conversionTable as c, textBandTable } from "../../library/files/drawing.table"
import { spiderDocumentTable as t } from "./spider-document.table"

/** Four of sixteen bands: a similarity of about seventy percent (`document/near-text.rules.ts`). */
const minBands = 4

/** Returns published rows whose text was extracted since then and is nearly that of another document: ids with that document's title. */
export const listNearPublished = async (db: Db, since: Date): Promise<{ id: number; title: string }[]> => {
  const near = sql<string | null>`(
    select ${d.title} from ${textBandTable} own
    join ${textBandTable} other on other.band = own.band and other.hash = own.hash and other.sha256 <> own.sha256
    join ${d} on ${d.sha256} = other.sha256 and ${d.deleted_at} is null
    where own.sha256 = ${t.sha256}
    group by ${d.id}, ${d.title} having count(*) >= ${minBands} order by count(*) desc, ${d.id} limit 1)`
  const rows = await db
    .selectDistinct({ id: t.id, title: near })
    .from(t)
    .innerJoin(c, eq(c.sha256, t.sha256))
    .innerJoin(sql`${d} as published`, sql`published.id = ${t.document_id} and published.deleted_at is null`)
    .where(and(eq(t.status, SpiderDocumentStatus.published), eq(t.error, ""), gt(c.created_at, since), isNull(t.lease_until)))
  return rows.flatMap(({ id, title }) => (title === null ? [] : [{ id, title }]))
}
