// Makes the writes of one document, one article and one user, from their creation to their deletion.
import { setTimeout as sleep } from "node:timers/promises"
import { rowsOf } from "./client.mjs"
import { changedFields, conversionFields, isConverting } from "./rows.mjs"
import { newRows, removeAndRestore, stamp, step, uploadStep } from "./steps.mjs"
import { readTable } from "./tables.mjs"
import { walkUploads } from "./writes.mjs"

/** @typedef {import("./client.mjs").Client} Client */
/** @typedef {import("./client.mjs").Fields} Fields */
/** @typedef {import("./rows.mjs").Allowed} Allowed */
/** @typedef {import("./steps.mjs").Walk} Walk */

/** Counters that change with the created rows; a server may also grant credits for them. */
const counted = { "*": ["doc_count", "article_count", "comment_count", "favorite_count", "credit_count"] }
const filed = { category: { fields: { "*": ["doc_count"] } } }

/** What may change of a row, which then has these values. @param {unknown} id @param {Fields} to @returns {Allowed} */
const changeOf = (id, to) => ({ fields: { [String(id)]: Object.keys(to) }, to: { [String(id)]: to } })
/** What may change in a document: the named fields, which then have these values. @param {unknown} id @param {Fields} to @param {string[]} [more] @returns {Allowed} */
const ofDocument = (id, to, more = []) => ({ fields: { [String(id)]: [...Object.keys(to), ...more] }, to: { [String(id)]: to } })

const conversionMs = 60_000
/** Waits until a document is converted, so that nothing but a step changes it. @param {Walk} walk @param {unknown} id */
const untilConverted = async ({ peer, report }, id) => {
  const read = async () => (await peer.call("GET /document", { id, with_all_content: true })).data
  const end = Date.now() + conversionMs
  for (let before = await read(); Date.now() < end;) {
    await sleep(1000)
    const now = await read()
    // its text may be read after its pages
    if (!isConverting("document", now) && !changedFields(before, now).length) return
    before = now
  }
  report.add("POST /document", "没有动", "一分钟里没有转换完：它的正文和页数可能在下面的步骤里变化")
}

/** Returns the row of a table that belongs to a document. @param {Walk} walk @param {string} table @param {unknown} id */
const aboutDocument = async (walk, table, id) =>
  [...(await readTable(walk, table)).rows.values()].find(({ document_id }) => document_id === id)

/** Checks a document from upload to deletion. @param {Walk} walk @param {Client} reader */
export const walkDocument = async (walk, reader) => {
  const { peer, report } = walk
  const content = new TextEncoder().encode(`互通检查 ${stamp}\n`)
  const file = await uploadStep(walk, "/upload/document", { name: "peers.txt", content }, { attachment: { added: 1 } })
  const attachment = /** @type {Fields} */ (file.data["data"] ?? {})
  const [category] = rowsOf(await peer.call("GET /category/list", {}), "category")
  const title = `互通检查 ${stamp}`
  const made = await step(
    walk,
    "POST /document",
    { category_id: [category?.["id"] ?? 1], document: [{ title, attachment_id: attachment["id"], price: 1, language: "zh-CN" }] },
    { document: { added: 1 }, user: { fields: counted }, ...filed },
  )
  const id = rowsOf(made ?? { status: 0, data: {}, message: "" }, "document")[0]?.["id"]
  if (!id) return report.add("POST /document", "坏了", "答复里没有刚交的文档")
  await untilConverted(walk, id)
  for (const [key, input, allowed] of /** @type {[string, Fields, Allowed][]} */ ([
    ["PUT /document", { id, keywords: "甲,乙" }, ofDocument(id, { keywords: "甲,乙" })],
    ["PUT /document/recommend", { id: [id], type: 1 }, ofDocument(id, {}, ["recommend_at"])],
    ["PUT /document/language", { document_id: [id], language: "en" }, ofDocument(id, { language: "en" })],
    ["PUT /document/category", { document_id: [id], category_id: [category?.["id"]] }, ofDocument(id, {}, ["category", "category_id"])],
    ["PUT /document/check", { id: [id], status: 6 }, ofDocument(id, { status: 6 }, conversionFields)],
    ["PUT /document/check", { id: [id], status: 7, reason: "检查" }, ofDocument(id, { status: 7 }, ["reject_reason", ...conversionFields])],
    // its pages may have to be made first
    ["PUT /document/check", { id: [id], status: 2 }, ofDocument(id, {}, ["status", "reject_reason", ...conversionFields])],
  ]))
    await step(walk, key, input, { document: allowed, ...filed })
  await untilConverted(walk, id)
  await walkReading(walk, reader, id)
  const removal = { user: { fields: counted }, ...filed }
  const deleted = { ...removal, document: { removed: [id] }, recycle: { added: 1 } }
  const restored = { ...removal, document: { added: 1 }, recycle: { removed: [id] } }
  await removeAndRestore(walk, "document", id, {
    remove: ["DELETE /document", { id }, deleted],
    restore: ["PUT /document/recycle", { id: [id] }, restored],
  })
  await step(walk, "DELETE /document", { id }, deleted)
  await step(walk, "DELETE /document/recycle", { id }, { ...removal, document: {}, recycle: { removed: [id] } })
}

