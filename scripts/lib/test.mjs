import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { fail, Failure, sentenceOf } from "./failure.mjs"
import { buildReady } from "./fingerprint.mjs"
import { olderChromium } from "./older-chromium.mjs"
import { oneAtATime } from "./one-at-a-time.mjs"
import { installPackages, packagesReady } from "./packages.mjs"
import { findChromium, prepareTestPrograms } from "./programs.mjs"
import { inProject, root, say } from "./project.mjs"
import { run, runNode } from "./run.mjs"
import { prepareTestData } from "./test-data.mjs"
import { browserTestsOf, failedOf, unstableOf } from "./unstable.mjs"

/** @typedef {import("./unstable.mjs").VitestFile} VitestFile @typedef {import("./unstable.mjs").PlaywrightSuite} PlaywrightSuite */

/**
 * The result of a check. `files`: seconds per test file; `note` is printed at the end; `broken`: names of failed tests; `unstable`: tests
 * that passed only on retry.
 */
/** @typedef {{ passed?: number, failed?: number, skipped?: number, note?: string | false, broken?: string[], unstable?: string[], files?: { path: string, seconds: number }[] }} Sums */
/**
 * A check. With `quiet` its output is printed only after it has ended, because two checks run in parallel.
 * @typedef {{ name: string, title: string, work: (quiet: boolean) => Promise<Sums> }} Check
 */

const reports = mkdtempSync(join(tmpdir(), "doujia-test-"))
const ci = Boolean(process.env.CI) && process.env.CI !== "false"
const program = (/** @type {string} */ name) => inProject(`node_modules/.bin/${name}`)

/**
 * Stages run in order, the checks of a stage in parallel: linting and building leave a second core idle
 * most of the time. Tests measure times and memory, so each kind of test runs alone.
 * @type {Check[][]}
 */
const stages = [
  [
    { name: "lint", title: "代码检查", work: lint },
    { name: "build", title: "编译", work: build },
  ],
  [
    { name: "types", title: "类型检查", work: types },
    { name: "generated", title: "生成的文件", work: (quiet) => one(runNode([inProject("scripts/generate.mjs"), "--check"], { quiet })) },
    { name: "data", title: "测试数据", work: data },
  ],
  [{ name: "unit", title: "单元与接口测试", work: unit }],
  [{ name: "e2e", title: "浏览器测试", work: e2e }],
]

const usage = `用法：npm test -- [--all] [--only=${stages
  .flat()
  .map(({ name }) => name)
  .join(",")}]

运行检查和测试，最后一行是 “N passed, N failed”。
  --all    也运行很长的测试：进程和数据库的故障、真实文件的转换、整站导入，以及浏览器里主要流程以外的全部（手机、现有服务器）
  --only   只运行这些
缺少的程序由 root 运行时自动安装（Debian），否则列出安装命令。`

/** Whether the long tests run too; without them a run takes a third of the time (docs/decisions/340). */
let all = false

/**
 * Runs all checks, or those named by `--only=unit,e2e`, with `--all` also the long tests. Continues after a failure and prints the totals
 * as the last line.
 * @param {string[]} args
 */
