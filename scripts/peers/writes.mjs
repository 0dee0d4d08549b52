// Makes every write that can be undone through our site. The rows are read from the server itself, before and after.
import { rowsOf } from "./client.mjs"
import { changedFields } from "./report.mjs"

/** @typedef {import("./client.mjs").Client} Client */
/** @typedef {import("./client.mjs").Fields} Fields */
/** @typedef {{ site: Client, peer: Client, absent: Set<string>, report: import("./report.mjs").Report }} Walk */

const stamp = Date.now().toString(36)

/** Returns all rows of a list, by id. @param {Client} peer @param {string} path */
const snapshot = async (peer, path, name = path.slice(1)) => {
  /** @type {Map<unknown, Fields>} */
  const rows = new Map()
  for (let page = 1; page <= 50; page += 1) {
    const pageRows = rowsOf(await peer.call(`GET ${path}/list`, { page, size: 100 }), name)
    for (const row of pageRows) rows.set(row.id, row)
    if (pageRows.length < 100) break
  }
  return rows
}

/** Returns the differences between two snapshots in all rows except `id`, as `12: title`. */
const others = (before, after, id = /** @type {unknown} */ (null)) =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((one) => one !== id)
    .flatMap((one) => changedFields(before.get(one), after.get(one)).map((field) => `${one}: ${field}`))

/** Makes a call and reports its outcome. `check` returns the changes that the call should not have made. */
const step = async ({ site, absent, report }, key, input, check = async () => /** @type {string[]} */ ([])) => {
  if (absent.has(key)) {
    const { status } = await site.call(key, input)
    report.add(key, status === 404 ? "没有此功能" : "坏了", status === 404 ? "" : String(status))
    return null
  }
  const reply = await site.call(key, input)
  const more = reply.status === 200 ? await check() : []
  report.add(
    key,
    reply.status !== 200 ? "坏了" : more.length ? "改多了" : "正常",
    reply.status !== 200 ? `${reply.status} ${reply.message}` : more.join(" "),
  )
  return reply
}

/** The values that a server omits from its answers, by the type of the field. */
const zeros = { number: 0, boolean: false, string: "" }

/** Changes one field of the first row, compares every row of the list and restores the field. */
const changeOne = async (walk, path, field, value, { name = path.slice(1), pick = (/** @type {Fields} */ { id }) => Boolean(id) } = {}) => {
  const before = await snapshot(walk.peer, path, name)
  const row = [...before.values()].find(pick)
  if (!row) return walk.report.add(`PUT ${path}`, "没有动", "没有这样的数据")
  const check = (/** @type {string[]} */ allowed) => async () => {
    const after = await snapshot(walk.peer, path, name)
    const ownFaults = changedFields(row, after.get(row.id)).filter((one) => !allowed.includes(one))
    return [
      ...ownFaults,
      ...others(before, after, row.id),
      ...(allowed.length && after.get(row.id)?.[field] !== value ? [`${field} 没有变`] : []),
    ]
  }
  await step(walk, `PUT ${path}`, { id: row.id, [field]: value }, check([field]))
  await step(walk, `PUT ${path}`, { id: row.id, [field]: row[field] ?? zeros[typeof value] }, check([]))
}

/** Creates a row and deletes it again. The list must be the same as before. */
const makeAndDelete = async (walk, path, input, name = path.slice(1)) => {
  const before = await snapshot(walk.peer, path, name)
  await step(walk, `POST ${path}`, input)
  const made = [...(await snapshot(walk.peer, path, name)).values()].find(({ id }) => !before.has(id))
  if (!made) return walk.report.add(`DELETE ${path}`, "坏了", "没有找到刚加的")
  const wrong = Object.entries(input).filter(
    ([field, value]) => made[field] !== undefined && JSON.stringify(made[field]) !== JSON.stringify(value),
  )
  if (wrong.length) walk.report.add(`POST ${path}`, "坏了", `没有存下 ${wrong.map(([field]) => field).join(" ")}`)
  await step(walk, `DELETE ${path}`, { id: made.id }, async () => others(before, await snapshot(walk.peer, path, name)))
}

