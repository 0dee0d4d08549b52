import { offered, RemoteRefusal, type AskRemote, type Dialect } from "../dialect"
import { isFields, type Fields } from "../messages"
import { categoryLineage } from "../tree"
import { rowBy } from "../whole-row"

/* Crawlers of a Pro server, which reads a link once and unchanged. */

/** Options that only this program's crawler supports. */
const options = ["depth", "include", "exclude", "proxy", "headers", "cron"]

type Change = { id: number } & Fields

type Lineage = ReturnType<typeof categoryLineage>

/** Returns the whole row, because the server empties omitted fields. Categories are sent as JSON text, with their ancestors. */
const wholeDocument = async (change: Change, ask: AskRemote, lineage: Lineage): Promise<Fields> => {
  const reply = await ask("GET /spiderdocument", { id: change.id })
  if (reply.status !== 200 || !isFields(reply.data)) throw new RemoteRefusal(reply)
  const row = { ...reply.data, ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) }
  const categories = row["category_id"]
  if (!Array.isArray(categories)) return row
  return { ...row, category_id: categories.length ? JSON.stringify(await lineage(categories as number[])) : "" }
}

const wholeDocuments = async (changes: Change[], ask: AskRemote): Promise<Fields> => {
  const lineage = categoryLineage(ask)
  return { spider_document: await Promise.all(changes.map((change) => wholeDocument(change, ask, lineage))) }
}

const linesOf = (url: string[]): string[] =>
  [...new Set(url.flatMap((text) => text.split(/\r?\n/)).map((line) => line.trim()))].filter(Boolean)

export const spiderCalls = {
  "POST /spiderurl": {
    ...offered,
    absent: options,
    toRemote: ({ url }) => ({ url: linesOf(url) }),
    // It does not report how many were new.
    fromRemote: (_, { input }) => ({ total: linesOf(input.url).length, skipped: 0 }),
  },
  "PUT /spiderurl": { ...offered, absent: options, wholeRow: rowBy("GET /spiderurl") },
  "GET /spiderurl": offered,
  "GET /spiderurl/list": offered,
  "DELETE /spiderurl": offered,
  "PUT /spiderdocument": {
    ...offered,
    // Its clients never use its own call, and there is no evidence that it works.
    key: "PUT /spiderdocument/batch",
    toRemote: (change, ask) => wholeDocuments([change], ask),
  },
  "PUT /spiderdocument/batch": { ...offered, toRemote: ({ spider_document }, ask) => wholeDocuments(spider_document, ask) },
  "GET /spiderdocument": offered,
  "GET /spiderdocument/list": { ...offered, absent: ["spider_url_id", "ext"] },
  "DELETE /spiderdocument": offered,
  "POST /article/crawl": offered,
} satisfies Partial<Dialect["calls"]>

const document = {
  ...{ id: "int64", url: "string", status: "int32", language: "string", title: "string", title_from_href: "string" },
  ...{ title_from_url: "string", title_from_attachment: "string", price: "int32", size: "int64", ext: "string" },
  ...{ content_type: "string", error: "string", save_path: "string", user_id: "int64", category_id: "string" },
  ...{ created_at: "Timestamp", updated_at: "Timestamp" },
}
const link = {
  id: "int64",
  url: "string",
  status: "int32",
  total: "int64",
  error: "string",
  created_at: "Timestamp",
  updated_at: "Timestamp",
}
const list = { page: "int64", size: "int64", wd: "string", status: "int32[]", order: "string" }

export const spiderMessages = {
  "POST /spiderurl": { url: "string[]" },
  "PUT /spiderurl": link,
  "GET /spiderurl/list": list,
  "PUT /spiderdocument/batch": { spider_document: "SpiderDocument[]" },
  "GET /spiderdocument/list": list,
  "POST /article/crawl": { url: "string", mode: "int32", select: "string", exclude: "string", replace: "string" },
}
/** The server's own message, by name. */
export const spiderDocumentMessage = document
