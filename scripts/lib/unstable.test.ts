import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "./project.mjs"
import { browserTestsOf, failedOf, unstableOf } from "./unstable.mjs"

test("lists the failed tests of vitest's report, and those that passed on retry, with the first failure", () => {
  const results = [
    { fullName: " 一 passes", status: "passed", failureMessages: [] },
    { fullName: " 一 passes later", status: "passed", failureMessages: ["Error: too early\n  at x"] },
    { fullName: " 一 fails", status: "failed", failureMessages: ["Error: wrong"] },
  ]
  const file = { name: join(root, "tests", "a.test.ts"), status: "failed", startTime: 0, endTime: 1, assertionResults: results }
  expect(unstableOf(file)).toEqual(["tests/a.test.ts › 一 passes later：Error: too early"])
  expect(failedOf(file)).toEqual(["tests/a.test.ts › 一 fails：Error: wrong"])
  expect(failedOf({ ...file, assertionResults: [] })).toEqual(["tests/a.test.ts：没有能运行"])
})

test("lists the tests of Playwright's report by status, including nested groups", () => {
  const spec = (title: string, ...states: string[]) => ({
    title,
    tests: states.map((status, at) => ({ status, projectName: ["desktop", "phone"][at]!, results: [] })),
  })
  const inner = { file: "a.spec.ts", specs: [spec("inside", "flaky")] }
  const suite = { file: "a.spec.ts", specs: [spec("opens", "expected", "flaky"), spec("fails", "unexpected")], suites: [inner] }
  expect(browserTestsOf(suite, "flaky")).toEqual(["e2e/a.spec.ts › opens（phone）", "e2e/a.spec.ts › inside（desktop）"])
  expect(browserTestsOf(suite, "unexpected")).toEqual(["e2e/a.spec.ts › fails（desktop）"])
})