/** Checks the entities that can be changed on their own. @param {Walk} walk */
export const walkEntities = async (walk) => {
  await changeOne(walk, "/category", "description", `说明 ${stamp}`)
  await changeOne(walk, "/banner", "title", `横幅 ${stamp}`)
  await makeAndDelete(walk, "/banner", { title: `横幅 ${stamp}`, path: "/uploads/none.png", enable: true, sort: 3 })
  await changeOne(walk, "/advertisement", "remark", `备注 ${stamp}`)
  await makeAndDelete(walk, "/advertisement", { position: "peers", title: `广告 ${stamp}`, content: "<p>广告</p>", enable: true })
  await changeOne(walk, "/navigation", "description", `说明 ${stamp}`)
  await makeAndDelete(walk, "/navigation", { title: `导航 ${stamp}`, href: "/article", enable: true, sort: 1 })
  await changeOne(walk, "/language", "sort", 77)
  await makeAndDelete(walk, "/language", { language: `语言 ${stamp}`, code: `x-${stamp}`.slice(0, 16), enable: true, sort: 1 })
  await changeOne(walk, "/group", "description", `说明 ${stamp}`)
  await makeAndDelete(walk, "/group", { title: `角色 ${stamp}`, color: "#333333", enable_upload: true, enable_comment: true, sort: 1 })
  await changeOne(walk, "/permission", "title", `权限 ${stamp}`)
  await walkRights(walk)
  await changeOne(walk, "/punishment", "remark", `备注 ${stamp}`)
  await changeOne(walk, "/report", "status", true, { pick: ({ status }) => !status })
  await changeOne(walk, "/comment", "content", `评论 ${stamp}`)
  await changeOne(walk, "/article", "keywords", `关键词${stamp}`)
  await changeOne(walk, "/document", "price", 987, { pick: ({ status }) => status === 2 })
}

/** Adds one permission to the default group of new users and removes it again. @param {Walk} walk */
const walkRights = async (walk) => {
  const group = [...(await snapshot(walk.peer, "/group")).values()].find((one) => one["is_default"])
  const [permission] = rowsOf(await walk.peer.call("GET /permission/list", { page: 1, size: 1 }), "permission")
  const id = group?.["id"] ?? 0
  const read = async () => JSON.stringify(rowsOf(await walk.peer.call("GET /group/permission", { id }), "permission_id"))
  const before = await read()
  const held = /** @type {number[]} */ (JSON.parse(before))
  const permissions = [...new Set([...held, Number(permission?.["id"])])]
  await step(walk, "PUT /group/permission", { group_id: id, permission_id: permissions }, async () =>
    JSON.parse(await read()).length === permissions.length ? [] : ["授权与要求的不同"],
  )
  await step(walk, "PUT /group/permission", { group_id: id, permission_id: held }, async () =>
    (await read()) === before ? [] : ["授权没有放回"],
  )
}

/** Checks that each call that the server lacks returns 404. @param {Walk} walk @param {string[]} keys */
export const walkAbsent = async (walk, keys) => {
  for (const key of keys.filter((one) => !one.startsWith("GET ") && walk.absent.has(one))) await step(walk, key, {})
}

/** Changes one setting in each group that pages display. @param {Walk} walk */
export const walkSettings = async (walk) => {
  for (const [category, name] of [
    ["system", "keywords"],
    ["footer", "about"],
    ["security", "close_statement"],
    ["display", "copyright_statement"],
    ["email", "test_email"],
    ["download", "url_duration"],
    ["score", "sign_in"],
    ["captcha", "length"],
    ["converter", "max_preview"],
  ]) {
    const read = async () => new Map(rowsOf(await walk.peer.call("GET /config/list", { category }), "config").map((row) => [row.name, row]))
    const before = await read()
    const row = before.get(name)
    if (!row) {
      walk.report.add(`PUT /config ${category}`, "没有动", `没有 ${name}`)
      continue
    }
    const change = (/** @type {unknown} */ value) => walk.site.call("PUT /config", { config: [{ category, name, value }] })
    const reply = await change("7")
    const more = others(before, await read(), name)
    await change(String(row["value"] ?? ""))
    const left = others(before, await read())
    const outcome = reply.status !== 200 ? "坏了" : more.length + left.length ? "改多了" : "正常"
    walk.report.add(
      `PUT /config ${category}`,
      outcome,
      reply.status === 200 ? [...more, ...left].join(" ") : `${reply.status} ${reply.message}`,
    )
  }
}

