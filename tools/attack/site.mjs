// The attacked site and the users who attack it.
import { randomBytes, randomInt } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import { Failure } from "../../scripts/lib/failure.mjs"
import { formOf, send, sendRaw } from "./http.mjs"

/** @typedef {import("./http.mjs").Answer} Answer */
/** @typedef {import("./http.mjs").Headers} Headers */
/** @typedef {{ id: number, username: string, password: string, token: string }} Person */
/** @typedef {{ id: number, uuid: string, attachment_id: number }} Document */

/**
 * Returns a random foreign address for each attack. A site of our own trusts this machine as its proxy, so that the limits of different
 * attacks do not mix.
 */
const somewhere = () => `198.51.${randomInt(256)}.${randomInt(1, 255)}`
const password = () => `紫云英 ${randomBytes(9).toString("base64url")}`

/**
 * Builds the query string. GET and DELETE carry their input in the address, other methods as JSON. @param {string} method @param
 * {Record<string, unknown>} input
 */
const queryOf = (method, input) => {
  if (method !== "GET" && method !== "DELETE") return ""
  const query = new URLSearchParams(Object.entries(input).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])))
  return query.size > 0 ? `?${query}` : ""
}

/**
 * Runs one statement in the database of a site whose data is in this folder. @param {string} dataDir @param {string} text @param
 * {unknown[]} values
 */
const statement = async (dataDir, text, values) => {
  const [, , , port = "", host = ""] = readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")
  const client = new pg.Client({ host, port: Number(port), user: "doujia", database: "doujia" })
  await client.connect()
  try {
    await client.query(text, values)
  } finally {
    await client.end()
  }
}

/**
 * Opens a site at `url` with its administrator's login. `own`: the attack has started the site itself, so nothing on it needs to be spared.
 * `dataDir` is the data folder of such a site.
 * @param {{ url: string, admin: { username: string, password: string }, own: boolean, dataDir?: string }} target
 */
