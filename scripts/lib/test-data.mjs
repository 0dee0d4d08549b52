// Data folders for the tested sites: made once per build, copied for each site.
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { Failure } from "./failure.mjs"
import { inProject } from "./project.mjs"
import { run } from "./run.mjs"
import { startServer } from "./server.mjs"

/** @typedef {{ username: string, password: string }} Admin */
/** `empty`: after the first start without samples. `samples`: with the samples, every one of them converted. @typedef {"empty" | "samples"} Kind */

const all = inProject("dist/test-data")

/** The folder's name, which changes with the build and with the samples. */
function keyOfBuild() {
  const stamp = inProject(".next/doujia-build")
  if (!existsSync(stamp)) throw new Failure("还没有编译过，请先运行 npm run build。")
  const samples = inProject("server/modules/site/samples/content")
  const files = readdirSync(samples, { recursive: true, encoding: "utf8" }).sort()
  const sizes = files.map((name) => `${name} ${statSync(join(samples, name)).size}`)
  return createHash("sha256")
    .update([readFileSync(stamp, "utf8").split(" ")[1], ...sizes].join("\n"))
    .digest("hex")
    .slice(0, 16)
}

/** Copies a folder with owners and modes: PostgreSQL refuses a data folder of another owner. `linked`: the same files, for what nobody writes to. @param {string} from @param {string} to */
export async function copyFolder(from, to, linked = false) {
  const { code, output } = await run("cp", [linked ? "-al" : "-a", `${from}/.`, to], { quiet: true })
  if (code !== 0) throw new Failure(`无法复制 ${from}：${output}`)
}

/** @param {string} url @param {Admin} admin */
async function samplesConverted(url, admin) {
  const headers = { "content-type": "application/json" }
  const login = await fetch(`${url}/api/v1/user/login`, { method: "POST", headers, body: JSON.stringify(admin) })
  const { token } = /** @type {{ token: string }} */ (await login.json())
  for (const end = Date.now() + 900_000; Date.now() < end; await pause(200)) {
    const reply = await fetch(`${url}/api/v1/document/list?user_id=1&size=100`, { headers: { authorization: `Bearer ${token}` } })
    const { document } = /** @type {{ document: { status: number }[] }} */ (await reply.json())
    // 0 and 1: waiting and being converted
    if (document.length > 0 && document.every(({ status }) => status > 1)) return
  }
  throw new Failure("示例文档十五分钟内没有转换完。")
}

/** @param {string} folder @returns {Promise<void>} */
async function make(folder) {
  const [empty, samples] = [join(folder, "empty"), join(folder, "samples")]
  for (const path of [empty, samples]) mkdirSync(path)
  const env = { LOG_LEVEL: "warn" }
  const first = await startServer({ dataDir: empty, env: { ...env, SAMPLES: "false" } })
  const { admin } = first
  await first.stop()
  if (!admin) throw new Failure(`没有从服务的输出里读到第一位管理员：\n${first.output()}`)
  await copyFolder(empty, samples)
  const second = await startServer({ dataDir: samples, env })
  try {
    await samplesConverted(second.url, admin)
  } finally {
    await second.stop()
  }
  writeFileSync(join(folder, "admin.json"), JSON.stringify(admin))
}

/** The folder with both kinds for the present build, made on first use. When two processes make it at once the first result is kept. */
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

/** Copies the data into an existing folder and returns the first administrator. @param {Kind} kind @param {string} to @returns {Promise<Admin>} */
export async function copyTestData(kind, to) {
  const folder = await prepareTestData()
  await copyFolder(join(folder, kind), to)
  return JSON.parse(readFileSync(join(folder, "admin.json"), "utf8"))
}
