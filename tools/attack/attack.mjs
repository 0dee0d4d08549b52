import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { formatNumber, table } from "../bench/table.mjs"
import { Failure, fail, messageOf } from "../../scripts/lib/failure.mjs"
import { buildReady } from "../../scripts/lib/fingerprint.mjs"
import { oneAtATime } from "../../scripts/lib/one-at-a-time.mjs"
import { inProject, say } from "../../scripts/lib/project.mjs"
import { runNode } from "../../scripts/lib/run.mjs"
import { startServer } from "../../scripts/lib/server.mjs"
import { copyTestData } from "../../scripts/lib/test-data.mjs"
import { attacks } from "./attacks.mjs"
import { areas, carryOut } from "./run.mjs"
import { openSite } from "./site.mjs"

/** @typedef {import("./run.mjs").Area} Area */
/** @typedef {import("./run.mjs").Result} Result */

/** @param {string[]} args */
const readOptions = (args) => {
  /** @type {import("node:util").ParseArgsConfig["options"]} */
  const options = {
    server: { type: "string" },
    admin: { type: "string" },
    area: { type: "string" },
    short: { type: "boolean", default: false },
    "no-build": { type: "boolean", default: false },
  }
  try {
    /** @type {{ server?: string, admin?: string, area?: string, short?: boolean, "no-build"?: boolean }} */
    const values = parseArgs({ args, options, strict: true }).values
    const [, username = "", password = ""] = /^([^:]+):(.+)$/.exec(values.admin ?? "") ?? []
    if (values.server && !username) throw new Failure("攻击正在运行的站点要用 --admin 名:密码 给出管理员。")
    const chosen = values.area?.split(",") ?? Object.keys(areas)
    const unknown = chosen.find((area) => !(area in areas))
    if (unknown) throw new Failure(`没有区域 ${unknown}，npm run attack -- --help 会列出所有区域。`)
    return { ...values, url: values.server?.replace(/\/+$/, ""), login: { username, password }, chosen }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(`${messageOf(error).split(".")[0]}，npm run attack -- --help 会列出所有选项。`, { cause: error })
  }
}

/** Builds the site if the sources have changed since the last build. */
export const prepareBuild = async () => {
  if (buildReady()) return
  say("正在编译（约一分钟）…")
  const { code, output } = await oneAtATime(async () =>
    buildReady() ? { code: 0, output: "" } : runNode([inProject("scripts/build.mjs")], { quiet: true }),
  )
  if (code !== 0) throw new Failure(`编译失败：\n${output.trim().split("\n").slice(-40).join("\n")}`)
}

/** Environment of an attacked site. Each simulated user has an address of their own, with this machine as the trusted proxy. */
export const attackedEnv = { LOG_LEVEL: "warn", SAMPLES: "false", TRUSTED_PROXIES: "127.0.0.1" }

/**
 * Starts a site of our own in a temporary folder, which is deleted when `work` has ended. @template T @param {(target: { url: string,
 * admin: { username: string, password: string }, own: boolean, dataDir: string }) => Promise<T>} work
 */
export const withOwnSite = async (work) => {
  const dataDir = mkdtempSync(join(tmpdir(), "doujia-attack-"))
  try {
    const admin = await copyTestData("empty", dataDir)
    const server = await startServer({ dataDir, env: attackedEnv })
    try {
      return await work({ url: server.url, admin, own: true, dataDir })
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** @param {Result[]} results */
const report = (results) => {
  const rows = results.map(({ area, title, attempts, successes, seconds, broken }) => [
    areas[area],
    title,
    broken ? "没做成" : successes.length > 0 ? "得逞" : "挡住",
    attempts,
    successes.length,
    formatNumber(seconds, 1),
  ])
  console.log(table(["区域", "攻击", "结果", "尝试", "得逞", "秒"], rows, 3))
  const sums = /** @type {Area[]} */ (Object.keys(areas)).flatMap((area) => {
    const of = results.filter((result) => result.area === area)
    const attempts = of.reduce((sum, one) => sum + one.attempts, 0)
    return of.length > 0 ? [[areas[area], of.length, attempts, of.reduce((sum, one) => sum + one.successes.length, 0)]] : []
  })
  console.log(`\n${table(["区域", "攻击", "尝试", "得逞"], sums)}\n`)
  for (const { title, successes, broken } of results) {
    if (broken) console.log(`没做成  ${title}：${broken}`)
    for (const success of successes) console.log(`得逞    ${title}：${success}`)
  }
  const failed = results.filter(({ successes, broken }) => broken || successes.length > 0).length
  console.log(failed > 0 ? `${failed} 种攻击没有被挡住` : `${results.length} 种攻击全部挡住`)
  return failed
}

/** `npm run attack`: exits with 1 when an attempt succeeds or an attack cannot be carried out. @param {string[]} args */
export const attack = async (args) => {
  try {
    const options = readOptions(args)
    const selectedAttacks = attacks.filter(
      ({ area, long, ownSite }) => options.chosen.includes(area) && !(options.short && long) && !(options.url && ownSite),
    )
    /** @param {Parameters<typeof openSite>[0]} target */
    const carryOutAll = async (target) => {
      const site = await openSite(target)
      /** @type {Result[]} */
      const results = []
      try {
        for (const one of selectedAttacks) results.push(await carryOut(site, one))
      } finally {
        if (!target.own) await site.tidy()
      }
      return results
    }
    if (!options.url && !options["no-build"]) await prepareBuild()
    const { url, login } = options
    process.exitCode = report(await (url ? carryOutAll({ url, admin: login, own: false }) : withOwnSite(carryOutAll))) > 0 ? 1 : 0
  } catch (error) {
    fail(error)
  }
}
