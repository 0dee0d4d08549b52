// Checks every read of the API and every screen through our site.
import { rowsOf } from "./client.mjs"
import { configGroups } from "./tables.mjs"

/** @typedef {import("./client.mjs").Client} Client */
/** @typedef {import("./client.mjs").Fields} Fields */

/**
 * Returns inputs for the reads that need one, taken from rows that the server has. @param {Client} peer @returns {Promise<Record<string,
 * Fields>>}
 */
const inputsFor = async (peer) => {
  /** @param {string} path @param {string} [name] @param {Fields} [more] */
  const first = async (path, name = path.slice(1), more = {}) =>
    rowsOf(await peer.call(`GET ${path}/list`, { page: 1, size: 10, ...more }), name)[0] ?? {}
  const document = await first("/document", "document", { status: 2 })
  const { id, uuid } = document
  /** @param {string} path */
  const byId = async (path) => ({ id: (await first(path))["id"] ?? 1 })
  return {
    "GET /document": { uuid, with_author: true },
    "GET /document/related": { uuid },
    "GET /document/score": { document_id: id },
    "GET /document/search": { wd: String(document["title"] ?? "a").slice(0, 8) },
    "GET /document/list": { page: 1, size: 10 },
    "GET /favorite": { document_id: id },
    "GET /comment/list": { document_id: id, type: 0 },
    "GET /article": { id: (await first("/article"))["id"] },
    "GET /category": await byId("/category"),
    "GET /banner": await byId("/banner"),
    "GET /advertisement": await byId("/advertisement"),
    "GET /navigation": await byId("/navigation"),
    "GET /language": await byId("/language"),
    "GET /group": await byId("/group"),
    "GET /group/permission": await byId("/group"),
    "GET /permission": await byId("/permission"),
    "GET /punishment": await byId("/punishment"),
    "GET /comment": await byId("/comment"),
    "GET /config/list": { category: ["system", "display", "security"] },
    "GET /user/captcha": { type: "login" },
  }
}

/** Reads that cost or count something, or that succeed only in a certain state. */
const leftAlone = {
  "GET /document/download": "要花积分",
  "GET /document/download/bereviewed": "要有待审的文档",
}
const missingIsRight = new Set(["GET /user/sign"])

/**
 * @param {import("./steps.mjs").Walk} walk
 * @param {string[]} keys
 */
export const walkReads = async ({ site, peer, sameProgram, absent, report }, keys) => {
  const inputs = await inputsFor(peer)
  for (const key of keys.filter((one) => one.startsWith("GET "))) {
    const reason = leftAlone[/** @type {keyof typeof leftAlone} */ (key)]
    if (reason) {
      report.add(key, "没有动", reason)
      continue
    }
    const { status, message } = await site.call(key, inputs[key] ?? {})
    // another site of this program has reads that existing servers lack, whose rows nobody has named here; a new site has few rows
    if (sameProgram && ((status === 400 && !inputs[key]) || status === 404)) {
      report.add(key, "没有动", message)
      continue
    }
    const right = absent.has(key) ? status === 404 : status === 200 || (status === 404 && missingIsRight.has(key))
    report.add(key, right ? (absent.has(key) ? "没有此功能" : "正常") : "坏了", right ? "" : `${status} ${message}`)
  }
}

const publicScreens = ["/", "/category", "/search?wd=a", "/article", "/login", "/register", "/findpassword", "/no/such/page"]
const ownScreens = ["article", "credit", "document", "download", "favorite", "order", "password", "profile", "vip"].map(
  (name) => `/me/${name}`,
)
const adminScreens = [
  "dashboard",
  "document/list",
  "document/recycle",
  "document/language",
  "comment",
  "report",
  "advertisement",
  "banner",
  "navigation",
  "user/list",
  "user/group",
  "user/permission",
  "user/punishment",
  "user/sms",
  ...configGroups.map((name) => `config/${name}`),
].map((name) => `/admin/${name}`)

/** Returns the screens of one document, one article and one user. @param {Client} peer */
const screensOfRows = async (peer) => {
  const [document] = rowsOf(await peer.call("GET /document/list", { page: 1, size: 1, status: 2 }), "document")
  const [article] = rowsOf(await peer.call("GET /article/list", { page: 1, size: 1 }), "article")
  return [`/document/${document?.["uuid"]}`, `/article/${article?.["identifier"]}`, "/user/1", "/user/999999", "/document/ffffffffffffffff"]
}

/**
 * Checks every screen as an anonymous user and as the administrator. None may return a server error.
 * @param {{ url: string, token: string, peer: Client, report: import("./report.mjs").Report }} all
 */
export const walkScreens = async ({ url, token, peer, report }) => {
  for (const path of [...publicScreens, ...(await screensOfRows(peer)), "/upload", "/me", ...ownScreens, ...adminScreens])
    for (const [who, cookie] of [
      ["访客", ""],
      ["管理员", `doujia_session=${token}`],
    ]) {
      const { status } = await fetch(`${url}${path}`, { redirect: "manual", headers: cookie ? { cookie } : {} })
      report.add(`${path}（${who}）`, status < 500 ? "正常" : "坏了", String(status))
    }
}