export const openSite = async ({ url, admin: login, own: isOwn, dataDir = "" }) => {
  /** @param {string} path @param {import("./http.mjs").Sent} [sent] */
  const ask = (path, sent = {}) => send(url, path, { ...sent, headers: { "x-forwarded-for": somewhere(), ...sent.headers } })

  /**
   * Calls the API by key. @param {string} key @param {Record<string, unknown>} [input] @param {Person | null} [as] @param {Headers}
   * [headers]
   */
  const call = (key, input = {}, as = null, headers = {}) => {
    const [method = "GET", path = ""] = key.split(" ")
    const query = queryOf(method, input)
    const inBody = method === "POST" || method === "PUT"
    return ask(`/api/v1${path}${query}`, {
      method,
      headers: {
        ...(as && { authorization: `Bearer ${as.token}` }),
        ...(inBody && { "content-type": "application/json" }),
        ...headers,
      },
      ...(inBody && { body: JSON.stringify(input) }),
    })
  }

  /**
   * Makes a call that hashes a password. A busy site requires a retry, and many accounts are made at once. @param {() => ReturnType<typeof
   * ask>} once
   */
  const hashing = async (once) => {
    for (let turns = 30; ; turns--) {
      const reply = await once()
      if (reply.status !== 429 || turns === 0) return reply
      await pause(1_000)
    }
  }

  /** @param {string} username @param {string} secret @returns {Promise<Person>} */
  const signIn = async (username, secret) => {
    const { status, json } = await hashing(() => call("POST /user/login", { username, password: secret }))
    if (status !== 200) throw new Failure(`${username} 没能登录：${json["message"] ?? status}`)
    return { id: json["user"].id, username, password: secret, token: json["token"] }
  }
  const admin = await signIn(login.username, login.password)
  const listed = await call("GET /group/list", { page: 1, size: 100 }, admin)
  const everybody = /** @type {{ id: number, is_default?: boolean }[]} */ (listed.json["group"] ?? []).find(({ is_default }) => is_default)
  if (!everybody) throw new Failure(`这个账号读不到用户组，或没有默认的用户组：${listed.json["message"] ?? listed.status}`)
  /** @type {{ people: number[], groups: number[], documents: number[] }} */
  const made = { people: [], groups: [], documents: [] }

  /** Creates an account in the given groups or in those of new accounts. @param {number[]} [groups] */
  const person = async (groups = [everybody.id]) => {
    const username = `attacker${randomBytes(5).toString("hex")}`
    const secret = password()
    const { status, json } = await hashing(() => call("POST /user", { username, password: secret, group_id: groups }, admin))
    if (status !== 200) throw new Failure(`没能建立账号：${json["message"] ?? status}`)
    const signed = await signIn(username, secret)
    made.people.push(signed.id)
    return signed
  }

  /**
   * Creates a user in a new group that holds the given permissions, such as `PunishmentAPI/CreatePunishment`. @param {string[]} permissions
   */
  const staff = async (permissions) => {
    const title = `攻击 ${randomBytes(4).toString("hex")}`
    const group = await call("POST /group", { title, enable_upload: true }, admin)
    made.groups.push(group.json["id"])
    const { json } = await call("GET /permission/list", { page: 1, size: 1000 }, admin)
    /** @type {{ id: number, path: string }[]} */
    const rows = json["permission"] ?? []
    const ids = rows.filter(({ path }) => permissions.some((name) => path.endsWith(name))).map(({ id }) => id)
    if (ids.length < permissions.length) throw new Failure(`没有这些权限：${permissions.join("、")}`)
    await call("PUT /group/permission", { group_id: group.json["id"], permission_id: ids }, admin)
    return { ...(await person([group.json["id"]])), group: Number(group.json["id"]) }
  }

  /** @param {Person | null} as @param {string} name @param {string | Buffer} content @param {string} [path] */
  const upload = (as, name, content, path = "/upload/document") => {
    const { headers, body } = formOf(name, content)
    return ask(`/api/v1${path}`, { method: "POST", headers: { ...headers, ...(as && { authorization: `Bearer ${as.token}` }) }, body })
  }

  /**
   * Creates a document from a text file as this user and waits until it can be read. @param {Person} as @param {string} title @param
   * {Record<string, unknown>} [more] @param {string} [content] @returns {Promise<Document>}
   */
  const document = async (as, title, more = {}, content = `${title} ${randomBytes(8).toString("hex")}\n`) => {
    const sent = await upload(as, `${title}.txt`, content)
    const reply = await call("POST /document", { document: [{ attachment_id: sent.json["data"]?.id, title, ...more }] }, as)
    /** @type {Document | undefined} */
    const row = reply.json["document"]?.[0]
    if (!row) throw new Failure(`没能上传文档：${sent.json["message"] ?? reply.json["message"] ?? reply.status}`)
    made.documents.push(row.id)
    for (const end = Date.now() + 180_000; Date.now() < end; await pause(60))
      if ((await call("GET /document", { uuid: row.uuid }, as)).json["status"] === 2) return row
    throw new Failure(`“${title}”三分钟内没有转换完。`)
  }

  /** Makes this session an hour older and waits until the site notices. @param {Person} as */
  const ageSessions = async (as) => {
    const ago = "confirmed_at = now() - interval '1 hour', created_at = now() - interval '1 hour'"
    await statement(dataDir, `update session set ${ago} where id = $1`, [
      JSON.parse(Buffer.from(as.token.split(".")[1] ?? "", "base64url").toString("utf8")).jti,
    ])
    await pause(1_500)
  }

  /** Removes what the attack created, as far as the site allows it: nothing may remain on a site that belongs to others. */
  const tidy = async () => {
    for (const id of made.documents) await call("DELETE /document", { id }, admin)
    if (made.documents.length > 0) await call("DELETE /document/recycle", { id: made.documents }, admin)
    if (made.people.length > 0)
      await ask("/api/v1/user", {
        method: "DELETE",
        headers: { authorization: `Bearer ${admin.token}`, "content-type": "application/json" },
        body: JSON.stringify({ id: made.people, password: admin.password }),
      })
    for (const id of made.groups) await call("DELETE /group", { id }, admin)
  }

  return {
    url,
    own: isOwn,
    admin,
    /** the group of new accounts */
    group: everybody.id,
    ask,
    call,
    signIn,
    person,
    staff,
    upload,
    document,
    ageSessions,
    tidy,
    raw: (/** @type {string} */ bytes, /** @type {number} */ waitMs = 3_000) => sendRaw(url, bytes, waitMs),
  }
}

/** @typedef {Awaited<ReturnType<typeof openSite>>} Site */
