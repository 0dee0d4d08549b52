import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { documentCategoryTable, documentTable as t } from "../document/document.table"
import { publicDocuments } from "../document/visibility.policy"
import type { FacetGroup } from "./facets.rules"

export type FacetScope = { category_id?: number[]; is_recommend?: boolean[] }

/** Selects the ids of public documents of the categories, without regard to the filters. */
const idsIn = (db: Db, { category_id = [], is_recommend }: FacetScope) => {
  const recommended = is_recommend?.length === 1 ? (is_recommend[0] ? isNotNull(t.recommend_at) : isNull(t.recommend_at)) : undefined
  const ids = db.selectDistinct({ id: t.id }).from(t).$dynamic()
  if (category_id.length > 0)
    void ids.innerJoin(
      documentCategoryTable,
      and(eq(documentCategoryTable.document_id, t.id), inArray(documentCategoryTable.category_id, category_id)),
    )
  return ids.where(and(publicDocuments(), recommended))
}

/**
 * Counts the documents of these categories by everything that filters distinguish, at most `max` documents. `pages` and `ages` are the
 * bounds of the bands, ascending; a document's band is the number of bounds that it has reached.
 */
export const countFacetGroups = (
  db: Db,
  scope: FacetScope,
  { pages, ages, max }: { pages: number[]; ages: Date[]; max: number },
): Promise<FacetGroup[]> => {
  const inside = idsIn(db, scope).limit(max).as("inside")
  const lengths = sql.join(
    pages.map((page) => sql`${page}::int`),
    sql`, `,
  )
  const bounds = sql.join(
    ages.map((age) => sql`${age.toISOString()}::timestamptz`),
    sql`, `,
  )
  const group = {
    ext: t.ext,
    language: t.language,
    is_vip: t.is_vip,
    charged: sql<boolean>`${t.price} > 0`.as("charged"),
    band: sql<number>`width_bucket(${t.pages}, array[${lengths}])`.as("band"),
    age: sql<number>`width_bucket(${t.created_at}, array[${bounds}])`.as("age"),
  }
  return db
    .select({ ...group, count: sql<number>`count(*)::int` })
    .from(inside)
    .innerJoin(t, eq(t.id, inside.id))
    .groupBy(t.ext, t.language, t.is_vip, sql`charged`, sql`band`, sql`age`)
}
