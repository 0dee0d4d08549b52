import { createHash } from "node:crypto"
import { AppError } from "../../../server/errors"
import type { App } from "../../../server/app"
import type { seeded } from "../../process/support/random"
import type { callsOf, TestUser } from "../fake-app"
import { contentThere, hashOf, type QueryThere, type SourceRows } from "../source-rows"

/** Names of documents, comments and users that are compared, as a condition of either database. */
export const compared = (column: string) => `(${column} like '%边%' or ${column} like '第%份资料' or ${column} like '写得清楚 %')`
export const comparedUsers = (column: string) => `(${column} like '那边%' or ${column} like 'here%' or ${column} like '读者%')`

export type Here = Pick<ReturnType<typeof callsOf>, "call" | "login" | "person" | "file"> & {
  rows: <T extends object>(statement: string, values?: unknown[]) => Promise<T[]>
  database: App["database"]
  passwords: App["passwords"]
}
/** `query`: asks the source. `filesThere`: the contents of files of the source that were there before, by MD5. */
export type Sides = {
  query: QueryThere
  there: SourceRows
  filesThere?: ReadonlyMap<string, string>
  random: ReturnType<typeof seeded>
  /** Passwords of users of the source that were there before. */
  passwordsThere?: readonly string[]
  /** Called when an answer of the site is lost; throws where nothing is killed. */
  onDoubt?: (error: unknown) => void
}

/** A piece of work here whose answer was lost: `isDone` looks whether it happened. */
type Doubt = { isDone: () => Promise<boolean>; note: () => void }
export type NamedRow = { id: number; name: string }
export type Side = "here" | "there"
/** A piece of work, by what it creates, changes or deletes. */
export type RandomWork = [title: string, work: () => Promise<unknown>]

export const md5Of = (text: string) => createHash("md5").update(text).digest("hex")
export const sha256Of = (text: string) => createHash("sha256").update(text).digest("hex")
export const passwordHere = "correct horse 7"
export const contentHere = (title: string) => `文件内容 ${title}`

