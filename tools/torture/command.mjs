import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { prepareBuild } from "../attack/attack.mjs"
import { importTypeScript, serverBundle } from "../../scripts/lib/bundle.mjs"
import { Failure, fail, messageOf } from "../../scripts/lib/failure.mjs"
import { inProject, mainBundle, say } from "../../scripts/lib/project.mjs"
import { run } from "../../scripts/lib/run.mjs"
import { copyTestData } from "../../scripts/lib/test-data.mjs"

/** A day. */
const longestSeconds = 86_400
/** The random generator has a state of 32 bits. */
const largestSeed = 4_294_967_295

/** @param {string[]} args */
const readOptions = (args) => {
  /** @type {import("node:util").ParseArgsConfig["options"]} */
  const options = {
    seconds: { type: "string" },
    kills: { type: "string" },
    clients: { type: "string", default: "8" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    "no-build": { type: "boolean", default: false },
  }
  try {
    /** @type {{ values: { seconds?: string, kills?: string, clients?: string, seed?: string, "no-build"?: boolean }, positionals: string[] }} */
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals: true })
    const [what] = positionals
    const numbers = [
      values.seconds ?? (what === "hang" ? "300" : "600"),
      values.clients,
      values.kills ?? (what === "backup" ? "20" : "300"),
      values.seed,
    ].map(Number)
    const [seconds = 0, clients = 0, kills = 0, seed = 0] = numbers
    if (positionals.length !== 1 || !(["money", "import", "backup"].includes(String(what)) || tests[String(what)]))
      throw new Failure(`要折磨什么？npm run torture -- money、import、backup、${Object.keys(tests).join("、")}`)
    if (!numbers.every((value) => Number.isInteger(value) && value >= 0) || !seconds || !clients || !kills)
      throw new Failure("--seconds、--clients、--kills 和 --seed 是整数。")
    if (seconds > longestSeconds || seed > largestSeed) throw new Failure(`--seconds 最多 ${longestSeconds}，--seed 最多 ${largestSeed}。`)
    return { ...values, what, seconds, clients, kills, seed }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(`${messageOf(error).split(".")[0]}，npm run torture -- --help 会列出所有选项。`, { cause: error })
  }
}

/** Tests that run in a short form among the others, and which of a file's. @type {Record<string, { files: string[], name?: string }>} */
const tests = {
  documents: { files: ["tests/process/kills.test.ts"] },
  folder: { files: ["tests/process/killed.test.ts"], name: "a killed import of a folder" },
  crawl: { files: ["tests/process/killed.test.ts"], name: "a killed crawl" },
  storage: { files: ["tests/process/killed.test.ts"], name: "a killed move of the files" },
  hang: { files: ["tests/process/hanging.test.ts", "tests/process/outage.test.ts"] },
}

/** @param {{ files: string[], name?: string }} test @param {{ kills: number, seed: number, seconds: number }} options */
const tortureBy = async ({ files, name }, { kills, seed, seconds }) => {
  const env = { NODE_ENV: "test", DOUJIA_KILLS: String(kills), DOUJIA_SEED: String(seed), DOUJIA_HANG_SECONDS: String(seconds) }
  const args = ["run", "--project", "sites", ...files, ...(name ? ["-t", name] : [])]
  const { code } = await run(inProject("node_modules/.bin/vitest"), args, { env })
  process.exitCode = code
}

/** Bundles the importer as it is in the sources, and tortures it. @param {number} seconds @param {number} seed */
const tortureTakeover = async (seconds, seed) => {
  const { build } = await import("esbuild")
  await build(serverBundle())
  const { tortureImport, importReport } = await importTypeScript("tools/torture/import.ts")
  say(`随机数从 ${seed} 开始`)
  const result = await tortureImport({ program: [inProject("scripts/import.mjs")], seconds, seed, say })
  console.log(importReport(result, seed))
  process.exit(result.differences.length > 0 ? 1 : 0)
}

/** Backs up, destroys and restores a temporary site. @param {{ kills: number, clients: number, seed: number }} options */
const tortureBackups = async ({ kills, clients, seed }) => {
  const { tortureBackup, backupReport } = await importTypeScript("tools/torture/backup.ts")
  const folder = mkdtempSync(join(tmpdir(), "doujia-torture-"))
  try {
    say(`随机数从 ${seed} 开始`)
    const dataDir = join(folder, "site-0")
    const admin = await copyTestData("empty", dataDir)
    const result = await tortureBackup({ main: mainBundle, folder, dataDir, admin, times: kills, seed, clients, say })
    console.log(backupReport(result))
    process.exitCode = result.violations.length > 0 ? 1 : 0
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

/** `npm run torture`: exits with 1 if any invariant is violated. @param {string[]} args */
export const torture = async (args) => {
  try {
    const { what, seconds, clients, kills, seed, ...rest } = readOptions(args)
    const test = tests[String(what)]
    if (test) return await tortureBy(test, { kills, seed, seconds })
    if (what === "import") return await tortureTakeover(seconds, seed)
    if (!rest["no-build"]) await prepareBuild()
    if (what === "backup") return await tortureBackups({ kills, clients, seed })
    const { tortureMoney, report } = await importTypeScript("tools/torture/money.ts")
    const dataDir = mkdtempSync(join(tmpdir(), "doujia-torture-"))
    try {
      say(`随机数从 ${seed} 开始`)
      const admin = await copyTestData("empty", dataDir)
      const result = await tortureMoney({ main: mainBundle, dataDir, admin, seconds, seed, clients, say })
      console.log(report(result))
      process.exitCode = result.violations.length > 0 ? 1 : 0
    } finally {
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    }
  } catch (error) {
    fail(error)
  }
}
