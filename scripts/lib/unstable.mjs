// Tests that failed, ran once more and passed: `npm test` names them, so that a second try hides nothing.
import { relative } from "node:path"
import { root } from "./project.mjs"

/** @typedef {{ fullName: string, status: string, failureMessages: string[] }} VitestTest */
/** @typedef {{ name: string, status: string, startTime: number, endTime: number, assertionResults: VitestTest[] }} VitestFile */

/** The tests of a file that passed when they ran once more: what failed at first stays in the report. @param {VitestFile} file */
export const unstableOf = ({ name, assertionResults }) =>
  assertionResults
    .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
    .map(({ fullName, failureMessages: [first = ""] }) => `${relative(root, name)} › ${fullName.trim()}：${first.split("\n")[0]}`)

/** @typedef {{ title: string, tests: { status: string, projectName: string, results: { duration: number }[] }[] }} PlaywrightSpec */
/** @typedef {{ file: string, suites?: PlaywrightSuite[], specs: PlaywrightSpec[] }} PlaywrightSuite */

/** The tests that passed only when repeated, with their file and browser size. @param {PlaywrightSuite} suite @returns {string[]} */
export const flakyOf = ({ file, suites = [], specs }) => [
  ...specs.flatMap(({ title, tests }) =>
    tests.filter(({ status }) => status === "flaky").map(({ projectName }) => `e2e/${file} › ${title}（${projectName}）`),
  ),
  ...suites.flatMap(flakyOf),
]
