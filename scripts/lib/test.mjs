import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fail, Failure, sentenceOf } from "./failure.mjs"
import { buildReady } from "./fingerprint.mjs"
import { oneAtATime } from "./one-at-a-time.mjs"
import { installPackages, packagesReady } from "./packages.mjs"
import { prepareChromium, preparePrograms } from "./programs.mjs"
import { inProject, say } from "./project.mjs"
import { run, runNode } from "./run.mjs"

const reports = mkdtempSync(join(tmpdir(), "doujia-test-"))
const ci = Boolean(process.env.CI) && process.env.CI !== "false"
const program = (name) => inProject(`node_modules/.bin/${name}`)

const checks = [
  { name: "lint", title: "代码检查", work: lint },
  { name: "types", title: "类型检查", work: types },
  { name: "generated", title: "生成的文件", work: () => one(runNode([inProject("scripts/generate.mjs"), "--check"])) },
  {
    name: "build",
    title: "编译",
    work: async () => (buildReady() ? { passed: 1 } : one(oneAtATime(() => runNode([inProject("scripts/build.mjs")])))),
  },
  { name: "unit", title: "单元与接口测试", work: unit },
  { name: "e2e", title: "浏览器测试", work: e2e },
]

/** Runs all checks, or those named by `--only=unit,e2e`, goes on after a failure, and ends with the line of sums. */
export async function test(args) {
  const chosen = choose(args)
  const sums = { passed: 0, failed: 0, skipped: 0 }
  const notes = []
  const count = async (title, work) => {
    const { passed = 0, failed = 0, skipped = 0, note } = await work().catch((error) => ({ failed: 1, note: sentenceOf(error) }))
    sums.passed += passed
    sums.failed += failed
    sums.skipped += skipped
    if (failed > 0) notes.push(`${title}：${failed} 项失败`)
    if (skipped > 0) notes.push(`${title}：${skipped} 项没有运行`)
    if (note) notes.push(`${title}：${note}`)
    return failed === 0
  }

  const ready = await count("准备", () => prepare(chosen))
  for (const { title, work } of ready ? chosen : []) {
    say(`── ${title} ──`)
    await count(title, work)
  }
  rmSync(reports, { recursive: true, force: true })

  for (const note of notes) say(note)
  const broken = sums.failed > 0 || (ci && sums.skipped > 0)
  if (sums.failed === 0 && broken) say("CI 里不允许跳过任何测试")
  console.log(`${sums.passed} passed, ${sums.failed} failed${sums.skipped > 0 ? `, ${sums.skipped} skipped` : ""}`)
  process.exit(broken ? 1 : 0)
}

/** Nothing can be checked without the packages; without a program only the tests that use it are not run. */
async function prepare(chosen) {
  if (!packagesReady(true)) await oneAtATime(async () => packagesReady(true) || (await installPackages(true)))
  if (!chosen.some(({ name }) => name === "unit" || name === "e2e")) return {}
  const missing = await preparePrograms()
  return { skipped: missing.length, note: missing.length > 0 && `缺少 ${missing.join("、")}，用到它们的测试不会运行` }
}

function choose(args) {
  const names = checks.map(({ name }) => name)
  let chosen = names
  for (const arg of args) {
    const list = /^--only=(.+)$/.exec(arg)?.[1]?.split(",")
    if (!list || list.some((name) => !names.includes(name))) fail(new Failure(`用法：npm test -- [--only=${names.join(",")}]`))
    chosen = list
  }
  return checks.filter(({ name }) => chosen.includes(name))
}

/** A check that is one program: it passes or fails as a whole. */
async function one(running) {
  const { code } = await running
  return code === 0 ? { passed: 1 } : { failed: 1 }
}

async function lint() {
  const format = await one(run(program("oxfmt"), ["--check"]))
  const rules = await one(run(program("oxlint"), ["--type-aware", "--deny-warnings"]))
  return { passed: sum([format, rules], "passed"), failed: sum([format, rules], "failed") }
}

async function types() {
  const { code } = await run(program("next"), ["typegen"], { env: { NEXT_TELEMETRY_DISABLED: "1" } })
  return code === 0 ? one(run(program("tsc"), ["--noEmit"])) : { failed: 1 }
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"))
  } catch {
    return null // It died before it could write one: its exit code tells.
  }
}

/** A run that failed although no test did (a file that cannot be loaded, an error outside of tests) counts as one. */
const withExitCode = (sums, code) => (code !== 0 && sums.failed === 0 ? { ...sums, failed: 1 } : sums)

async function unit() {
  const path = join(reports, "unit.json")
  const { code } = await run(program("vitest"), ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${path}`], {
    env: { NODE_ENV: "test" },
  })
  const report = readReport(path)
  if (!report) return { failed: 1 }
  const unloaded = report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length
  const sums = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded,
    skipped: report.numPendingTests + report.numTodoTests,
  }
  return withExitCode(sums, code)
}

/** Most of a browser test is waiting: two halves side by side, each with a site and data of its own. */
async function e2e() {
  const chromium = await prepareChromium()
  if (!chromium) return { skipped: 1, note: "没有 Chromium，请设置 CHROMIUM_PATH" }
  const halves = await Promise.all([1, 2].map((half) => e2eHalf(half, chromium)))
  const flaky = sum(halves, "flaky")
  return {
    passed: sum(halves, "passed"),
    failed: sum(halves, "failed"),
    skipped: sum(halves, "skipped"),
    note: flaky > 0 && `${flaky} 项重试后才通过`,
  }
}

const sum = (parts, name) => parts.reduce((total, part) => total + (part[name] ?? 0), 0)

async function e2eHalf(half, chromium) {
  const path = join(reports, `e2e-${half}.json`)
  const env = {
    CHROMIUM_PATH: chromium,
    E2E_PORT: String(18_879 + half),
    PLAYWRIGHT_JSON_OUTPUT_FILE: path,
    PLAYWRIGHT_JSON_OUTPUT_NAME: path,
    PLAYWRIGHT_HTML_OPEN: "never",
  }
  const { code } = await run(
    program("playwright"),
    ["test", "--reporter=list,json", `--shard=${half}/2`, `--output=${join("test-results", String(half))}`],
    { env },
  )
  const report = readReport(path)
  if (!report) return { failed: 1 }
  const { expected, unexpected, flaky, skipped } = report.stats
  return { ...withExitCode({ passed: expected + flaky, failed: unexpected, skipped }, code), flaky }
}
