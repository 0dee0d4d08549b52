import { and, eq, gt, inArray, isNull, lte, sql, type SQL } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { prepared } from "@/server/db/prepared"
import { categoryTable } from "../category/category.table"
import { attachmentTable } from "../files/attachment.table"
import { conversionTable, pageTable } from "../files/drawing.table"
import { publicColumns } from "../../people/user/user.usecases"
import { userTable } from "../../people/user/user.table"
import type { DocumentRow } from "./document.repository"
import { documentCategoryTable, documentTextTable, documentTable as t } from "./document.table"
import { allowedGroups } from "./visibility.policy"

/* Reads the data that a document displays from other tables, in one statement. */

type Author = { [K in Exclude<keyof typeof publicColumns, "group_name">]: (typeof userTable.$inferSelect)[K] } & { group_name: string }
type CategoryLink = { id: number; title: string; parent_id: number }
export type Relations = { hash: string; user: Author | null; category: CategoryLink[]; groups: number[] }

const categories = sql<CategoryLink[]>`coalesce((
  select json_agg(json_build_object('id', ${categoryTable.id}, 'title', ${categoryTable.title}, 'parent_id', ${categoryTable.parent_id})
    order by ${categoryTable.parent_id}, ${categoryTable.id})
  from ${documentCategoryTable} join ${categoryTable} on ${categoryTable.id} = ${documentCategoryTable.category_id}
  where ${documentCategoryTable.document_id} = ${t.id}), '[]')`

const columns = {
  id: t.id,
  hash: sql<string>`coalesce(${attachmentTable.hash}, '')`,
  user: publicColumns,
  category: categories,
  groups: allowedGroups,
}

const relations = prepared((db) =>
  db
    .select(columns)
    .from(t)
    .leftJoin(attachmentTable, eq(attachmentTable.id, t.attachment_id))
    .leftJoin(userTable, eq(userTable.id, t.user_id))
    .where(sql`${t.id} = any(${sql.placeholder("ids")})`)
    .prepare("document_relations"),
)

/** Reads author, categories and MD5 of these documents, by id. */
export const readRelations = async (db: Db, ids: number[]): Promise<Map<number, Relations>> =>
  ids.length
    ? new Map((await relations(db).execute({ ids })).map((row) => [row.id, { ...row, user: row.user as Author | null }]))
    : new Map()

/** Selects pages 1 to `upTo` of the version that the document uses. */
const pagesTo = (upTo: SQL) => and(eq(pageTable.sha256, t.sha256), eq(pageTable.version, t.version), lte(pageTable.page, upTo))
const number = (name: string) => sql`${sql.placeholder(name)}::int`
/** Maximum number of pages whose text is read. */
const maxTextPages = 400

const details = prepared((db) =>
  db
    .select({
      ...columns,
      sizes: sql<[number, number][]>`coalesce((
        select json_agg(json_build_array(${pageTable.width}, ${pageTable.height}) order by ${pageTable.page})
        from ${pageTable} where ${and(pagesTo(number("drawn")), gt(pageTable.width, 0))}), '[]')`,
      content: sql<string>`coalesce(
        (select left(${documentTextTable.content}, ${number("max")}) from ${documentTextTable} where ${documentTextTable.document_id} = ${t.id}),
        (select left(string_agg(nullif(left(${pageTable.text}, ${number("max")}), ''), E'\n' order by ${pageTable.page}), ${number("max")})
          from ${pageTable} where ${and(pagesTo(number("text")), lte(pageTable.page, maxTextPages))}),
        '')`,
      has_outline: sql<boolean>`coalesce((
        select jsonb_path_exists(${conversionTable.outline}, '$[*] ? (@.page <= $last)', jsonb_build_object('last', ${number("readable")}))
        from ${conversionTable} where ${and(eq(conversionTable.sha256, t.sha256), eq(conversionTable.version, t.version))}), false)`,
      has_links: sql<boolean>`exists (
        select 1 from ${pageTable} where ${and(pagesTo(number("drawn")), sql`${pageTable.links} <> '[]'`)})`,
    })
    .from(t)
    .leftJoin(attachmentTable, eq(attachmentTable.id, t.attachment_id))
    .leftJoin(userTable, eq(userTable.id, t.user_id))
    .where(sql`${t.id} = ${sql.placeholder("id")}`)
    .prepare("document_details"),
)

/** The last page to include for each kind of data: sizes of converted pages, the table of contents, the text; `max` characters of text. */
type Bounds = { drawn: number; readable: number; text: number; max: number }
type Details = Relations & { sizes: [number, number][]; content: string; has_outline: boolean; has_links: boolean }

/** Reads the same for one document, with the file data that its page displays. */
export const readDetails = async (db: Db, row: Pick<DocumentRow, "id">, bounds: Bounds): Promise<Details> => {
  const [result] = await details(db).execute({ id: row.id, ...bounds })
  return result
    ? { ...result, user: result.user as Author | null }
    : { hash: "", user: null, category: [], groups: [], sizes: [], content: "", has_outline: false, has_links: false }
}

/** Number of pages from which the beginning of a text is read. */
const beginning = 3

/** Lists title and first characters of the text of these documents, without deleted ones. */
export const listBeginnings = (db: Db, ids: number[], max: number) =>
  db
    .select({
      id: t.id,
      title: t.title,
      text: sql<string>`coalesce(
        (select left(${documentTextTable.content}, ${max}) from ${documentTextTable} where ${documentTextTable.document_id} = ${t.id}),
        (select left(string_agg(left(${pageTable.text}, ${max}), E'\\n' order by ${pageTable.page}), ${max}) from ${pageTable} where ${pagesTo(sql`${beginning}`)}),
        '')`,
    })
    .from(t)
    .where(and(inArray(t.id, ids), isNull(t.deleted_at)))
    .orderBy(t.id)
