import { asc, eq, getTableColumns, sql, type SQL } from "drizzle-orm"
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core"
import type { Db } from "../../db/client"
import { articleTable } from "../article/article.table"
import { commentTable } from "../comment/comment.table"
import { documentTable, downloadTable } from "../document/document.table"
import { dynamicTable } from "../dynamic/dynamic.table"
import { favoriteFolderTable, favoriteTable } from "../favorite/favorite.table"
import { ledgerAccountTable, ledgerEntryTable, ledgerTransactionTable } from "../ledger/ledger.table"
import { userOauthTable } from "../oauth/oauth.table"
import { orderTable, userVipTable } from "../order/order.table"
import { reportTable } from "../report/report.table"
import { signTable } from "../sign/sign.table"
import { sessionTable } from "../session/session.table"

type Owned = PgTable & { user_id: AnyPgColumn; id: AnyPgColumn }

/** How many rows of a kind leave at most, and how many characters of articles. */
export const maxRows = 10_000
const maxCharacters = 20_000_000

const without = (table: PgTable, ...names: string[]) =>
  Object.fromEntries(Object.entries(getTableColumns(table)).filter(([name]) => !names.includes(name)))

/** What belongs to a person, by the name of the list; columns that are the machine's own stay. */
const owned: Record<string, { table: Owned; inner?: string[] }> = {
  session: { table: sessionTable, inner: ["id"] },
  oauth: { table: userOauthTable },
  document: { table: documentTable, inner: ["sha256", "attachment_id", "convert_deaths", "lease_until", "deleted_user_id"] },
  favorite: { table: favoriteTable },
  favorite_folder: { table: favoriteFolderTable },
  comment: { table: commentTable },
  download: { table: downloadTable },
  sign: { table: signTable },
  dynamic: { table: dynamicTable },
  report: { table: reportTable },
  order: { table: orderTable },
  user_vip: { table: userVipTable },
}

const credits = (db: Db, userId: number) =>
  db
    .select({
      id: ledgerEntryTable.id,
      kind: ledgerTransactionTable.kind,
      remark: ledgerTransactionTable.remark,
      amount: ledgerEntryTable.amount,
      balance: ledgerEntryTable.balance,
      created_at: ledgerEntryTable.created_at,
    })
    .from(ledgerEntryTable)
    .innerJoin(ledgerTransactionTable, eq(ledgerTransactionTable.id, ledgerEntryTable.transaction_id))
    .innerJoin(ledgerAccountTable, eq(ledgerAccountTable.id, ledgerEntryTable.account_id))
    .where(eq(ledgerAccountTable.user_id, userId))
    .orderBy(asc(ledgerEntryTable.id))
    .limit(maxRows + 1)

/** Articles as long as their texts together stay within bounds. */
const articles = (db: Db, userId: number) => {
  const soFar: SQL<number> = sql`sum(length(${articleTable.content})) over (order by ${articleTable.id})`
  const numbered = db
    .select({ id: articleTable.id, soFar: soFar.as("so_far") })
    .from(articleTable)
    .where(eq(articleTable.user_id, userId))
    .as("numbered")
  return db
    .select({
      ...getTableColumns(articleTable),
      content: sql<string>`case when ${numbered.soFar} <= ${maxCharacters} then ${articleTable.content} end`,
    })
    .from(articleTable)
    .innerJoin(numbered, eq(numbered.id, articleTable.id))
    .orderBy(asc(articleTable.id))
    .limit(maxRows + 1)
}

/** Every list of a person; one that is longer than `maxRows` is cut and named in `truncated`. */
export const listOwned = async (db: Db, userId: number): Promise<{ lists: Record<string, object[]>; truncated: string[] }> => {
  const lists: Record<string, object[]> = {}
  for (const [name, { table, inner = [] }] of Object.entries(owned)) {
    lists[name] = await db
      .select(without(table, ...inner) as Record<string, AnyPgColumn>)
      .from(table)
      .where(eq(table.user_id, userId))
      .orderBy(asc(name === "session" ? sessionTable.created_at : table.id))
      .limit(maxRows + 1)
  }
  const written = await articles(db, userId)
  lists.article = written.filter((row) => row.content !== null)
  lists.credit = await credits(db, userId)
  const truncated = Object.keys(lists).filter(
    (name) => lists[name]!.length > maxRows || (name === "article" && lists[name]!.length < written.length),
  )
  return { lists: Object.fromEntries(Object.entries(lists).map(([name, rows]) => [name, rows.slice(0, maxRows)])), truncated }
}
