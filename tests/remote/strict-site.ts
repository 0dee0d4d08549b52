import { callNameOf, readAnswers, readTables, type FixtureRow as Column } from "../family/recording"
import { startStrictServer, typesOf, type CallHandlers, type ServerRow, type Tables } from "./strict-server"

/** Users of the recorded data; every account has its own password. */
export const people = {
  admin: { id: 1, username: "admin", password: "admin-pass" },
  reader: { id: 3, username: "reader02", password: "reader-1" },
} as const

const isTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
const valueOf = (type: string, value: string | number | null) =>
  type === "bool" ? Boolean(value) : isTime.test(String(value)) ? `${String(value).replace(" ", "T")}Z` : value

/** Returns a row of the database as calls name and write it, without columns that the message lacks. */
const rowOf = (message: string, columns: Column): ServerRow => {
  const types = typesOf(message)
  return Object.fromEntries(Object.entries(columns).flatMap(([name, value]) => (types[name] ? [[name, valueOf(types[name], value)]] : [])))
}

const messages = {
  advertisement: "Advertisement",
  article: "Article",
  banner: "Banner",
  category: "Category",
  comment: "Comment",
  config: "Config",
  document: "Document",
  favorite: "Favorite",
  group: "Group",
  language: "Language",
  navigation: "Navigation",
  permission: "Permission",
  punishment: "Punishment",
  report: "Report",
  user: "User",
} as const

const tablesOf = (recorded: Record<string, Column[]>): Tables => {
  const of = (table: string, column: string, id: unknown) => recorded[table]!.filter((row) => row[column] === id)
  const live = (table: string) => recorded[table]!.filter((row) => !row["deleted_at"])
  const tables = Object.fromEntries(
    Object.entries(messages).map(([table, message]) => [`/${table}`, live(table).map((row) => rowOf(message, row))]),
  )
  for (const row of tables["/document"]!) {
    row["category_id"] = of("document_category", "document_id", row["id"]).map((one) => one["category_id"])
    const [file] = of("attachment", "type_id", row["id"]).filter((one) => one["type"] === 2)
    row["attachment"] = { hash: file?.["hash"] }
  }
  for (const row of tables["/user"]!) row["group_id"] = of("user_group", "user_id", row["id"]).map((one) => one["group_id"])
  for (const row of tables["/comment"]!) row["user"] = tables["/user"]!.find(({ id }) => id === row["user_id"])
  return { ...tables, "/document/score": [], "/group/permission": [] }
}

const refused = (status: number, message: string, code: number) => ({ status, data: { error: message, code, message } })
const notSignedIn = refused(401, "您未登录或您的登录已过期，请重新登录或刷新页面重试", 16)
const tokenOf = (id: unknown) => `session-${String(id)}`

