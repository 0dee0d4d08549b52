// Tests that failed, and those that failed, ran once more and passed: `npm test` names both in its last lines,
// so that whoever sees only the end of a long output knows what to mend, and a second try hides nothing.
import { relative } from "node:path"
import { root } from "./project.mjs"

/** @typedef {{ fullName: string, status: string, failureMessages: string[] }} VitestTest */
/** @typedef {{ name: string, status: string, startTime: number, endTime: number, assertionResults: VitestTest[] }} VitestFile */

/** @param {string} path @param {VitestTest} test */
const lineOf = (path, { fullName, failureMessages: [first = ""] }) =>
  `${relative(root, path)} › ${fullName.trim()}：${first.split("\n")[0]}`

/** The failed tests of a file, or the file itself if it could not be loaded. @param {VitestFile} file */
export const failedOf = ({ name, status, assertionResults }) => {
  if (status === "failed" && assertionResults.length === 0) return [`${relative(root, name)}：没有能运行`]
  return assertionResults.filter((test) => test.status === "failed").map((test) => lineOf(name, test))
}

/** The tests of a file that passed when they ran once more: what failed at first stays in the report. @param {VitestFile} file */
export const unstableOf = ({ name, assertionResults }) =>
  assertionResults
    .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
    .map((test) => lineOf(name, test))

/** @typedef {{ title: string, tests: { status: string, projectName: string, results: { duration: number }[] }[] }} PlaywrightSpec */
/** @typedef {{ file: string, suites?: PlaywrightSuite[], specs: PlaywrightSpec[] }} PlaywrightSuite */

/** The tests with that status, with their file and browser size: "flaky" passed only when repeated. @param {PlaywrightSuite} suite @param {"flaky" | "unexpected"} outcome @returns {string[]} */
export const browserTestsOf = ({ file, suites = [], specs }, outcome) => [
  ...specs.flatMap(({ title, tests }) =>
    tests.filter(({ status }) => status === outcome).map(({ projectName }) => `e2e/${file} › ${title}（${projectName}）`),
  ),
  ...suites.flatMap((suite) => browserTestsOf(suite, outcome)),
]
