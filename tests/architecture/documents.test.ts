import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { readDecisions, subjects } from "../../scripts/generate/decisions.mjs"

const root = join(import.meta.dirname, "../..")
const read = (path: string) => readFileSync(join(root, path), "utf8")
/** Documents that people write; docs/security-tests.md is generated from the titles of tests. */
const documents = [
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).map((path) => join("docs", path)),
  ...["CONTRIBUTING.md", "README.md", "README.en.md", "scripts/README.md", "tools/README.md"],
].filter((path) => path.endsWith(".md") && path !== "docs/security-tests.md")

describe("decisions", () => {
  const decisions = readDecisions()
  const numbers = decisions.map(({ number }) => number)

  test("every record has a title with the number of its file, and no number is used twice", () => {
    expect(decisions.length).toBeGreaterThan(90)
    expect(decisions.filter(({ number, file, title }) => !title || !file.startsWith(`${number}-`)).map(({ file }) => file)).toEqual([])
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
  })

  test("every record names a subject of the list", () => {
    expect(decisions.filter(({ subject }) => !subjects.includes(subject)).map(({ file, subject }) => `${file}: "${subject}"`)).toEqual([])
  })

  test("a record is superseded by a later one that exists", () => {
    const wrong = decisions
      .filter(({ supersededBy }) => supersededBy)
      .filter(({ number, supersededBy }) => {
        const [, target = ""] = /^(\d{3})( \(.+\))?$/.exec(supersededBy) ?? []
        return !numbers.includes(target) || target <= number
      })
    expect(wrong.map(({ file, supersededBy }) => `${file}: ${supersededBy}`)).toEqual([])
  })
})

describe("monitoring", () => {
  const functions = ["histogram_quantile"]
  /** Returns the metrics that PromQL expressions read: a histogram by its own name, without the suffix of its series. */
  const metricsIn = (expression: string): string[] =>
    [...expression.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)]
      .map(([name]) => (name === "ledger_sum" ? name : name.replace(/_(count|bucket|sum)$/, "")))
      .filter((name) => !functions.includes(name))
  const served = ["modules/operations/host/metrics.usecases.ts", "modules/money/ledger", "wire/metrics.ts", "db"]
    .flatMap((path) => {
      const whole = join(root, "server", path)
      return path.endsWith(".ts") ? [whole] : readdirSync(whole, { recursive: true, encoding: "utf8" }).map((name) => join(whole, name))
    })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n")

  test("the Grafana dashboard and the alert rules name metrics that exist", () => {
    const { panels } = JSON.parse(read("docs/grafana.json")) as { panels: { title: string; targets: { expr: string }[] }[] }
    const rules = /```yaml\ngroups:[^]*?```/.exec(read("docs/monitoring.md"))![0]
    const expressions = [...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)), ...rules.matchAll(/expr: ([^,\n]+)/g)].map(
      String,
    )
    expect(panels.length).toBeGreaterThan(12)
    const names = new Set(expressions.flatMap(metricsIn))
    expect(names.size).toBeGreaterThan(12)
    expect([...names].filter((name) => !served.includes(`"${name}"`) && !served.includes(`${name} 1`))).toEqual([])
  })
})

describe("what documents say about the tree", () => {
  test("a path that is named exists", () => {
    const path = /`((?:app|components|docs|e2e|lib|scripts|server|stores|tests|tools)\/[\w@.()[\]/-]*)`/g
    const named = documents.flatMap((document) => [...read(document).matchAll(path)].map(([, one]) => ({ document, one: one! })))
    expect(named.length).toBeGreaterThan(300)
    // not in git: written by the build and the tests
    const missing = named.filter(
      ({ one }) => !one.includes(".gen.") && !/^docs\/decisions\/(\d{3}|NNN)$/.test(one) && !existsSync(join(root, one)),
    )
    expect(missing.map(({ document, one }) => `${document}: ${one}`)).toEqual([])
  })

  test("a line that a recipe adds stands in its file", () => {
    const lines = documents.flatMap((document) =>
      [...read(document).matchAll(/^```diff\n([^]*?)^```/gm)].flatMap(([, block = ""]) =>
        block
          .trimEnd()
          .split("\n")
          .map((line) => ({ document, line })),
      ),
    )
    expect(lines.length).toBeGreaterThan(15)
    const missing = lines.filter(({ line }) => {
      const [, path = "", code = ""] = /^ (\S+) +\+(.+)$/.exec(line) ?? []
      return !path || !existsSync(join(root, path)) || !read(path).includes(code)
    })
    expect(missing.map(({ document, line }) => `${document}:${line}`)).toEqual([])
  })
})
