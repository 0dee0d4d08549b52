// Data folders for the sites under test: created once per build and copied for each site.
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { importTypeScript } from "./bundle.mjs"
import { Failure } from "./failure.mjs"
import { inProject } from "./project.mjs"
import { run } from "./run.mjs"
import { startServer } from "./server.mjs"

/** @typedef {{ username: string, password: string }} Admin */
/**
 * `empty`: after the first start without samples. `samples`: with all samples converted. `reading`: also with a document of 300 pages,
 * which the browser tests of the reader share.
 * @typedef {"empty" | "samples" | "reading"} Kind
 */

const all = inProject("dist/test-data")
/** Creates the document of 300 pages. */
const documentMaker = "e2e/support/files.ts"

/** Returns the folder name, which changes with the build and with the samples. */
function keyOfBuild() {
  const stamp = inProject(".next/doujia-build")
  if (!existsSync(stamp)) throw new Failure("还没有编译过，请先运行 npm run build。")
  const samples = inProject("server/modules/site/samples/content")
  const files = readdirSync(samples, { recursive: true, encoding: "utf8" }).sort()
  const sizes = files.map((name) => `${name} ${statSync(join(samples, name)).size}`)
  return createHash("sha256")
    .update([readFileSync(stamp, "utf8").split(" ")[1], readFileSync(inProject(documentMaker), "utf8"), ...sizes].join("\n"))
    .digest("hex")
    .slice(0, 16)
}

/**
 * Copies a folder with owners and modes, because PostgreSQL refuses a data folder of another owner. `linked` creates hard links instead of
 * copies, for files that are never written.
 * @param {string} from @param {string} to
 */
export async function copyFolder(from, to, linked = false) {
  const { code, output } = await run("cp", [linked ? "-al" : "-a", `${from}/.`, to], { quiet: true })
  if (code !== 0) throw new Failure(`无法复制 ${from}：${output}`)
}

/** @param {string} url @param {Admin} admin */
async function logIn(url, admin) {
  const headers = { "content-type": "application/json" }
  const login = await fetch(`${url}/api/v1/user/login`, { method: "POST", headers, body: JSON.stringify(admin) })
  return /** @type {{ token: string }} */ (await login.json()).token
}

/** @param {string} url @param {string} token */
async function uploadLongDocument(url, token) {
  const { ownPdf } = /** @type {typeof import("../../e2e/support/files.ts")} */ (await importTypeScript(documentMaker))
  const { name, mimeType, buffer } = ownPdf("长文档.pdf", 300)
  const form = new FormData()
  form.append("file", new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
  const authorization = `Bearer ${token}`
  const sent = await fetch(`${url}/api/v1/upload/document`, { method: "POST", headers: { authorization }, body: form })
  const { data } = /** @type {{ data: { id: number } }} */ (await sent.json())
  const reply = await fetch(`${url}/api/v1/document`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ category_id: [1], document: [{ attachment_id: data.id, title: "长文档" }] }),
  })
  if (!reply.ok) throw new Failure(`长文档没有建立：${await reply.text()}`)
}

/** @param {string} url @param {string} token */
async function documentsConverted(url, token) {
  for (const end = Date.now() + 900_000; Date.now() < end; await pause(200)) {
    const reply = await fetch(`${url}/api/v1/document/list?user_id=1&size=100`, { headers: { authorization: `Bearer ${token}` } })
    const { document } = /** @type {{ document: { status: number }[] }} */ (await reply.json())
    // 0 and 1: waiting and being converted.
    if (document.length > 0 && document.every(({ status }) => status > 1)) return
  }
  throw new Failure("文档十五分钟内没有转换完。")
}

/** @param {string} folder @returns {Promise<void>} */
async function make(folder) {
  const [empty, samples, reading] = [join(folder, "empty"), join(folder, "samples"), join(folder, "reading")]
  for (const path of [empty, samples, reading]) mkdirSync(path)
  const env = { LOG_LEVEL: "warn" }
  const first = await startServer({ dataDir: empty, env: { ...env, SAMPLES: "false" } })
  const { admin } = first
  await first.stop()
  if (!admin) throw new Failure(`没有从服务的输出里读到第一位管理员：\n${first.output()}`)
  await copyFolder(empty, samples)
  const second = await startServer({ dataDir: samples, env })
  try {
    await documentsConverted(second.url, await logIn(second.url, admin))
  } finally {
    await second.stop()
  }
  await copyFolder(samples, reading)
  const third = await startServer({ dataDir: reading, env })
  try {
    const token = await logIn(third.url, admin)
    await uploadLongDocument(third.url, token)
    await documentsConverted(third.url, token)
  } finally {
    await third.stop()
  }
  writeFileSync(join(folder, "admin.json"), JSON.stringify(admin))
}

/**
 * Returns the folder with all kinds for the current build, and creates it on first use. If two processes create it at once, the first
 * result is kept.
 */
export async function prepareTestData() {
  const key = keyOfBuild()
  const folder = join(all, key)
  if (existsSync(folder)) return folder
  mkdirSync(all, { recursive: true })
  for (const old of readdirSync(all)) if (!old.startsWith(key)) rmSync(join(all, old), { recursive: true, force: true })
  const half = mkdtempSync(`${folder}-`)
  try {
    await make(half)
    if (!existsSync(folder)) renameSync(half, folder)
  } finally {
    rmSync(half, { recursive: true, force: true })
  }
  return folder
}

/**
 * Copies the data into an existing folder and returns the first administrator.
 * @param {Kind} kind @param {string} to @returns {Promise<Admin>}
 */
export async function copyTestData(kind, to) {
  const folder = await prepareTestData()
  await copyFolder(join(folder, kind), to)
  return JSON.parse(readFileSync(join(folder, "admin.json"), "utf8"))
}
