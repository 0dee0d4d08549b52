// Makes the writes of staff that can be undone through our site.
import { rowsOf } from "./client.mjs"
import { changeOne, makeAndDelete, makeRows, newRows, stamp, step, uploadStep } from "./steps.mjs"
import { readTable } from "./tables.mjs"

/** @typedef {import("./client.mjs").Client} Client */
/** @typedef {import("./client.mjs").Fields} Fields */
/** @typedef {import("./steps.mjs").Walk} Walk */

/** Checks the entities that can be changed on their own. @param {Walk} walk */
export const walkEntities = async (walk) => {
  await changeOne(walk, "category", "description", `说明 ${stamp}`)
  await changeOne(walk, "banner", "title", `横幅 ${stamp}`)
  await makeAndDelete(walk, "banner", { title: `横幅 ${stamp}`, path: "/uploads/none.png", enable: true, sort: 3 })
  await changeOne(walk, "friendlink", "description", `说明 ${stamp}`)
  await makeAndDelete(walk, "friendlink", { title: `友链 ${stamp}`, link: "https://example.org", enable: true, sort: 1 })
  await changeOne(walk, "advertisement", "remark", `备注 ${stamp}`)
  await makeAndDelete(walk, "advertisement", { position: "global_bottom", title: `广告 ${stamp}`, content: "<p>广告</p>", enable: false })
  await changeOne(walk, "navigation", "description", `说明 ${stamp}`)
  await makeAndDelete(walk, "navigation", { title: `导航 ${stamp}`, href: "/article", enable: true, sort: 1 })
  await changeOne(walk, "language", "sort", 77)
  await makeAndDelete(walk, "language", { language: `语言 ${stamp}`, code: `x-${stamp}`.slice(0, 16), enable: true, sort: 1 })
  await changeOne(walk, "group", "description", `说明 ${stamp}`)
  await makeAndDelete(walk, "group", { title: `角色 ${stamp}`, color: "#333333", enable_upload: true, enable_comment: true, sort: 1 })
  await changeOne(walk, "permission", "title", `权限 ${stamp}`)
  await walkRights(walk)
  await changeOne(walk, "punishment", "remark", `备注 ${stamp}`)
  await changeOne(walk, "report", "status", true, ({ status }) => !status)
  await changeOne(walk, "comment", "content", `评论 ${stamp}`)
  await changeOne(walk, "article", "keywords", `关键词${stamp}`)
  await changeOne(walk, "document", "price", 987, ({ status }) => status === 2)
  await walkLanguageStatus(walk)
  await walkTree(walk, "category", (title) => ({ title, type: 0, enable: true }))
  await walkTree(walk, "navigation", (title) => ({ title, href: "/article", enable: true }))
  await walkSearchRecord(walk)
  await step(walk, "PUT /sitemap", {}, { document: {}, article: {}, category: {} })
}

/** Disables a language that was created for this test. @param {Walk} walk */
const walkLanguageStatus = async (walk) => {
  const [made] = await makeRows(walk, "language", [{ language: `语种 ${stamp}`, code: `y-${stamp}`.slice(0, 16), enable: true, sort: 1 }])
  if (!made) return walk.report.add("PUT /language/status", "坏了", "没有找到刚加的")
  const id = String(made["id"])
  const allowed = { language: { fields: { [id]: ["enable"] }, to: { [id]: { enable: false } } } }
  await step(walk, "PUT /language/status", { id: [made["id"]], enable: false }, allowed)
  await step(walk, "DELETE /language", { id: made["id"] }, { language: { removed: [made["id"]] } })
}

/**
 * Moves the third of three entries below the first one, before the second, and deletes them.
 * @param {Walk} walk
 * @param {"category" | "navigation"} table
 * @param {(title: string) => Fields} inputOf
 */
const walkTree = async (walk, table, inputOf) => {
  const made = await makeRows(walk, table, [inputOf(`上级 ${stamp}`)])
  const above = made[0]?.["id"]
  if (!above) return walk.report.add(`PUT /${table}/move`, "坏了", "没有找到刚加的")
  made.push(...(await makeRows(walk, table, [{ ...inputOf(`下级 ${stamp}`), parent_id: above }, inputOf(`移动 ${stamp}`)])))
  const [, below, moved] = made.map((row) => row["id"])
  const allowed = {
    [table]: {
      fields: { [String(moved)]: ["parent_id", "sort"], [String(below)]: ["sort"] },
      to: { [String(moved)]: { parent_id: above } },
    },
  }
  await step(walk, `PUT /${table}/move`, { id: moved, parent_id: above, before: below }, allowed)
  for (const id of [moved, below, above]) await step(walk, `DELETE /${table}`, { id }, { [table]: { removed: [id] } })
}