/** Checks what a reader does with a document. @param {Walk} walk @param {Client} reader @param {unknown} id */
const walkReading = async (walk, reader, id) => {
  const as = { ...walk, site: reader }
  const user = { fields: counted }
  const scored = { document: ofDocument(id, {}, ["score", "score_count"]), user }
  await step(as, "POST /document/score", { document_id: id, score: 400 }, scored)
  const favored = { document: ofDocument(id, {}, ["favorite_count"]), user }
  await step(as, "POST /favorite", { document_id: id, type: 0 }, favored)
  const [favorite] = rowsOf(await reader.call("GET /favorite/list", { page: 1, size: 10, type: 0 }), "favorite")
  if (favorite?.["document_id"] !== id) walk.report.add("POST /favorite", "坏了", "收藏里没有这份文档")
  await step(as, "DELETE /favorite", { id: favorite?.["id"] ?? 0 }, favored)
  const answered = { document: ofDocument(id, {}, ["comment_count"]), user }
  await step(as, "POST /comment", { document_id: id, content: `评论 ${stamp}` }, { ...answered, comment: { added: 1 } })
  const comment = (await aboutDocument(walk, "comment", id))?.["id"] ?? 0
  const reworded = { content: `改评论 ${stamp}` }
  await step(walk, "PUT /comment", { id: comment, ...reworded }, { ...answered, comment: changeOf(comment, reworded) })
  const checked = { fields: { [String(comment)]: ["status"] }, to: { [String(comment)]: { status: 1 } } }
  await step(walk, "POST /comment/check", { id: [comment], status: 1 }, { ...answered, comment: checked })
  await step(walk, "DELETE /comment", { id: comment }, { ...answered, comment: { removed: [comment] } })
  const untouched = { document: ofDocument(id, {}), user: { fields: {} } }
  await step(as, "POST /report", { document_id: id, reason: 1, remark: "检查" }, { ...untouched, report: { added: 1 } })
  const reported = (await aboutDocument(walk, "report", id))?.["id"] ?? 0
  const handled = { status: true, remark: "已处理" }
  await step(walk, "PUT /report", { id: reported, ...handled }, { ...untouched, report: changeOf(reported, handled) })
  await step(walk, "DELETE /report", { id: reported }, { ...untouched, report: { removed: [reported] } })
  const { uuid } = (await walk.peer.call("GET /document", { id })).data
  await step(as, "POST /document/view", { uuid }, untouched)
}

/** A text that suffers from being parsed and written again: spaces, line breaks, entities, code. */
const delicate =
  '<h2>标题</h2>\n\n<p>两个  空格 &nbsp; &amp;lt; 𠮷😀</p>\n<pre><code class="language-js">if (a &lt; 2) {\n\treturn\n}</code></pre>\n'
/** Fields that a server derives from the text of an article. */
const textual = ["cover", "description"]