export async function test(args) {
  if (args.includes("--help")) return console.log(usage)
  all = args.includes("--all")
  const chosen = choose(args.filter((arg) => arg !== "--all"))
  const begun = Date.now()
  const sums = { passed: 0, failed: 0, skipped: 0 }
  /** @type {string[]} */
  const notes = []
  /** @type {{ path: string, seconds: number }[]} */
  const files = []
  /** @param {string} title @param {() => Promise<Sums>} work */
  const count = async (title, work) => {
    const result = await work().catch((error) => /** @type {Sums} */ ({ failed: 1, note: sentenceOf(error) }))
    const { passed = 0, failed = 0, skipped = 0, note, broken = [], unstable = [] } = result
    sums.passed += passed
    sums.failed += failed
    sums.skipped += skipped
    files.push(...(result.files ?? []))
    if (failed > 0) notes.push(`${title}：${failed} 项失败`)
    if (skipped > 0) notes.push(`${title}：${skipped} 项没有运行`)
    if (note) notes.push(`${title}：${note}`)
    for (const name of broken) notes.push(`失败：${name}`)
    for (const name of unstable) notes.push(`不稳定（重试后通过）：${name}`)
    return failed === 0
  }

  const ready = await count("准备", () => prepare(chosen.flat()))
  for (const stage of ready ? chosen : []) {
    await Promise.all(
      stage.map(async ({ title, work }) => {
        const from = Date.now()
        if (stage.length === 1) say(`── ${title} ──`)
        await count(title, () => work(stage.length > 1))
        say(`${title}用了 ${Math.round((Date.now() - from) / 1000)} 秒`)
      }),
    )
  }
  rmSync(reports, { recursive: true, force: true })

  sayTheSlowest(files)
  for (const note of notes) say(note)
  const red = sums.failed > 0 || (ci && sums.skipped > 0)
  if (sums.failed === 0 && red) say("CI 里不允许跳过任何测试")
  if (!all && chosen.flat().some(({ name }) => name === "unit" || name === "e2e")) say("很长的测试没有运行；全部测试：npm test -- --all")
  say(`一共用了 ${((Date.now() - begun) / 60_000).toFixed(1)} 分钟`)
  console.log(`${sums.passed} passed, ${sums.failed} failed${sums.skipped > 0 ? `, ${sums.skipped} skipped` : ""}`)
  process.exit(red ? 1 : 0)
}

