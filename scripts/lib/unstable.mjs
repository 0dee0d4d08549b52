// Lists failed tests and tests that passed only on a retry. `npm test` names both in its last lines, so that the end of a long output shows
// what to fix and a retry hides nothing.
import { relative } from "node:path"
import { root } from "./project.mjs"

/** @typedef {{ fullName: string, status: string, failureMessages: string[] }} VitestTest */
/** @typedef {{ name: string, status: string, startTime: number, endTime: number, assertionResults: VitestTest[] }} VitestFile */

/** @param {string} path @param {VitestTest} test */
const lineOf = (path, { fullName, failureMessages: [first = ""] }) =>
  `${relative(root, path)} › ${fullName.trim()}：${first.split("\n")[0]}`

/** Returns the failed tests of a file, or the file itself if it could not be loaded. @param {VitestFile} file */
export const failedOf = ({ name, status, assertionResults }) => {
  if (status === "failed" && assertionResults.length === 0) return [`${relative(root, name)}：没有能运行`]
  return assertionResults.filter((test) => test.status === "failed").map((test) => lineOf(name, test))
}

/** Returns the tests of a file that passed on a retry. The report keeps their first failure. @param {VitestFile} file */
export const unstableOf = ({ name, assertionResults }) =>
  assertionResults
    .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
    .map((test) => lineOf(name, test))

/** @typedef {{ title: string, tests: { status: string, projectName: string, results: { duration: number }[] }[] }} PlaywrightSpec */
/** @typedef {{ file: string, suites?: PlaywrightSuite[], specs: PlaywrightSpec[] }} PlaywrightSuite */

/**
 * Returns the tests with this outcome, with their file and browser size. "flaky" tests passed only on a retry. @param {PlaywrightSuite}
 * suite @param {"flaky" | "unexpected"} outcome @returns {string[]}
 */
export const browserTestsOf = ({ file, suites = [], specs }, outcome) => [
  ...specs.flatMap(({ title, tests }) =>
    tests.filter(({ status }) => status === outcome).map(({ projectName }) => `e2e/${file} › ${title}（${projectName}）`),
  ),
  ...suites.flatMap((suite) => browserTestsOf(suite, outcome)),
]
