// Runs test files in the checkout and reports which tests failed.
import { spawn } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { Failure } from "../../scripts/lib/failure.mjs"

/** The time limit for the tests of one fault (ms): some faults make a test wait forever. */
const longestMs = 10 * 60_000

/**
 * `failed` contains full titles; `broken` contains files that did not run, with the reason.
 * @typedef {{ passed: number, failed: string[], broken: string[], seconds: number }} Outcome
 */

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set()

/** Kills all running test processes and their children. */
export const stopTests = () => {
  for (const { pid } of running) if (pid) process.kill(-pid, "SIGKILL")
}

/**
 * Runs Vitest and resolves with the end of its output. @param {string} folder @param {string[]} args @param {number} most @returns
 * {Promise<string>}
 */
const vitest = (folder, args, most) =>
  new Promise((done, fail) => {
    // `CI` is empty to avoid retries, which would only cost time: a fault that a second run hides counts as noticed
    const env = { ...process.env, CI: "", FORCE_COLOR: "0" }
    const child = spawn(process.execPath, [join(folder, "node_modules/vitest/vitest.mjs"), "run", ...args], {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    })
    running.add(child)
    const timer = setTimeout(() => child.pid && process.kill(-child.pid, "SIGKILL"), most)
    let output = ""
    const keep = (/** @type {string} */ chunk) => void (output = (output + chunk).slice(-20_000))
    child.stdout?.setEncoding("utf8").on("data", keep)
    child.stderr?.setEncoding("utf8").on("data", keep)
    child.on("error", fail)
    child.on("close", () => {
      clearTimeout(timer)
      running.delete(child)
      done(output)
    })
  })

/** @typedef {{ fullName: string, status: string }} Assertion */
/** @typedef {{ name: string, message: string, assertionResults: Assertion[] }} TestFile */

/**
 * Runs the test files. With `bail` the run stops at the first failure.
 * @param {string} folder @param {string[]} files @param {{ bail?: boolean, most?: number }} [options] @returns {Promise<Outcome>}
 */
export const runTests = async (folder, files, { bail = false, most = longestMs } = {}) => {
  const report = join(folder, ".vitest-report.json")
  rmSync(report, { force: true })
  const begun = Date.now()
  const output = await vitest(folder, [...files, "--reporter=json", `--outputFile=${report}`, ...(bail ? ["--bail=1"] : [])], most)
  const seconds = Math.round((Date.now() - begun) / 1000)
  /** @type {TestFile[]} */
  let results
  try {
    results = JSON.parse(readFileSync(report, "utf8")).testResults
  } catch (error) {
    if (Date.now() - begun >= most) return { passed: 0, failed: [], broken: [`没有在 ${most / 60_000} 分钟内结束`], seconds }
    throw new Failure(`vitest 没有运行：${output.trim().slice(-2_000)}`, { cause: error })
  } finally {
    rmSync(report, { force: true })
  }
  // a failed setup leaves an empty report
  if (!results.some(({ assertionResults }) => assertionResults.length))
    return { passed: 0, failed: [], broken: [`没有运行任何测试：${output.trim().slice(-500)}`], seconds }
  const tests = results.flatMap(({ assertionResults }) => assertionResults)
  return {
    passed: tests.filter(({ status }) => status === "passed").length,
    failed: tests.filter(({ status }) => status === "failed").map(({ fullName }) => fullName.trim()),
    broken: results
      .filter(({ message }) => message)
      .map(({ name, message }) => `${name.replace(`${folder}/`, "")} ${message.split("\n")[0]}`),
    seconds,
  }
}