/** @param {{ path: string, seconds: number }[]} files */
function sayTheSlowest(files) {
  if (files.length === 0) return
  say("最慢的十个测试文件：")
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)
  for (const { path, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(8)} 秒  ${path}`)
}

/**
 * Installs packages and programs. Anything still missing fails the run before its first test.
 * @param {Check[]} chosen @returns {Promise<Sums>}
 */
async function prepare(chosen) {
  if (!packagesReady(true)) await oneAtATime(async () => packagesReady(true) || (await installPackages(true)))
  if (chosen.some(({ name }) => name === "unit" || name === "e2e")) await prepareTestPrograms()
  return {}
}

/** Returns the stages, reduced to the named checks. @param {string[]} args */
function choose(args) {
  const names = stages.flat().map(({ name }) => name)
  let chosen = names
  for (const arg of args) {
    const list = /^--only=(.+)$/.exec(arg)?.[1]?.split(",")
    if (!list || list.some((name) => !names.includes(name))) fail(new Failure(usage))
    else chosen = list
  }
  return stages.map((stage) => stage.filter(({ name }) => chosen.includes(name))).filter((stage) => stage.length > 0)
}

/**
 * Turns a single program into a check that passes or fails as a whole. Prints its output after it has ended.
 * @param {Promise<{ code: number, output: string }>} running @returns {Promise<Sums>}
 */
async function one(running) {
  const { code, output } = await running
  if (output.trim()) console.log(output.trimEnd())
  return code === 0 ? { passed: 1 } : { failed: 1 }
}

/** @param {boolean} quiet */
async function lint(quiet) {
  const format = await one(run(program("oxfmt"), ["--check"], { quiet }))
  const rules = await one(run(program("oxlint"), ["--deny-warnings"], { quiet }))
  return { passed: sum([format, rules], "passed"), failed: sum([format, rules], "failed") }
}

/** @param {boolean} quiet @returns {Promise<Sums>} */
async function build(quiet) {
  if (buildReady()) return { passed: 1 }
  return one(oneAtATime(() => runNode([inProject("scripts/build.mjs")], { quiet })))
}

/**
 * Type-aware rules and type errors of the whole tree in one pass, because both need all types: oxlint takes half as long as it and tsc one
 * after the other. Next's own checks of the pages are in a file that it generates; the scripts have a project of their own.
 * @param {boolean} quiet @returns {Promise<Sums>}
 */
async function types(quiet) {
  const { code } = await run(program("next"), ["typegen"], { quiet, env: { NEXT_TELEMETRY_DISABLED: "1" } })
  if (code !== 0) return { failed: 1 }
  const oxlint = (/** @type {string[]} */ ...args) => one(run(program("oxlint"), ["--type-aware", "--type-check", ...args], { quiet }))
  const results = [await oxlint("--deny-warnings"), await oxlint("--allow=all", ".next/types/validator.ts")]
  results.push(await one(run(program("tsc"), ["--noEmit", "-p", "tsconfig.scripts.json"], { quiet })))
  return { passed: sum(results, "passed"), failed: sum(results, "failed") }
}

/** Creates the data folders of the sites under test before the tests, so that no test waits for them. */
async function data() {
  await prepareTestData()
  return {}
}

/** @param {string} path */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"))
  } catch {
    return null // The program exited before it wrote its report, so its exit code counts.
  }
}

/**
 * Counts a run that failed without a failed test (a file that cannot be loaded, an error outside the tests) as one failure.
 * @param {Sums} sums @param {number} code
 */
const withExitCode = (sums, code) => (code !== 0 && sums.failed === 0 ? { ...sums, failed: 1 } : sums)

/** @returns {Promise<Sums>} */
async function unit() {
  const path = join(reports, "unit.json")
  const report = ["--reporter=default", "--reporter=json", `--outputFile.json=${path}`]
  const projects = all ? [] : ["--project=unit", "--project=front"]
  const { code } = await run(program("vitest"), ["run", ...report, ...projects], { env: { NODE_ENV: "test" } })
  const result = readReport(path)
  if (!result) return { failed: 1 }
  /** @type {VitestFile[]} */
  const results = result.testResults
  const unloaded = results.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length
  const sums = {
    passed: result.numPassedTests,
    failed: result.numFailedTests + unloaded,
    skipped: result.numPendingTests + result.numTodoTests,
    broken: results.flatMap(failedOf),
    unstable: results.flatMap(unstableOf),
    files: results.map(({ name, startTime, endTime }) => ({ path: relative(root, name), seconds: (endTime - startTime) / 1000 })),
  }
  return withExitCode(sums, code)
}

/** @param {Sums[]} parts @param {"passed" | "failed"} name */
const sum = (parts, name) => parts.reduce((total, part) => total + (part[name] ?? 0), 0)

/** Returns the total seconds of a file's tests in all browser sizes. @param {PlaywrightSuite} suite @returns {number} */
const secondsOf = ({ suites = [], specs }) =>
  specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results)).reduce((total, { duration }) => total + duration / 1000, 0) +
  suites.reduce((total, inner) => total + secondsOf(inner), 0)

/** @returns {Promise<Sums>} */
async function e2e() {
  const path = join(reports, "e2e.json")
  const env = { CHROMIUM_PATH: (await findChromium()) ?? "", PLAYWRIGHT_JSON_OUTPUT_NAME: path, PLAYWRIGHT_HTML_OPEN: "never" }
  // the oldest supported browser, where its package has a binary for this system (docs/decisions/175)
  const projects = ["--project=desktop", ...(olderChromium() ? ["--project=older"] : [])]
  const chosen = all ? [] : [...projects, "--grep=@main"]
  const { code } = await run(program("playwright"), ["test", "--reporter=list,json", ...chosen], { env })
  const report = readReport(path)
  if (!report) return { failed: 1 }
  const { expected, unexpected, flaky, skipped } = report.stats
  /** @type {PlaywrightSuite[]} */
  const suites = report.suites
  const sums = {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    broken: suites.flatMap((suite) => browserTestsOf(suite, "unexpected")),
    unstable: suites.flatMap((suite) => browserTestsOf(suite, "flaky")),
    files: suites.map((suite) => ({ path: `e2e/${suite.file}`, seconds: secondsOf(suite) })),
  }
  return withExitCode(sums, code)
}