/** Checks a document from upload to deletion. @param {Walk} walk @param {Client} reader */
export const walkDocument = async (walk, reader) => {
  const { site, peer, report } = walk
  const file = await site.upload("/upload/document", "peers.txt", new TextEncoder().encode(`互通检查 ${stamp}\n`))
  report.add("POST /upload/document", file.status === 200 ? "正常" : "坏了", file.status === 200 ? "" : `${file.status} ${file.message}`)
  const attachment = /** @type {Fields} */ (file.data["data"] ?? {})
  const [category] = rowsOf(await peer.call("GET /category/list", {}), "category")
  const title = `互通检查 ${stamp}`
  const made = await step(walk, "POST /document", {
    category_id: [category?.["id"] ?? 1],
    document: [{ title, attachment_id: attachment["id"], price: 1, language: "zh-CN" }],
  })
  const id = rowsOf(made ?? { status: 0, data: {}, message: "" }, "document")[0]?.["id"]
  if (!id) return report.add("POST /document", "坏了", "答复里没有刚交的文档")
  const row = async () => (await peer.call("GET /document", { id })).data
  const changed = (before, allowed) => async () => changedFields(before, await row()).filter((one) => !allowed.includes(one))
  for (const [key, input, allowed] of /** @type {[string, Fields, string[]][]} */ ([
    ["PUT /document", { id, keywords: "甲,乙" }, ["keywords"]],
    ["PUT /document/recommend", { id: [id], type: 1 }, ["recommend_at"]],
    ["PUT /document/language", { document_id: [id], language: "en" }, ["language"]],
    ["PUT /document/category", { document_id: [id], category_id: [category?.["id"]] }, ["category", "category_id"]],
    ["PUT /document/check", { id: [id], status: 7, reason: "检查" }, ["status"]],
    ["PUT /document/check", { id: [id], status: 2 }, ["status"]],
  ]))
    await step(walk, key, input, changed(await row(), allowed))
  const as = { ...walk, site: reader }
  await step(as, "POST /document/score", { document_id: id, score: 400 })
  await step(as, "POST /favorite", { document_id: id, type: 0 })
  const [favorite] = rowsOf(await reader.call("GET /favorite/list", { page: 1, size: 10, type: 0 }), "favorite")
  await step(as, "DELETE /favorite", { id: favorite?.["id"] ?? 0 })
  await step(as, "POST /comment", { document_id: id, content: `评论 ${stamp}` })
  const comment = [...(await snapshot(peer, "/comment")).values()].find(({ document_id }) => document_id === id)
  await step(walk, "POST /comment/check", { id: [comment?.["id"] ?? 0], status: 1 })
  await step(walk, "DELETE /comment", { id: comment?.["id"] ?? 0 })
  await step(as, "POST /report", { document_id: id, reason: 1, remark: "检查" })
  const reported = [...(await snapshot(peer, "/report")).values()].find(({ document_id }) => document_id === id)
  await step(walk, "DELETE /report", { id: reported?.["id"] ?? 0 })
  await step(as, "POST /document/view", { uuid: (await row())["uuid"] })
  await step(walk, "DELETE /document", { id })
  await step(walk, "PUT /document/recycle", { id: [id] })
  await step(walk, "DELETE /document", { id })
  await step(walk, "DELETE /document/recycle", { id })
}

/** Checks the calls for an article. @param {Walk} walk */
export const walkArticle = async (walk) => {
  const made = await step(walk, "POST /article", { title: `文章 ${stamp}`, content: "<p>正文</p>", keywords: "甲" })
  const id = made?.data["id"]
  await step(walk, "DELETE /article", { id })
  await walk.peer.call("DELETE /article/recycle", { id })
}

/**
 * Creates a test user, who logs in and is changed, punished and deleted. @param {Walk} walk @param {string} password the administrator's
 * password
 */
export const walkPeople = async (walk, password, asReader) => {
  const { peer, report } = walk
  const [group] = rowsOf(await peer.call("GET /group/list", { page: 1, size: 10 }), "group").filter((one) => one["is_default"])
  const username = `peers${stamp}`
  await step(walk, "POST /user", { username, password: "peers-pass-1", group_id: [group?.["id"] ?? 2], email: `${username}@example.org` })
  const find = async () => [...(await snapshot(peer, "/user")).values()].find((one) => one["username"] === username)
  const person = await find()
  const id = person?.["id"]
  if (!id) return report.add("DELETE /user", "坏了", "没有找到刚加的用户")
  const changed = (before, allowed) => async () => changedFields(before, await find()).filter((one) => !allowed.includes(one))
  await step(walk, "PUT /user/profile", { id, address: "上海", realname: "张三" }, changed(person, ["address", "realname"]))
  await step(walk, "PUT /user/profile", { id, remark: "记一笔" }, changed(await find(), ["remark"]))
  await step(walk, "PUT /user", { id, group_id: [group?.["id"] ?? 2] }, changed(await find(), []))
  await step(walk, "PUT /user/password", { id, new_password: "peers-pass-2" }, changed(await find(), []))
  const login = await step(walk, "POST /user/login", { username, password: "peers-pass-2" })
  const reader = asReader(String(login?.data["token"] ?? ""))
  const readerWalk = { ...walk, site: reader }
  await step(readerWalk, "PUT /user/profile", { signature: "好读书" }, changed(await find(), ["signature"]))
  await step(readerWalk, "PUT /user/sign", {})
  await walkDocument(walk, reader)
  await step(readerWalk, "DELETE /user/logout", {})
  await step(walk, "POST /punishment", { user_id: [id], type: [1], enable: true, reason: "检查" })
  const punishment = [...(await snapshot(peer, "/punishment")).values()].find(({ user_id }) => user_id === id)
  await step(walk, "PUT /punishment/cancel", { id: [punishment?.["id"] ?? 0] })
  await step(walk, "DELETE /user", { id, password })
}
