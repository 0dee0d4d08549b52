import { createHash } from "node:crypto"
import { AppError } from "../../server/errors"
import { checkLedger } from "../../server/modules/money/ledger/checking.usecases"
import type { App } from "../../server/app"
import type { seeded } from "../process/support/random"
import type { callsOf, TestUser } from "./fake-app"
import { contentThere, hashOf, type QueryThere, type SourceRows } from "./source-rows"

/*
 * Random work on a source site and on the site that it was imported into, and what both together must be after an import. What the source
 * must have is read from itself; what was done here is remembered. Only rows with these names are compared: recorded rows have faults that
 * other tests are about.
 */

/** Names of documents, comments and users that are compared, as a condition of either database. */
const compared = (column: string) => `(${column} like '%边%' or ${column} like '第%份资料' or ${column} like '写得清楚 %')`
const comparedUsers = (column: string) => `(${column} like '那边%' or ${column} like 'here%' or ${column} like '读者%')`

export type Here = Pick<ReturnType<typeof callsOf>, "call" | "login" | "person" | "file"> & {
  rows: <T extends object>(statement: string, values?: unknown[]) => Promise<T[]>
  database: App["database"]
  passwords: App["passwords"]
}
/** `query`: asks the source. `filesThere`: the contents of files of the source that were there before, by MD5. */
type Sides = {
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
type Named = { id: number; name: string }
export type Side = "here" | "there"
type Work = [side: Side, title: string, work: () => Promise<unknown>]

const sha256Of = (text: string) => createHash("sha256").update(text).digest("hex")
const passwordHere = "correct horse 7"
const contentHere = (title: string) => `文件内容 ${title}`

export const bothSides = ({ query, there, random, filesThere = new Map(), passwordsThere = [], onDoubt = () => undefined }: Sides) => {
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

  /* What was done here. */
  const usersHere = new Map<string, string>()
  const documentsHere = new Map<string, { owner: string }>()
  const articlesHere = new Map<string, { owner: string }>()
  const commentsHere = new Map<string, { owner: string; title: string; parent: string }>()
  const favouritesHere = new Set<string>()
  const removedComments = new Set<string>()
  const signatures = new Map<string, string>()
  const passwords = new Map<string, string>()
  const keywords = new Map<string, string>()
  const views = new Map<string, number>()
  /** Users who were deleted there: they stay if something here is theirs. */
  const usersDeletedThere = new Set<string>()
  /** Documents that were deleted there: they stay if they were edited here. */
  const deletedThere = new Map<string, { owner: string; content: string }>()
  /** Every password that somebody has had there, by its hash. */
  const plainTexts = new Map(passwordsThere.map((password) => [hashOf(password), password]))
  const sessions = new Map<string, TestUser>()
  const doubts: Doubt[] = []
  const tally = { here: 0, there: 0, refused: 0, doubtful: 0 }

  /* Rows here and there. */
  const usersThere = () => listThere<Named>(`select id, username as name from mnt_user where ${comparedUsers("username")} order by id`)
  const documentsThere = () => listThere<Named>(`select id, title as name from mnt_document where ${compared("title")} order by id`)
  const allHere = (table: "document" | "comment" | "user") => {
    const name = { document: "title", comment: "content", user: "username" }[table]
    const condition = table === "user" ? comparedUsers(name) : compared(name)
    return here().rows<Named>(`select id::int, ${name} as name from "${table}" where ${condition} order by id`)
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

  const works: Work[] = [
    [
      "there",
      "user",
      async () => {
        const name = `那边${number()}`
        plainTexts.set(hashOf(name), name)
        const id = await there.user(name)
        await query("insert into mnt_user_group (user_id, group_id, created_at) values (?, 2, '2026-11-23')", [id])
      },
    ],
    [
      "there",
      "document",
      async () => {
        const owner = await oneOf(usersThere())
        if (owner) await there.document(`那边文档${number()}`, owner.id)
      },
    ],
    [
      "there",
      "article",
      async () => {
        const owner = await oneOf(usersThere())
        if (owner) await there.article(`那边文章${number()}`, owner.id)
      },
    ],
    [
      "there",
      "comment",
      async () => {
        const [owner, subject] = [await oneOf(usersThere()), await oneOf(documentsThere())]
        if (!owner || !subject) return
        const parents = await listThere<{ id: number }>(
          "select id from mnt_comment where document_id = ? and type = 0 and status = 1 order by id",
          [subject.id],
        )
        await there.comment(`那边评论${number()}`, owner.id, subject.id, parents.length && below(2) ? pick(parents).id : 0)
      },
    ],
    [
      "there",
      "favourite",
      async () => {
        const [owner, subject] = [await oneOf(usersThere()), await oneOf(documentsThere())]
        if (!owner || !subject || favouritesHere.has(`${owner.name} ${subject.name}`)) return
        const same = await listThere("select id from mnt_favorite where user_id = ? and document_id = ? and type = 0", [
          owner.id,
          subject.id,
        ])
        if (!same.length) await there.favourite(owner.id, subject.id)
      },
    ],
    [
      "there",
      "change of a user",
      async () => {
        const user = await oneOf(usersThere())
        if (!user) return
        const mark = number()
        plainTexts.set(hashOf(`那边口令${mark}`), `那边口令${mark}`)
        await query("update mnt_user set signature = ?, credit_count = credit_count + ?, password = ? where id = ?", [
          `那边签名${mark}`,
          below(9),
          hashOf(`那边口令${mark}`),
          user.id,
        ])
      },
    ],
    [
      "there",
      "change of a document",
      async () => {
        const document = await oneOf(documentsThere())
        if (document)
          await query("update mnt_document set keywords = ?, view_count = view_count + ? where id = ?", [
            `那边关键词${number()}`,
            below(9),
            document.id,
          ])
      },
    ],
    [
      "there",
      "change of an article",
      async () => {
        const one = await oneOf(listThere<{ id: number }>("select id from mnt_article where title like '那边文章%' order by id"))
        if (one) await query("update mnt_article set content = ? where id = ?", [`<p>那边正文${number()}</p>`, one.id])
      },
    ],
    [
      "there",
      "deletion of a comment",
      async () => {
        const one = await deletable(
          "comment",
          `${compared("content")} and not exists (select 1 from mnt_comment c where c.parent_id = t.id)`,
        )
        if (one) await query("delete from mnt_comment where id = ?", [one.id])
      },
    ],
    [
      "there",
      "deletion of a favourite",
      async () => {
        const one = await deletable("favorite")
        if (one) await query("delete from mnt_favorite where id = ?", [one.id])
      },
    ],
    [
      "there",
      "deletion of an article",
      async () => {
        const one = await deletable("article", "title like '那边文章%'")
        if (one) await query("delete from mnt_article where id = ?", [one.id])
      },
    ],
    [
      "there",
      "deletion of a document",
      async () => {
        const one = await deletable(
          "document",
          `${compared("title")} and not exists (select 1 from mnt_attachment a where a.type_id = t.id and a.type = 2 and a.id = (select max(id) from mnt_attachment))`,
        )
        if (!one) return
        const [document] = (await docsThere()).filter(({ id }) => id === one.id)
        for (const statement of [
          "delete from mnt_document where id = ?",
          "delete from mnt_attachment where type_id = ? and type = 2",
          "delete from mnt_document_category where document_id = ?",
          "delete from mnt_comment where document_id = ? and type = 0",
          "delete from mnt_favorite where document_id = ? and type = 0",
          "delete from mnt_download where document_id = ?",
        ])
          await query(statement, [one.id])
        // whether it was committed shows later
        if (document) deletedThere.set(document.title, { owner: document.owner, content: contentOf(document.hash, document.title) })
      },
    ],
    [
      "there",
      "deletion of a user",
      async () => {
        const rowsOf = ["document", "article", "comment", "favorite"].map(
          (table) => `not exists (select 1 from mnt_${table} r where r.user_id = t.id)`,
        )
        const one = await deletable("user", [comparedUsers("username"), ...rowsOf].join(" and "))
        if (!one) return
        const [row] = await listThere<{ username: string }>("select username from mnt_user where id = ?", [one.id])
        await query("delete from mnt_user_group where user_id = ?", [one.id])
        await query("delete from mnt_user where id = ?", [one.id])
        usersDeletedThere.add(row!.username)
      },
    ],
    [
      "here",
      "user",
      async () => {
        const name = `here${number()}`
        await doHere(
          async () => {
            sessions.set(name, await here().person(name))
            return true
          },
          () => usersHere.set(name, passwordHere),
          () => hasHere("user", "username = $1", [name]),
        )
      },
    ],
    [
      "here",
      "document",
      async () => {
        const as = await anybodyHere()
        if (!as) return
        const title = `这边文档${number()}`
        await doHere(
          async () => {
            const attachment_id = await here().file(as, `${title}.txt`, contentHere(title))
            return answered(await here().call("POST /document", { document: [{ attachment_id, title }] }, as))
          },
          () => documentsHere.set(title, { owner: as.username }),
          () => hasHere("document", "title = $1", [title]),
        )
      },
    ],
    [
      "here",
      "article",
      async () => {
        const as = await anybodyHere()
        if (!as) return
        const title = `这边文章${number()}`
        await doHere(
          async () => answered(await here().call("POST /article", { title, content: `<p>${title}</p>` }, as)),
          () => articlesHere.set(title, { owner: as.username }),
          () => hasHere("article", "title = $1", [title]),
        )
      },
    ],
    [
      "here",
      "comment",
      async () => {
        const [as, subject] = [await anybodyHere(), await oneOf(allHere("document"))]
        if (!as || !subject) return
        const content = `这边评论${number()}`
        const parents = await here().rows<Named>(
          "select id::int, content as name from comment where document_id = $1 and type = 0 and status = 1 order by id",
          [subject.id],
        )
        const parent = parents.length && below(2) ? pick(parents) : null
        await doHere(
          async () =>
            answered(await here().call("POST /comment", { document_id: subject.id, type: 0, content, parent_id: parent?.id ?? 0 }, as)),
          () => commentsHere.set(content, { owner: as.username, title: subject.name, parent: parent?.name ?? "" }),
          () => hasHere("comment", "content = $1", [content]),
        )
      },
    ],
    [
      "here",
      "favourite",
      async () => {
        const [as, subject] = [await anybodyHere(), await oneOf(allHere("document"))]
        if (!as || !subject) return
        const pair = `${as.username} ${subject.name}`
        const values = [as.username, subject.name]
        const same = await listThere(
          "select f.id from mnt_favorite f join mnt_user u on u.id = f.user_id join mnt_document d on d.id = f.document_id where u.username = ? and d.title = ?",
          values,
        )
        if (
          same.length ||
          favouritesHere.has(pair) ||
          (await hasHere("favorite", "user_id = $1 and document_id = $2", [as.id, subject.id]))
        )
          return
        await doHere(
          async () => answered(await here().call("POST /favorite", { document_id: subject.id, type: 0 }, as)),
          () => favouritesHere.add(pair),
          () => hasHere("favorite", "user_id = $1 and document_id = $2 and type = 0", [as.id, subject.id]),
        )
      },
    ],
    [
      "here",
      "change of a user",
      async () => {
        const user = await oneOf(allHere("user"))
        if (!user) return
        const signature = `这边签名${number()}`
        await doHere(
          async () => (await here().rows('update "user" set signature = $1 where id = $2 returning id', [signature, user.id])).length > 0,
          () => signatures.set(user.name, signature),
          () => hasHere("user", "signature = $1", [signature]),
        )
      },
    ],
    [
      "here",
      "change of a password",
      async () => {
        const as = await anybodyHere()
        if (!as) return
        const name = as.username
        const old_password = await passwordOf(name)
        const new_password = `battery staple ${number()}`
        await doHere(
          async () => answered(await here().call("PUT /user/password", { old_password, new_password }, as)),
          () => passwords.set(name, new_password),
          () => hasPassword(name, new_password),
        )
        sessions.delete(name)
      },
    ],
    [
      "here",
      "change of a document",
      async () => {
        const document = await oneOf(allHere("document"))
        if (!document) return
        const [word, more] = [`这边关键词${number()}`, below(9)]
        await doHere(
          async () =>
            (
              await here().rows("update document set keywords = $1, view_count = view_count + $2 where id = $3 returning id", [
                word,
                more,
                document.id,
              ])
            ).length > 0,
          () => {
            keywords.set(document.name, word)
            views.set(document.name, (views.get(document.name) ?? 0) + more)
          },
          () => hasHere("document", "keywords = $1", [word]),
        )
      },
    ],
    [
      "here",
      "deletion of a comment",
      async () => {
        const comment = await oneOf(
          here().rows<Named & { owner: string }>(
            `select c.id::int, c.content as name, u.username as owner from comment c join "user" u on u.id = c.user_id
             where ${compared("c.content")} and not exists (select 1 from comment a where a.parent_id = c.id) order by c.id`,
          ),
        )
        const as = comment && (await sessionOf(comment.owner))
        if (!as) return
        await doHere(
          async () => answered(await here().call("DELETE /comment", { id: [comment.id] }, as)),
          () => removedComments.add(comment.name),
          async () => !(await hasHere("comment", "id = $1 and content = $2", [comment.id, comment.name])),
        )
      },
    ],
  ]

  const contentOf = (hash: string, title: string) => filesThere.get(hash) ?? contentThere(title)
  type DocumentThere = { id: number; title: string; owner: string; hash: string; keywords: string; views: number; categories: number }
  const docsThere = () =>
    listThere<DocumentThere>(
      `select d.id, d.title, u.username as owner, a.hash, coalesce(d.keywords, '') as keywords, d.view_count as views,
         (select count(*) from mnt_document_category l where l.document_id = d.id) as categories
       from mnt_document d join mnt_user u on u.id = d.user_id join mnt_attachment a on a.type = 2 and a.type_id = d.id where ${compared("d.title")}`,
    )

  /** Compares two lists of sentences and says what is missing and what is there without a reason. */
  const difference = (what: string, expected: string[], stored: string[]): string[] => {
    const left = new Map<string, number>()
    for (const one of expected) left.set(one, (left.get(one) ?? 0) + 1)
    for (const one of stored) left.set(one, (left.get(one) ?? 0) - 1)
    return [...left].flatMap(([text, n]) => (n === 0 ? [] : [`${what} ${n > 0 ? "missing" : "not expected"}: ${text}`]))
  }

  const compareDocuments = async () => {
    const inThere = await docsThere()
    const titles = new Set(inThere.map(({ title }) => title))
    const expected = [
      ...inThere.map(({ title, owner, hash, keywords: words, views: seen, categories }) =>
        [
          title,
          owner,
          sha256Of(contentOf(hash, title)),
          keywords.get(title) ?? words,
          Number(seen) + (views.get(title) ?? 0),
          `${categories} categories`,
        ].join(" | "),
      ),
      ...[...documentsHere].map(([title, { owner }]) =>
        [title, owner, sha256Of(contentHere(title)), keywords.get(title) ?? "", views.get(title) ?? 0, "0 categories"].join(" | "),
      ),
    ]
    const stored = await here().rows<{ title: string; line: string; owner: string; sha256: string; keywords: string; file: boolean }>(
      `select d.title, u.username as owner, d.sha256, d.keywords,
         concat_ws(' | ', d.title, coalesce(u.username, 'nobody'), case when a.sha256 = d.sha256 then d.sha256 else 'file ' || coalesce(a.sha256, 'missing') end,
           d.keywords, d.view_count, (select count(*) from document_category l where l.document_id = d.id) || ' categories') as line,
         a.id is not null and a.deleted_at is null and a.sha256 = d.sha256 and a.type_id = d.id as file
       from document d left join "user" u on u.id = d.user_id left join attachment a on a.id = d.attachment_id where ${compared("d.title")}`,
    )
    // documents that were deleted there stay if somebody has edited them here
    const surplus = stored.filter(({ title }) => deletedThere.has(title) && !titles.has(title))
    const staying = [...deletedThere].filter(([title]) => !titles.has(title) && keywords.has(title))
    return [
      ...difference(
        "document",
        expected,
        stored.filter((one) => !surplus.includes(one)).map(({ line }) => line),
      ),
      ...difference(
        "document that was deleted there and edited here",
        staying.map(([title, { owner, content }]) => [title, owner, sha256Of(content), keywords.get(title)].join(" | ")),
        surplus.map(({ title, owner, sha256, keywords: words }) => [title, owner, sha256, words].join(" | ")),
      ),
      ...stored.filter(({ file }) => !file).map(({ line }) => `document without its file: ${line}`),
    ]
  }

  const compareComments = async () => {
    const inThere = await listThere<{ content: string; owner: string; title: string; parent: string }>(
      `select c.content, u.username as owner, d.title, coalesce(p.content, '') as parent from mnt_comment c join mnt_user u on u.id = c.user_id
       join mnt_document d on d.id = c.document_id left join mnt_comment p on p.id = c.parent_id where c.type = 0 and ${compared("c.content")}`,
    )
    const present = new Set((await allHere("document")).map(({ name }) => name))
    const expected = [
      ...inThere.map(({ content, owner, title, parent }) => ({ content, owner, title, parent })),
      ...[...commentsHere].map(([content, one]) => ({ content, ...one })),
    ].filter(({ content }) => !removedComments.has(content))
    const contents = new Set(expected.map(({ content }) => content))
    const stored = await here().rows<{ line: string }>(
      `select concat_ws(' | ', c.content, coalesce(u.username, 'nobody'), coalesce(d.title, 'gone'), coalesce(p.content, '')) as line from comment c
       left join "user" u on u.id = c.user_id left join document d on d.id = c.document_id left join comment p on p.id = c.parent_id where ${compared("c.content")}`,
    )
    return difference(
      "comment",
      expected.map(({ content, owner, title, parent }) =>
        [content, owner, present.has(title) ? title : "gone", contents.has(parent) ? parent : ""].join(" | "),
      ),
      stored.map(({ line }) => line),
    )
  }

  const compareFavourites = async () => {
    const inThere = await listThere<{ pair: string }>(
      `select concat(u.username, ' ', d.title) as pair from mnt_favorite f join mnt_user u on u.id = f.user_id join mnt_document d on d.id = f.document_id
       where f.type = 0 and ${comparedUsers("u.username")} and ${compared("d.title")}`,
    )
    const present = new Set((await allHere("document")).map(({ name }) => name))
    const ours = [...favouritesHere].filter((pair) => present.has(pair.slice(pair.indexOf(" ") + 1)))
    const stored = await here().rows<{ pair: string }>(
      `select u.username || ' ' || d.title as pair from favorite f join "user" u on u.id = f.user_id join document d on d.id = f.document_id
       where f.type = 0 and ${comparedUsers("u.username")} and ${compared("d.title")}`,
    )
    return difference(
      "favourite",
      [...inThere.map(({ pair }) => pair), ...ours],
      stored.map(({ pair }) => pair),
    )
  }

  const compareArticles = async () => {
    const inThere = await listThere<{ title: string; owner: string; content: string }>(
      "select a.title, u.username as owner, a.content from mnt_article a join mnt_user u on u.id = a.user_id where a.title like '那边文章%'",
    )
    const stored = await here().rows<{ line: string }>(
      `select concat_ws(' | ', a.title, u.username, a.content) as line from article a left join "user" u on u.id = a.user_id where a.title like '%边文章%'`,
    )
    return difference(
      "article",
      [
        ...inThere.map(({ title, owner, content }) => [title, owner, content].join(" | ")),
        ...[...articlesHere].map(([title, { owner }]) => [title, owner, `<p>${title}</p>`].join(" | ")),
      ],
      stored.map(({ line }) => line),
    )
  }

  const compareUsers = async () => {
    const inThere = await listThere<{ name: string; signature: string; credits: number }>(
      `select username as name, coalesce(signature, '') as signature, credit_count as credits from mnt_user where ${comparedUsers("username")}`,
    )
    const stored = await here().rows<{ name: string; signature: string; credits: number }>(
      `select u.username as name, u.signature, (select coalesce(sum(e.amount), 0)::int from ledger_entry e join ledger_account a on a.id = e.account_id
         join ledger_transaction t on t.id = e.transaction_id where a.user_id = u.id and t.kind = 'import') as credits
       from "user" u where ${comparedUsers("u.username")}`,
    )
    const names = new Set(inThere.map(({ name }) => name))
    const owners = new Set([
      ...[...documentsHere.values(), ...articlesHere.values()].map(({ owner }) => owner),
      ...[...commentsHere].flatMap(([content, { owner }]) => (removedComments.has(content) ? [] : [owner])),
      ...[...favouritesHere].map((pair) => pair.slice(0, pair.indexOf(" "))),
      ...[...deletedThere].flatMap(([title, { owner }]) => (keywords.has(title) ? [owner] : [])),
      ...signatures.keys(),
      ...passwords.keys(),
    ])
    const isGoneThere = (name: string) => usersDeletedThere.has(name) && !names.has(name)
    const staying = stored.filter(({ name }) => isGoneThere(name))
    const wrong: string[] = []
    for (const { name } of stored) {
      if (staying.some((one) => one.name === name)) continue
      const password = await passwordOf(name)
      if (!(await hasPassword(name, password))) wrong.push(`password of ${name} is not “${password}”`)
    }
    return [
      ...difference(
        "user",
        [
          ...inThere.map(({ name, signature, credits }) => [name, signatures.get(name) ?? signature, Number(credits)].join(" | ")),
          ...[...usersHere.keys()].map((name) => [name, signatures.get(name) ?? "", 0].join(" | ")),
        ],
        stored.filter((one) => !staying.includes(one)).map(({ name, signature, credits }) => [name, signature, credits].join(" | ")),
      ),
      ...difference(
        "user who was deleted there and has something here",
        [...usersDeletedThere].filter((name) => isGoneThere(name) && owners.has(name)),
        staying.map(({ name }) => name),
      ),
      ...wrong,
    ]
  }

  const compareCounters = async () => {
    const rows = await here().rows<{ line: string }>(
      `select 'document ' || title || ': comment_count ' || comment_count || ' for ' || n || ', favorite_count ' || favorite_count || ' for ' || f as line from (
         select d.*, (select count(*) from comment c where c.type = 0 and c.document_id = d.id and c.status = 1) as n,
           (select count(*) from favorite f where f.type = 0 and f.document_id = d.id) as f from document d where ${compared("d.title")}) one
       where comment_count <> n or favorite_count <> f
       union all
       select 'user ' || username || ': ' || concat_ws(', ', 'doc_count ' || doc_count || ' for ' || d, 'article_count ' || article_count || ' for ' || a,
         'comment_count ' || comment_count || ' for ' || c, 'favorite_count ' || favorite_count || ' for ' || f) from (
         select u.*, (select count(*) from document d where d.user_id = u.id and d.deleted_at is null) as d,
           (select count(*) from article a where a.user_id = u.id and a.deleted_at is null) as a,
           (select count(*) from comment c where c.user_id = u.id and c.status = 1) as c,
           (select count(*) from favorite f where f.user_id = u.id) as f from "user" u where ${comparedUsers("u.username")}) one
       where doc_count <> d or article_count <> a or comment_count <> c or favorite_count <> f
       union all
       select 'comment ' || content || ': comment_count ' || comment_count || ' for ' || n from (
         select c.*, (select count(*) from comment a where a.parent_id = c.id and a.status = 1) as n from comment c where ${compared("c.content")}) one
       where comment_count <> n`,
    )
    return rows.map(({ line }) => `counter of ${line}`)
  }

  /** Finds out which doubtful pieces of work happened. */
  const settle = async () => {
    for (const { isDone, note } of doubts.splice(0)) if (await isDone()) note()
  }

  return {
    tally,
    /** Opens the site to the work here, or closes it. */
    open: async (opened: Here | null) => {
      site = opened
      if (opened) await settle()
    },
    recountThere: () => doThere(async () => undefined),
    /** Does a random piece of work on a random side that is open. */
    work: async (sides: readonly Side[] = ["here", "there"]): Promise<void> => {
      const [side, , work] = pick(works.filter(([one]) => sides.includes(one)))
      await (side === "there" ? doThere(work) : work())
      tally[side] += 1
    },
    /** Compares every row after an import that has ended and found nothing changed since. */
    differences: async (): Promise<string[]> => [
      ...(await compareUsers()),
      ...(await compareDocuments()),
      ...(await compareArticles()),
      ...(await compareComments()),
      ...(await compareFavourites()),
      ...(await compareCounters()),
      ...(await checkLedger(here().database.db)).faults.map((fault) => `ledger: ${JSON.stringify(fault)}`),
    ],
  }
}
export type BothSides = ReturnType<typeof bothSides>
