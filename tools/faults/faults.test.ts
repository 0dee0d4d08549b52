import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { describe, expect, test } from "vitest"
import { locate, testsOf } from "./checkout.mjs"
import { declare, occurrences, pathPattern } from "./fault.mjs"
import { allFaults } from "./list/all.mjs"

const folder = fileURLToPath(new URL("../..", import.meta.url))
const tree = { folder, paths: execFileSync("git", ["ls-files"], { cwd: folder, encoding: "utf8" }).trim().split("\n") }

test("there are forty faults, each with a unique name", () => {
  expect(new Set(allFaults.map(({ name }) => name)).size).toBe(40)
  expect(allFaults).toHaveLength(40)
})

test.each(allFaults.map((fault) => [fault.name, fault] as const))("%s can be applied, and has tests", (_, fault) => {
  const { text, changed } = locate(tree, fault)
  expect(changed).not.toBe(text)
  expect(testsOf(tree, fault)).not.toEqual([])
})

describe("finding a code fragment", () => {
  test("the formatter may break the line elsewhere", () => {
    expect(occurrences("if (a &&\n    b) c()", "if (a && b)")).toEqual([{ from: 0, to: 15 }])
    expect(occurrences("x.y x.y x+y", "x.y")).toHaveLength(2)
  })

  test("a fragment that moved to another file is found there; an unknown one is rejected", () => {
    const [fault] = declare([{ ...allFaults[0]!, file: "server/gone.ts" }])
    expect(locate(tree, fault!).path).toBe(locate(tree, allFaults[0]!).path)
    expect(() => locate(tree, { ...fault!, find: "no such fragment" })).toThrow(/没有找到代码片段/)
    expect(() => locate(tree, { ...fault!, find: "export const" })).toThrow(/出现了 \d+ 次/)
  })

  test("the spelling in earlier commits is tried as well", () => {
    const fault = { ...allFaults[0]!, find: "no such fragment", earlier: { find: allFaults[0]!.find, replace: "true" } }
    expect(locate(tree, fault).changed).toContain("true")
  })
})

test.each([
  ["money.test.ts", "lib/rules/money/money.test.ts", true],
  ["money.test.ts", "tests/process/stolen-money.test.ts", false],
  ["lib/**/refund.test.ts", "lib/rules/money/refund.test.ts", true],
  ["lib/**/refund.test.ts", "tests/api/money/order-refund.test.ts", false],
  ["tests/**/*refund.test.ts", "tests/api/money/order-refund.test.ts", true],
  ["*-cache.test.ts", "server/pages/page-cache.test.ts", true],
])("%s and %s: %s", (glob, path, matches) => expect(pathPattern(glob).test(path)).toBe(matches))
