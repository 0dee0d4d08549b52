import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { changedFiles } from "./changed-files.mjs"
import { fail, Failure, messageOf } from "./failure.mjs"
import { installPackages, packagesReady } from "./packages.mjs"
import { inProject, say } from "./project.mjs"
import { chooseTests, limits } from "./related-tests.mjs"
import { run, runNode } from "./run.mjs"

const help = `用法：npm run check -- [选项]

改完代码后快速检查，一般不到一分钟：类型、改过的文件的格式和代码规则、生成的文件、
相关的测试和架构测试。提交前仍要用 npm test 做全部检查。

  --base REF   与哪个提交比较（默认：当前分支从 main 分出的地方；包括还没有提交的和新的文件）
  --all-tests  不限制相关测试的数目
  --help       显示这段说明`

/** How many steps run in parallel; each uses about one core. */
const lanes = 2
const sourceFolders = ["app", "components", "lib", "stores", "server", "scripts", "tools", "tests"]

const unlimited = { api: Number.POSITIVE_INFINITY, all: Number.POSITIVE_INFINITY }

/** The result of a step. `detail` is printed after its title. @typedef {{ ok: boolean, output: string, detail?: string }} Outcome */
/** @typedef {{ title: string, work: () => Promise<Outcome> }} Step */

const program = (/** @type {string} */ name) => inProject(`node_modules/.bin/${name}`)

/** @param {Promise<{ code: number, output: string }>} running @param {string} [detail] @returns {Promise<Outcome>} */
const outcome = async (running, detail) => {
  const { code, output } = await running
  return { ok: code === 0, output, detail }
}

/** Reads all source files into a map from path (relative to the root) to text. */
function readSources() {
  const texts = new Map()
  for (const folder of sourceFolders) {
    const names = readFolder(folder).filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !name.endsWith(".gen.ts"))
    for (const name of names) texts.set(join(folder, name).replaceAll("\\", "/"), readFileSync(inProject(join(folder, name)), "utf8"))
  }
  return texts
}

/** @param {string} folder */
function readFolder(folder) {
  try {
    return readdirSync(inProject(folder), { recursive: true, encoding: "utf8" })
  } catch {
    return [] // Not every copy of the project has all folders.
  }
}

/**
 * Returns the steps for the changed files, longest first. tsc checks the whole project (it stores its last result in tsconfig.tsbuildinfo),
 * lint and format check the changed files, and `chooseTests` selects the tests.
 * @param {string[]} changed @param {boolean} allTests @returns {Step[]}
 */
function stepsFor(changed, allTests) {
  const code = changed.filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !path.endsWith(".gen.ts"))
  const formatted = changed.filter((path) => /\.(ts|tsx|mjs|css|json|md|yml)$/.test(path))
  const { tests, left } = chooseTests(changed, readSources(), allTests ? unlimited : limits)
  const tsc = (/** @type {string[]} */ ...args) => outcome(run(program("tsc"), ["--noEmit", ...args], { quiet: true }))
  /** @type {Step[]} */
  const steps = [{ title: "类型", work: () => tsc() }]
  steps.push({
    title: "测试",
    work: () => {
      const args = ["run", "--reporter=dot", "--maxWorkers=1", "--experimental.fsModuleCache", "tests/architecture", ...tests]
      const detail = `架构测试${tests.length > 0 ? `和 ${tests.length} 个相关的文件` : ""}${left > 0 ? `，还有 ${left} 个相关的没有运行` : ""}`
      return outcome(run(program("vitest"), args, { quiet: true, env: { NODE_ENV: "test" } }), detail)
    },
  })
  if (code.length > 0)
    steps.push({
      title: "代码规则",
      work: () => outcome(run(program("oxlint"), ["--type-aware", "--deny-warnings", ...code], { quiet: true }), `${code.length} 个文件`),
    })
  if (code.some((path) => path.endsWith(".mjs"))) steps.push({ title: "脚本的类型", work: () => tsc("-p", "tsconfig.scripts.json") })
  steps.push({ title: "生成的文件", work: () => outcome(runNode([inProject("scripts/generate.mjs"), "--check"], { quiet: true })) })
  if (formatted.length > 0)
    steps.push({
      title: "格式",
      work: () =>
        outcome(
          run(program("oxfmt"), ["--check", "--no-error-on-unmatched-pattern", ...formatted], { quiet: true }),
          `${formatted.length} 个文件`,
        ),
    })
  return steps
}

/** Runs up to `lanes` steps in parallel and prints a line when each one ends. @param {Step[]} steps */
async function runSteps(steps) {
  /** @type {{ title: string, output: string }[]} */
  const failures = []
  const waiting = [...steps]
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const { title, work } = step
      const from = Date.now()
      const { ok, output, detail } = await work()
      const seconds = ((Date.now() - from) / 1000).toFixed(1).padStart(5)
      console.log(`${ok ? "通过" : "失败"} ${seconds} 秒  ${title}${detail ? `（${detail}）` : ""}`)
      if (!ok) failures.push({ title, output })
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return failures
}

/** @param {string[]} args @returns {{ base?: string, "all-tests"?: boolean, help?: boolean }} */
function readArgs(args) {
  try {
    const flag = /** @type {const} */ ({ type: "boolean", multiple: false })
    const options = { base: /** @type {const} */ ({ type: "string", multiple: false }), "all-tests": flag, help: flag }
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw new Failure(`看不懂选项：${messageOf(error)}。npm run check -- --help 会列出所有选项。`, { cause: error })
  }
}

/** Runs `npm run check`; the exit code is 1 if a step fails. @param {string[]} args */
export async function check(args) {
  try {
    const { base, "all-tests": allTests = false, help: wantsHelp } = readArgs(args)
    if (wantsHelp) return console.log(help)
    if (!packagesReady(true)) await installPackages(true)
    const begun = Date.now()
    const changed = changedFiles(base)
    say(`改过 ${changed.length} 个文件`)
    const failures = await runSteps(stepsFor(changed, allTests))
    for (const { title, output } of failures) console.log(`\n── ${title} ──\n${output.trim()}`)
    const result = failures.length === 0 ? "全部通过" : `${failures.map(({ title }) => title).join("、")}没有通过`
    say(`${result}，用了 ${Math.round((Date.now() - begun) / 1000)} 秒`)
    process.exitCode = failures.length === 0 ? 0 : 1
  } catch (error) {
    fail(error)
  }
}