/** Checks an article from its creation to its deletion. @param {Walk} walk */
export const walkArticle = async (walk) => {
  const before = await readTable(walk, "article")
  const [category] = rowsOf(await walk.peer.call("GET /category/list", { type: 1 }), "category")
  const own = { user: { fields: counted }, ...filed }
  await step(walk, "POST /article", { title: `文章 ${stamp}`, content: delicate, keywords: "甲" }, { ...own, article: { added: 1 } })
  const [made] = await newRows(walk, "article", before)
  const id = made?.["id"]
  if (!id) return walk.report.add("POST /article", "坏了", "没有找到刚写的文章")
  const fields = (/** @type {string[]} */ ...names) => ({ ...own, article: { fields: { [String(id)]: names } } })
  // one field each: the others of the row stay as they are, the text to the byte
  for (const to of [
    { title: `改题 ${stamp}` },
    { content: "<p>第二版</p>" },
    { content: delicate, keywords: "乙" },
    { description: "摘要" },
  ]) {
    const isText = "content" in to
    const names = [...Object.keys(to), ...(isText ? textual : [])]
    // a server sanitises a text: only the plain one must be stored as it was sent
    const stored = to.content === delicate ? {} : to
    await step(walk, "PUT /article", { id, ...to }, { ...own, article: { fields: { [String(id)]: names }, to: { [String(id)]: stored } } })
  }
  if (category) {
    await step(walk, "PUT /article/category", { article_id: [id], category_id: [category["id"]] }, fields("category", "category_id"))
  } else walk.report.add("PUT /article/category", "没有动", "没有文章的分类")
  await step(walk, "PUT /article/recommend", { article_id: [id], is_recommend: true }, fields("recommend_at", "is_recommend"))
  await step(walk, "PUT /article/recommend", { article_id: [id], is_recommend: false }, fields("recommend_at", "is_recommend"))
  await step(walk, "PUT /article/check", { article_id: [id], status: 2, reject_reason: "检查" }, fields("status", "reject_reason"))
  await step(walk, "PUT /article/check", { article_id: [id], status: 1 }, fields("status", "reject_reason"))
  const deleted = { ...own, article: { removed: [id] }, article_recycle: { added: 1 } }
  const restored = { ...own, article: { added: 1 }, article_recycle: { removed: [id] } }
  await removeAndRestore(walk, "article", id, {
    remove: ["DELETE /article", { id }, deleted],
    restore: ["POST /article/recycle/restore", { id: [id] }, restored],
  })
  await step(walk, "DELETE /article", { id }, deleted)
  await step(walk, "DELETE /article/recycle", { id }, { ...own, article: {}, article_recycle: { removed: [id] } })
}

/**
 * Creates a test user, who logs in and is changed, punished and deleted. @param {Walk} walk @param {string} password the administrator's
 * password @param {(token: string) => Client} asReader
 */
export const walkPeople = async (walk, password, asReader) => {
  const [group] = rowsOf(await walk.peer.call("GET /group/list", { page: 1, size: 10 }), "group").filter((one) => one["is_default"])
  const username = `peers${stamp}`
  const group_id = [group?.["id"] ?? 2]
  const groups = { group: { fields: { "*": ["user_count"] } } }
  const before = await readTable(walk, "user")
  const account = { username, password: "peers-pass-1", group_id, email: `${username}@example.org` }
  await step(walk, "POST /user", account, { ...groups, user: { added: 1 } })
  const [person] = await newRows(walk, "user", before)
  const id = person?.["id"]
  if (!id) return walk.report.add("DELETE /user", "坏了", "没有找到刚加的用户")
  const changed = (/** @type {Fields} */ to, /** @type {string[]} */ more = []) => ({
    user: { fields: { [String(id)]: [...Object.keys(to), ...more] }, to: { [String(id)]: to } },
  })
  const profile = { address: "上海", realname: "张三" }
  await step(walk, "PUT /user/profile", { id, ...profile }, changed(profile))
  await step(walk, "PUT /user/profile", { id, remark: "记一笔" }, changed({ remark: "记一笔" }))
  await step(walk, "PUT /user", { id, group_id }, { ...groups, ...changed({}) })
  await step(walk, "PUT /user/password", { id, new_password: "peers-pass-2" }, changed({}))
  // by a visitor: a login ends the session of whoever sends it
  const visitor = { ...walk, site: asReader("") }
  const login = await step(visitor, "POST /user/login", { username, password: "peers-pass-2" }, changed({}))
  const reader = asReader(String(login?.data["token"] ?? ""))
  const as = { ...walk, site: reader }
  await step(as, "PUT /user/profile", { signature: "好读书" }, changed({ signature: "好读书" }))
  await step(as, "PUT /user/sign", {}, changed({}, ["credit_count"]))
  await walkDocument(walk, reader)
  await walkUploads(walk, reader, id)
  await step(as, "DELETE /user/logout", {}, changed({}))
  const punished = await readTable(walk, "punishment")
  const input = { user_id: [id], type: [1], enable: true, reason: "检查" }
  await step(walk, "POST /punishment", input, { ...changed({}, ["status", "punishment"]), punishment: { added: 1 } })
  const [punishment] = await newRows(walk, "punishment", punished)
  const noted = { remark: "记一笔" }
  await step(
    walk,
    "PUT /punishment",
    { id: punishment?.["id"] ?? 0, ...noted },
    { ...changed({}, ["punishment"]), punishment: changeOf(punishment?.["id"], noted) },
  )
  const cancelled = String(punishment?.["id"] ?? 0)
  await step(
    walk,
    "PUT /punishment/cancel",
    { id: [punishment?.["id"] ?? 0] },
    {
      ...changed({}, ["status", "punishment"]),
      punishment: { fields: { [cancelled]: ["enable", "end_time"] }, to: { [cancelled]: { enable: false } } },
    },
  )
  await step(walk, "DELETE /user", { id, password }, { ...groups, user: { removed: [id] } })
}