/** Searches, and deletes the record of that. @param {Walk} walk */
const walkSearchRecord = async (walk) => {
  const key = "DELETE /searchrecord"
  const before = await readTable(walk, "search_record")
  await walk.site.call("GET /document/search", { wd: `peers ${stamp}` })
  const [record] = await newRows(walk, "search_record", before)
  if (!record) return walk.report.add(key, "没有动", "那个后端没有记下这次搜索")
  await step(walk, key, { id: record["id"] }, { search_record: { removed: [record["id"]] } })
}

/** Adds one permission to the default group of new users and removes it again. @param {Walk} walk */
const walkRights = async (walk) => {
  const group = [...(await readTable(walk, "group")).rows.values()].find((one) => one["is_default"])
  const [permission] = rowsOf(await walk.peer.call("GET /permission/list", { page: 1, size: 1 }), "permission")
  const id = group?.["id"] ?? 0
  const { data } = await walk.peer.call("GET /group/permission", { id })
  const held = /** @type {number[]} */ (data["permission_id"] ?? [])
  for (const permission_id of [[...new Set([...held, Number(permission?.["id"])])], held]) {
    const changed = { fields: { [String(id)]: ["permission_id"] }, to: { [String(id)]: { permission_id } } }
    await step(walk, "PUT /group/permission", { group_id: id, permission_id }, { group: changed, permission: {} })
  }
}

/** Checks that each call that the server lacks returns 404. @param {Walk} walk @param {string[]} keys */
export const walkAbsent = async (walk, keys) => {
  for (const key of keys.filter((one) => !one.startsWith("GET ") && walk.absent.has(one))) await step(walk, key, {}, {})
}

/** Changes one setting in each group that pages display, and restores it: no setting of any group may change with it. @param {Walk} walk */
export const walkSettings = async (walk) => {
  for (const [category, name, value = "7"] of [
    ["system", "keywords"],
    ["footer", "about", "/7"],
    ["security", "close_statement"],
    ["display", "copyright_statement"],
    ["email", "test_email"],
    ["download", "url_duration"],
    ["score", "sign_in"],
    ["captcha", "length"],
    ["converter", "max_preview"],
  ]) {
    const id = `${category}.${name}`
    const row = (await readTable(walk, "config")).rows.get(id)
    if (!row) {
      walk.report.add("PUT /config", "没有动", `没有 ${id}`)
      continue
    }
    for (const one of [value, String(row["value"] ?? "")]) {
      const allowed = { config: { fields: { [id]: ["value"] }, to: { [id]: { value: one } } } }
      await step(walk, "PUT /config", { config: [{ category, name, value: one }] }, allowed)
    }
  }
}

const pixel = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64")
/** Returns a picture that the server has not stored yet: what follows the last chunk of a PNG is ignored. @param {string} name */
const pictureOf = (name) => ({ name: `${name}.png`, content: new Uint8Array(Buffer.concat([pixel, Buffer.from(`${name} ${stamp}`)])) })

/** Uploads a picture of each kind, renames one, and deletes all. @param {Walk} walk @param {Client} reader @param {unknown} readerId */
export const walkUploads = async (walk, reader, readerId) => {
  const before = await readTable(walk, "attachment")
  const attachment = { added: 1 }
  const avatar = { attachment, user: { fields: { [String(readerId)]: ["avatar"] } } }
  await uploadStep({ ...walk, site: reader }, "/upload/avatar", pictureOf("avatar"), avatar)
  for (const path of ["/upload/banner", "/upload/category", "/upload/config", "/upload/article?type=image"])
    if (!walk.absent.has(`POST ${path.split("?")[0]}`)) await uploadStep(walk, path, pictureOf(path.slice(8, 14)), { attachment })
  const made = await newRows(walk, "attachment", before)
  const [first] = made
  if (!first) {
    for (const key of ["PUT /attachment", "DELETE /attachment"]) walk.report.add(key, "坏了", "没有找到刚上传的")
    return
  }
  const id = String(first["id"])
  const name = `改名 ${stamp}.png`
  await step(walk, "PUT /attachment", { id: first["id"], name }, { attachment: { fields: { [id]: ["name"] }, to: { [id]: { name } } } })
  // another site of this program keeps what it takes for used
  if (walk.sameProgram) return walk.report.add("DELETE /attachment", "没有动", "用上的上传文件不能删除")
  for (const one of made) await step(walk, "DELETE /attachment", { id: one["id"] }, { attachment: { removed: [one["id"]] } })
}