/** Everything that the random work and the comparison share: what was done here, and how rows on either side are read and changed. */
export const sharedState = ({ query, there, random, filesThere = new Map(), passwordsThere = [], onDoubt = () => undefined }: Sides) => {
  const { below, pick } = random
  let site: Here | null = null
  const here = (): Here => {
    if (!site) throw new Error("the site is closed")
    return site
  }
  const listThere = async <T>(statement: string, values: unknown[] = []): Promise<T[]> => ((await query(statement, values)) as [T[]])[0]
  const oneOf = async <T>(list: Promise<T[]>): Promise<T | null> => {
    const rows = await list
    return rows.length ? pick(rows) : null
  }
  let count = 0
  const number = () => (count += 1)

  /* The local changes. */
  const usersHere = new Map<string, string>()
  const documentsHere = new Map<string, { owner: string }>()
  const articlesHere = new Map<string, { owner: string }>()
  const commentsHere = new Map<string, { owner: string; title: string; parent: string }>()
  const favouritesHere = new Set<string>()
  /** Descriptions of the categories that were made here: what tells categories apart while their titles change. */
  const categoriesHere = new Set<string>()
  /** The titles that categories of either side were given here, by their description. */
  const categoryTitles = new Map<string, string>()
  /** Categories of either side that were deleted here. */
  const categoriesRemovedHere = new Set<string>()
  /** Categories whose deletion was tried here: a new document there is put into another one. */
  const closedCategories = new Set<string>()
  /** Categories that were deleted there: they stay if they were renamed here. */
  const categoriesRemovedThere = new Set<string>()
  const removedComments = new Set<string>()
  const signatures = new Map<string, string>()
  const passwords = new Map<string, string>()
  const keywords = new Map<string, string>()
  const views = new Map<string, number>()
  /** Documents of either side that were rejected here. */
  const rejectedHere = new Set<string>()
  /** Texts that articles of either side were given here. */
  const articleTexts = new Map<string, string>()
  /** The contents of files that replaced others there, by MD5. */
  const replacedFiles = new Map<string, string>()
  /** Users who were deleted there: they stay if something here is theirs. */
  const usersDeletedThere = new Set<string>()
  /** Documents that were deleted there: they stay if they were edited here. */
  const deletedThere = new Map<string, { owner: string; contents: string[] }>()
  /** Articles that were deleted there: they stay if their text was edited here. */
  const articlesDeletedThere = new Map<string, { owner: string }>()
  /** Every password that somebody has had there, by its hash. */
  const plainTexts = new Map(passwordsThere.map((password) => [hashOf(password), password]))
  const sessions = new Map<string, TestUser>()
  const doubts: Doubt[] = []
  const tally = { here: 0, there: 0, refused: 0, doubtful: 0 }

  /* Rows here and there. */
  const usersThere = () => listThere<NamedRow>(`select id, username as name from mnt_user where ${comparedUsers("username")} order by id`)
  const documentsThere = () => listThere<NamedRow>(`select id, title as name from mnt_document where ${compared("title")} order by id`)
  const categoriesThere = () =>
    listThere<NamedRow & { title: string }>(
      "select id, description as name, title from mnt_category where description like '那边分类%' order by id",
    )
  const allHere = (table: "document" | "comment" | "user" | "category") => {
    const name = { document: "title", comment: "content", user: "username", category: "description" }[table]
    const condition = table === "user" ? comparedUsers(name) : compared(name)
    return here().rows<NamedRow>(`select id::int, ${name} as name from "${table}" where ${condition} order by id`)
  }
  const hasHere = async (table: string, condition: string, values: unknown[]) =>
    (await here().rows(`select 1 from "${table}" where ${condition} limit 1`, values)).length > 0

  /** Does something here. If its answer was lost, `settle` finds out later whether it happened. */
  const doHere = async (attempt: () => Promise<boolean>, note: () => void, isDone: () => Promise<boolean>) => {
    try {
      if (await attempt()) note()
      else tally.refused += 1
    } catch (error) {
      if (error instanceof AppError) return void (tally.refused += 1)
      onDoubt(error)
      tally.doubtful += 1
      doubts.push({ isDone, note })
    }
  }
  /** An answer of the API; a fault of the server tells nothing about what was stored. */
  const answered = <T extends { ok: boolean; status: number }>(reply: T): boolean => {
    if (reply.status >= 500) throw new Error(String(reply.status))
    return reply.ok
  }
  /** The password that a user must have when everything has arrived. */
  const passwordOf = async (name: string): Promise<string> => {
    const ours = passwords.get(name) ?? usersHere.get(name)
    if (ours !== undefined) return ours
    const [row] = await listThere<{ password: string }>("select password from mnt_user where username = ?", [name])
    return plainTexts.get(row?.password ?? "") ?? ""
  }
  const hasPassword = async (name: string, password: string): Promise<boolean> => {
    const [row] = await here().rows<{ password: string }>('select password from "user" where username = $1', [name])
    return row !== undefined && here().passwords.verify(row.password, password)
  }
  const sessionOf = async (name: string): Promise<TestUser | null> => {
    const session = sessions.get(name)
    if (session) return session
    const password = await passwordOf(name)
    // a password that was changed there and has not arrived is no reason to lock the account
    if (!(await hasPassword(name, password))) return null
    const opened = await here().login(name, password)
    sessions.set(name, opened)
    return opened
  }
  /** Somebody who can work here: a user of either side. */
  const anybodyHere = async (): Promise<TestUser | null> => {
    const user = await oneOf(allHere("user"))
    return user && sessionOf(user.name)
  }

  const recountThere = async () => {
    await query(`update mnt_user u set
      doc_count = (select count(*) from mnt_document d where d.user_id = u.id and d.deleted_at is null),
      article_count = (select count(*) from mnt_article a where a.user_id = u.id and a.deleted_at is null),
      comment_count = (select count(*) from mnt_comment c where c.user_id = u.id and c.status = 1),
      favorite_count = (select count(*) from mnt_favorite f where f.user_id = u.id) where ${comparedUsers("username")}`)
    await query(`update mnt_document d set
      comment_count = (select count(*) from mnt_comment c where c.document_id = d.id and c.type = 0 and c.status = 1),
      favorite_count = (select count(*) from mnt_favorite f where f.document_id = d.id and f.type = 0) where ${compared("title")}`)
    await query(`update mnt_comment c left join (select parent_id, count(*) as n from mnt_comment where status = 1 group by parent_id) a on a.parent_id = c.id
      set c.comment_count = coalesce(a.n, 0) where ${compared("content")}`)
  }
  /** Does something there, all or nothing, with the counters that its own program keeps. */
  const doThere = async (attempt: () => Promise<unknown>) => {
    await query("start transaction")
    await attempt()
    await recountThere()
    await query("commit")
  }
  /** A row there whose number is not the last: the next row would get it again. */
  const deletable = (table: string, more = "true") =>
    oneOf(listThere<{ id: number }>(`select id from mnt_${table} t where id < (select max(id) from mnt_${table}) and ${more} order by id`))

  const contentOf = (hash: string, title: string) => filesThere.get(hash) ?? replacedFiles.get(hash) ?? contentThere(title)
  type DocumentThere = {
    id: number
    title: string
    owner: string
    hash: string
    keywords: string
    views: number
    status: number
    categories: string
  }
  const docsThere = () =>
    listThere<DocumentThere>(
      `select d.id, d.title, u.username as owner, a.hash, coalesce(d.keywords, '') as keywords, d.view_count as views, d.status,
         (select coalesce(group_concat(coalesce(nullif(c.description, ''), c.title) order by c.id), '') from mnt_document_category l join mnt_category c on c.id = l.category_id
            where l.document_id = d.id) as categories
       from mnt_document d join mnt_user u on u.id = d.user_id join mnt_attachment a on a.id =
         (select max(id) from mnt_attachment f where f.type = 2 and f.type_id = d.id) where ${compared("d.title")}`,
    )

  return {
    open: (opened: Here | null) => {
      site = opened
    },
    below,
    pick,
    there,
    query,
    here,
    listThere,
    oneOf,
    number,
    usersHere,
    documentsHere,
    articlesHere,
    commentsHere,
    favouritesHere,
    categoriesHere,
    categoryTitles,
    categoriesRemovedHere,
    closedCategories,
    categoriesRemovedThere,
    categoriesThere,
    removedComments,
    signatures,
    passwords,
    keywords,
    views,
    rejectedHere,
    articleTexts,
    replacedFiles,
    usersDeletedThere,
    deletedThere,
    articlesDeletedThere,
    plainTexts,
    sessions,
    doubts,
    tally,
    usersThere,
    documentsThere,
    allHere,
    hasHere,
    doHere,
    answered,
    passwordOf,
    hasPassword,
    sessionOf,
    anybodyHere,
    doThere,
    deletable,
    contentOf,
    docsThere,
  }
}
export type SharedState = ReturnType<typeof sharedState>
