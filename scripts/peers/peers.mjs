import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Failure, fail } from "../lib/failure.mjs"
import { say } from "../lib/project.mjs"
import { startServer } from "../lib/server.mjs"
import { clientOf } from "./client.mjs"
import { walkReads, walkScreens } from "./reads.mjs"
import { createReport } from "./report.mjs"
import { usage } from "./usage.mjs"
import { walkArticle, walkPeople } from "./content-writes.mjs"
import { walkAbsent, walkEntities, walkSettings } from "./writes.mjs"

/** @param {string[]} args */
const readArguments = (args) => {
  const at = args.indexOf("--admin")
  const url = args.find((one) => /^https?:\/\//.test(one))
  const [, username = "", password = ""] = /^([^:]+):(.+)$/.exec(args[at + 1] ?? "") ?? []
  if (!url || at < 0 || !username) throw new Failure(usage)
  return { url: url.replace(/\/(api\/v1\/?)?$/, ""), username, password }
}

/** Writes that no walk makes: they cannot be undone or need something outside of the server. */
export const leftAlone = {
  "POST /user/register": "会留下一位用户",
  "POST /user/email/code": "会发邮件",
  "POST /user/findpassword/stepone": "会发邮件",
  "PUT /user/findpassword/steptwo": "要邮件里的链接",
  "PUT /document/reconvert": "所有失败的文档会重新转换",
  "DELETE /document/recycle/all": "会清空回收站",
  "DELETE /article/recycle/empty": "会清空回收站",
  "PUT /sqlmode": "会改那个数据库服务器的设置",
  "POST /release": "会联网检查新版本",
  "PUT /release/ignore": "忽略的版本没有办法恢复",
  "PUT /release/source": "会联网检查新版本",
}

/** Checks whether the server lacks a call; a stream also has addresses below its own. @param {Set<string>} absent @param {string} key */
const isAbsent = (absent, key) => {
  const path = key.slice(key.indexOf(" ") + 1)
  return absent.has(key) || [...absent].some((one) => path.startsWith(`${one.slice(one.indexOf(" ") + 1)}/{`))
}

/**
 * Checks every screen and every call of the server at `url` through a site of ours and prints the results. @param {{ url: string, username:
 * string, password: string }} asked
 */
const walkPeer = async ({ url, username, password }) => {
  const dataDir = await mkdtemp(join(tmpdir(), "doujia-peers-"))
  const running = await startServer({ dataDir, env: { API_BASE_URL: url, PAGE_CACHE_MB: "0" } })
  const report = createReport()
  try {
    say(/后端 .*/.exec(running.output())?.[0] ?? `后端 ${url}`)
    const login = await clientOf(running.url).call("POST /user/login", { username, password })
    if (login.status !== 200) throw new Failure(`管理员没能登录：${login.message}`)
    const token = String(login.data["token"])
    const site = clientOf(running.url, token)
    const peer = clientOf(url, token)
    const settings = (await site.call("GET /settings")).data
    const absent = new Set(/** @type {{ absent?: string[] }} */ (settings["capabilities"] ?? {}).absent ?? [])
    const { data } = await site.call("GET /openapi.json")
    // an operation with servers of its own is outside of the API
    const keys = Object.entries(/** @type {Record<string, Record<string, { servers?: unknown }>>} */ (data["paths"])).flatMap(
      ([path, methods]) => Object.entries(methods).flatMap(([method, { servers }]) => (servers ? [] : [`${method.toUpperCase()} ${path}`])),
    )
    // another site of this program lacks nothing, and gets every call as it was made
    const sameProgram = absent.size === 0
    const walk = { site, peer, sameProgram, absent, report }
    await walkReads(walk, keys)
    await walkAbsent(walk, keys)
    await walkEntities(walk)
    await walkSettings(walk)
    await walkArticle(walk)
    await walkPeople(walk, password, (userToken) => clientOf(running.url, userToken))
    await walkScreens({ url: running.url, token, peer, report })
    for (const [key, reason] of Object.entries(leftAlone)) report.add(key, "没有动", reason)
    const unwalked = keys.filter((key) => !key.startsWith("GET ") && !isAbsent(absent, key) && !report.has(key))
    if (!sameProgram) for (const key of unwalked) report.add(key, "坏了", "没有走过")
    else report.add("其余的写操作", "没有动", `${unwalked.length} 个：后端也是豆架，原样转交，没有要换算的`)
    const faults = running
      .output()
      .split("\n")
      .filter((line) => /"level":(50|60|"error"|"fatal")/.test(line))
    report.add("日志", faults.length ? "坏了" : "正常", faults[0]?.slice(0, 200) ?? "没有错误")
    report.print()
  } finally {
    await running.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return report.failed()
}

/**
 * `npm run peers -- URL --admin name:password`: exits with 1 when something is broken or a write changed more than requested. @param
 * {string[]} args
 */
export const peers = async (args) => {
  try {
    process.exitCode = (await walkPeer(readArguments(args))) ? 1 : 0
  } catch (error) {
    fail(error)
  }
}