/** Returns the calls that do more than return rows of a table; users' changes are written to `tables`. */
const callsOf = (tables: Tables): CallHandlers => {
  const answers = readAnswers().filter(({ method, status, as }) => method === "GET" && status === 200 && as === "anonymous")
  const recorded = (key: string) => () => ({
    data: answers.find(({ method, url }) => callNameOf({ method, path: url }).startsWith(key))?.answer,
  })
  const rows = (path: string) => tables[path]!
  const userOf = (authorization: string) => rows("/user").find(({ id }) => authorization === `Bearer ${tokenOf(id)}`)
  /** Returns the single row in which a user rated or commented on a document. */
  const ownRow = (path: string, user: ServerRow, document: unknown) =>
    rows(path).find((row) => row["user_id"] === user["id"] && String(row["document_id"]) === String(document))
  const asUser = (
    answer: (user: ServerRow, body: ServerRow, query: URLSearchParams) => { status?: number; data: unknown },
  ): CallHandlers[string] => {
    return ({ authorization, body, query }) => {
      const user = userOf(authorization)
      return user ? answer(user, body ?? {}, query) : notSignedIn
    }
  }
  /** Returns the fields of a document that the list of favorites contains. */
  const titleOf = (document: unknown): ServerRow => {
    const { title, ext, pages, size, uuid } = rows("/document").find(({ id }) => id === document) ?? {}
    return { title, ext, pages, size, document_uuid: uuid }
  }
  const add = (path: string, row: ServerRow) => {
    rows(path).push({ ...row, id: 1 + Math.max(0, ...rows(path).map(({ id }) => Number(id))) })
    return { data: {} }
  }
  const texts = new Map(readTables()["attachment_content"]!.map((row) => [row["hash"], row["content"]]))
  return {
    "GET /settings": recorded("GET /settings"),
    "GET /stats": recorded("GET /stats"),
    "GET /document/home": recorded("GET /document/home"),
    "GET /user/captcha": recorded("GET /user/captcha"),
    "POST /user/login": ({ body }) => {
      const person = Object.values(people).find(
        ({ username, password }) => username === body?.["username"] && password === body?.["password"],
      )
      const user = rows("/user").find(({ id }) => id === person?.id)
      return user ? { data: { token: tokenOf(user["id"]), user } } : refused(400, "用户名或密码错误", 3)
    },
    "GET /user": ({ query, authorization }) => {
      const user = query.has("id") ? rows("/user").find(({ id }) => String(id) === query.get("id")) : userOf(authorization)
      return user ? { data: user } : query.has("id") ? refused(500, "record not found", 13) : refused(400, "ID错误", 3)
    },
    "GET /user/permission": asUser((user) => ({ data: user["id"] === people.admin.id ? { permission: rows("/permission") } : {} })),
    "GET /document": ({ query }) => {
      const row = rows("/document").find(({ id, uuid }) => String(id) === query.get("id") || uuid === query.get("uuid"))
      if (!row) return refused(404, "文档不存在", 5)
      return { data: { ...row, content: texts.get(String((row["attachment"] as ServerRow)["hash"])) } }
    },
    "GET /document/search": ({ query }) => {
      const documents = rows("/document").filter(({ title, status }) => status === 2 && String(title).includes(query.get("wd") ?? ""))
      return { data: { total: documents.length, spend: "0.002", document: documents } }
    },
    "GET /article": ({ query }) => {
      const row = rows("/article").find((one) => String(one["id"]) === query.get("id") || one["identifier"] === query.get("identifier"))
      return row ? { data: row } : refused(404, "文章不存在", 5)
    },
    "GET /favorite": asUser((user, _, query) => ({ data: ownRow("/favorite", user, query.get("document_id")) ?? {} })),
    "POST /favorite": asUser((user, body) => add("/favorite", { ...body, ...titleOf(body["document_id"]), user_id: user["id"] })),
    "GET /document/score": asUser((user, _, query) => ({ data: ownRow("/document/score", user, query.get("document_id")) ?? {} })),
    "POST /document/score": asUser((user, body) =>
      ownRow("/document/score", user, body["document_id"])
        ? refused(403, "您已经评分过了", 7)
        : add("/document/score", { ...body, user_id: user["id"] }),
    ),
    "POST /comment": asUser((user, body) =>
      add("/comment", { ...body, user_id: user["id"], user, status: 1, created_at: "2026-11-23T08:00:00Z" }),
    ),
    "GET /group/permission": ({ query }) => ({
      data: { permission_id: rows("/group/permission").find(({ id }) => String(id) === query.get("id"))?.["permission_id"] },
    }),
    "PUT /group/permission": ({ body }) => {
      const { group_id: id, permission_id } = body ?? {}
      tables["/group/permission"] = [...rows("/group/permission").filter((row) => row["id"] !== id), { id, permission_id }]
      return { data: {} }
    },
  }
}

/** Starts the strict server with the recorded site: its users, documents, settings and images. `tables` records all changes. */
export const startStrictSite = () => {
  const tables = tablesOf(readTables())
  return startStrictServer(tables, undefined, callsOf(tables))
}
