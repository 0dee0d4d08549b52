import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "./project.mjs"
import { browserTestsOf, failedOf, unstableOf } from "./unstable.mjs"

test("names the tests of vitest's report that failed, and those that passed at the second try, with what failed at first", () => {
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

test("names the tests of Playwright's report by their status, also those of inner groups", () => {
  const spec = (title: string, ...states: string[]) => ({
    title,
    tests: states.map((status, at) => ({ status, projectName: ["desktop", "phone"][at]!, results: [] })),
  })
  const inner = { file: "a.spec.ts", specs: [spec("inside", "flaky")] }
  const suite = { file: "a.spec.ts", specs: [spec("opens", "expected", "flaky"), spec("fails", "unexpected")], suites: [inner] }
  expect(browserTestsOf(suite, "flaky")).toEqual(["e2e/a.spec.ts › opens（phone）", "e2e/a.spec.ts › inside（desktop）"])
  expect(browserTestsOf(suite, "unexpected")).toEqual(["e2e/a.spec.ts › fails（desktop）"])
})
