import { dirname } from "node:path"
import { bans, type Ban } from "./bans"
import { importLaws, importTargets, type ImportLaw } from "./import-law"
import { allows, covers, scopesOf, type Pattern } from "./scopes"

/*
 * Makes oxlint.gen.json from import-law.ts and bans.ts. In oxlint, a rule of a later override replaces the same rule of an earlier one, so
 * every override has the complete rule for its files. Oxlint's own rules do it, because its JavaScript plugins are alpha and triple the time of
 * lint.
 */

type Rule = "off" | ["error", ...unknown[]]
type Rules = Record<string, Rule>
export type LintConfig = { overrides: { files: string[]; rules: Rules }[] }

/** Tests may use what they like. */
export const testFiles = [
  "**/*.test.ts",
  "**/*.test.tsx",
  "**/*.suite.ts",
  "**/*.suite.tsx",
  "**/*.spec.ts",
  "**/testing/**",
  "tests/**",
  "e2e/**",
]

const importRule = "eslint/no-restricted-imports"
const propertyRule = "eslint/no-restricted-properties"
const globalRule = "eslint/no-restricted-globals"

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")

/** Returns the law of a file, or of all files of a pattern. */
export const lawOf = (files: Pattern): ImportLaw | undefined =>
  importLaws
    .filter((law) => covers(law.files, files))
    .toSorted((a, b) => a.files.length - b.files.length)
    .at(-1)

/** Relative specifiers that leave the law's folder for a target that is not allowed: "../../stores/", "../main". */
const relativePattern = (law: ImportLaw): string => {
  const from = /\.tsx?$/.test(law.files) ? dirname(law.files) : law.files.split("*")[0]!
  const names = importTargets
    .filter((target) => !`${from}/`.startsWith(target) && !allows(law, target.replace(/\/$/, "/x")))
    .map((target) => {
      const [own, parts] = [from.split("/"), target.split("/")]
      const common = parts.findIndex((part, at) => part !== own[at])
      return escaped(parts.slice(common).join("/")) + (target.endsWith("/") ? "" : "$")
    })
  return `^(\\.\\./)+(${[...new Set(names)].join("|")})`
}

const lawPatterns = (law: ImportLaw) => {
  const may = [...law.may, ...(/\.tsx?$|\*/.test(law.files) ? [] : [`${law.files}/`])]
  const message = law.instead
  const packages = law.not.map((name) =>
    name.endsWith("$") ? `${escaped(name.slice(0, -1))}$` : `${escaped(name)}${name.endsWith(":") ? "" : "(/|$)"}`,
  )
  return [
    { group: ["@/**", ...may.flatMap((path) => (path.endsWith("/") ? [`!@/${path}**`] : [`!@/${path}`, `!@/${path}/**`]))], message },
    { regex: relativePattern(law), message },
    { regex: `^(${packages.join("|")})`, message },
  ]
}

const banPattern = ({ subject, instead: message }: { subject: Ban["subjects"][number]; instead: string }) =>
  "import" in subject
    ? {
        regex: subject.import,
        ...(subject.names && { importNamePattern: subject.names }),
        ...(subject.types && { allowTypeImports: true }),
        message,
      }
    : null

type Options = { exceptions: boolean }

/** Returns the rules of these laws that hold for all files of a pattern. */
const rulesOf = (files: Pattern, options: Options): Rules => {
  const law = lawOf(files)
  const applicable = Object.values<Ban>(bans)
    .filter((ban) => ban.files.some((one) => covers(one, files)))
    .filter((ban) => !options.exceptions || !Object.keys(ban.except ?? {}).some((one) => covers(one, files)))
    .flatMap(({ subjects, instead }) => subjects.map((subject) => ({ subject, instead })))
  const rules: Rules = {}
  for (const ban of Object.values<Ban>(bans)) for (const subject of ban.subjects) if ("rule" in subject) rules[subject.rule] = "off"
  // oxlint reports the first pattern that matches
  const patterns = [...applicable.flatMap((one) => banPattern(one) ?? []), ...(law ? lawPatterns(law) : [])]
  rules[importRule] = patterns.length > 0 ? ["error", { patterns }] : "off"
  const properties = applicable.flatMap(({ subject, instead }) => ("property" in subject ? [{ ...subject, message: instead }] : []))
  rules[propertyRule] = properties.length > 0 ? ["error", ...properties] : "off"
  const globals = applicable.flatMap(({ subject, instead }) => ("global" in subject ? [{ name: subject.global, message: instead }] : []))
  rules[globalRule] = globals.length > 0 ? ["error", ...globals] : "off"
  for (const { subject } of applicable)
    if ("rule" in subject) rules[subject.rule] = ["error", ...(subject.options ? [subject.options] : [])]
  return rules
}

/** @param options.exceptions false: as if no ban had an exception, to find out which exceptions are needed */
export const lintConfig = (options: Options = { exceptions: true }): LintConfig => {
  const patterns = [
    ...importLaws.map((law) => law.files),
    ...Object.values<Ban>(bans).flatMap((ban) => [...ban.files, ...(options.exceptions ? Object.keys(ban.except ?? {}) : [])]),
  ]
  const overrides: { pattern: Pattern; files: string[]; rules: Rules }[] = []
  for (const pattern of scopesOf(patterns)) {
    const changes = Object.entries(rulesOf(pattern, options)).filter(([name, rule]) => {
      const before = overrides.findLast((one) => name in one.rules && covers(one.pattern, pattern))?.rules[name] ?? "off"
      return JSON.stringify(before) !== JSON.stringify(rule)
    })
    if (changes.length > 0) overrides.push({ pattern, files: [globOf(pattern)], rules: Object.fromEntries(changes) })
  }
  const off = Object.fromEntries([...new Set(overrides.flatMap(({ rules }) => Object.keys(rules)))].map((name) => [name, "off" as const]))
  return { overrides: [...overrides.map(({ files, rules }) => ({ files, rules })), { files: testFiles, rules: off }] }
}

const globOf = (pattern: Pattern): string => {
  const [folder, ending] = pattern.split("*")
  if (ending) return `${folder}/**/*${ending}`
  return /\.\w+$/.test(pattern) ? pattern : `${pattern}/**`
}

/** Returns the text of oxlint.gen.json, which .oxlintrc.json extends: an override per line. */
export const lintConfigFile = (): string =>
  `{ "overrides": [\n${lintConfig()
    .overrides.map((override) => JSON.stringify(override))
    .join(",\n")}\n] }\n`
