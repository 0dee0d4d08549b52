import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { bans, type Ban, type BanName } from "./bans"
import { importLaws, importTargets } from "./import-law"
import { lawOf, lintConfig, lintConfigFile } from "./lint-config"
import { exampleFiles, faultsOfBan, lintFiles, productSources } from "./linting"
import { allows, allowsPackage } from "./scopes"

test("oxlint.gen.json holds the rules of the import law and the bans", () => {
  expect(readFileSync("oxlint.gen.json", "utf8"), "npm run generate").toBe(lintConfigFile())
  const { extends: sources } = JSON.parse(readFileSync(".oxlintrc.json", "utf8")) as { extends: string[] }
  expect(sources).toEqual(["./oxlint.gen.json"])
})

test("no later override of .oxlintrc.json replaces one of these rules", () => {
  const { rules, overrides } = JSON.parse(readFileSync(".oxlintrc.json", "utf8")) as {
    rules: object
    overrides: { rules: object }[]
  }
  const generated = new Set(lintConfig().overrides.flatMap((override) => Object.keys(override.rules)))
  expect(generated.size).toBeGreaterThan(5)
  const named = [rules, ...overrides.map((override) => override.rules)].flatMap((one) => Object.keys(one))
  expect(named.filter((name) => generated.has(name))).toEqual([])
})

test("every ban has a message of its own, by which a finding is attributed", () => {
  const sentences = Object.values<Ban>(bans).map(({ instead }) => instead)
  expect(new Set(sentences).size).toBe(sentences.length)
})

describe("what lint forbids is forbidden in all of its files, used in none, and every exception is needed", () => {
  test.each(Object.keys(bans) as BanName[])("%s", async (name) => expect(await faultsOfBan(name)).toEqual([]))
})

describe("lint enforces the import law", () => {
  const packages = [
    "react",
    "react-dom/client",
    "next",
    "next/navigation",
    "antd",
    "@ant-design/icons",
    "zustand",
    "zustand/vanilla",
    "axios",
    "node:fs",
    "zod",
  ]
  const targets = importTargets.map((target) => (target.endsWith("/") ? `${target}x` : target))
  const specifiers = [...targets.map((target) => `@/${target}`), ...packages]

  test("in every file, for every folder and package", async () => {
    const text = specifiers.map((specifier) => `import "${specifier}"`).join("\n")
    const files = exampleFiles().flatMap((path) => (lawOf(path) ? [{ path, text }] : []))
    expect(files.length).toBeGreaterThan(400)
    const findings = await lintFiles(files, lintConfig())
    const rejected = new Set(
      findings.flatMap(({ path, line, text }) => (text.includes(lawOf(path)!.instead) ? [`${path} → ${specifiers[line - 1]}`] : [])),
    )
    const expected = files.flatMap(({ path }) => {
      const law = lawOf(path)!
      return [
        ...targets.filter((target) => !allows(law, target)).map((target) => `${path} → @/${target}`),
        ...packages.filter((name) => !allowsPackage(law, name)).map((name) => `${path} → ${name}`),
      ]
    })
    expect(expected.length).toBeGreaterThan(10_000)
    expect([...rejected].toSorted()).toEqual(expected.toSorted())
  })

  test("relative imports are no way around it", async () => {
    const text = `import "../../app/x"\nimport "../../server/db/client"\nimport "../../../../wire/send"\nimport "../../stores/session"`
    const paths = ["lib/rules/money/x.ts", "stores/x.ts", "components/money/order/x.tsx", "server/modules/money/order/x.usecases.ts"]
    const findings = await lintFiles(
      paths.map((path) => ({ path, text })),
      lintConfig(),
    )
    const lines = paths.map((path) =>
      findings.filter((one) => one.path === path && one.text.includes(lawOf(path)!.instead)).map(({ line }) => line),
    )
    expect(lines.map((numbers) => numbers.toSorted((a, b) => a - b))).toEqual([
      [1, 2, 4],
      [1, 2],
      [1, 2],
      [1, 3, 4],
    ])
  })

  test("every law applies to files", () => {
    expect(importLaws.filter((law) => !productSources.some(({ path }) => lawOf(path) === law)).map(({ files }) => files)).toEqual([])
  })
})

describe("the rules of .oxlintrc.json hold in all code that a site runs", () => {
  const examples: Record<string, string> = {
    "eslint(no-console)": "console.log(1)",
    "node(no-process-env)": "export const secret = process.env.SECRET",
    "typescript(no-explicit-any)": "export const anything = (value: any) => value",
    "typescript(ban-ts-comment)": "// @ts-ignore",
    "eslint(max-lines)": "\n".repeat(400),
  }
  /** They read the environment: `server/env.ts` for the back end, Next's configuration for the build. */
  const readEnvironment = ["server/env.ts", "next.config.ts"]

  test("console, process.env, any, silenced types and long files are errors", async () => {
    const text = Object.values(examples).join("\n")
    const paths = [...new Set([...exampleFiles().filter((path) => !path.startsWith("scripts/")), ...readEnvironment])]
    const findings = await lintFiles(
      paths.map((path) => ({ path, text })),
      lintConfig(),
    )
    const reported = new Set(findings.map(({ path, rule }) => `${path} ${rule}`))
    const missed = paths.flatMap((path) =>
      Object.keys(examples).flatMap((rule) => (reported.has(`${path} ${rule}`) ? [] : [`${path} ${rule}`])),
    )
    expect(missed.toSorted()).toEqual(readEnvironment.map((path) => `${path} node(no-process-env)`).toSorted())
  })
})
