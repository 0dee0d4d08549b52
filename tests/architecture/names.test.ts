import { basename } from "node:path"
import { describe, expect, test } from "vitest"
import { sources } from "./source"

/** Roles that a file name may end with, after a dot, by folder (docs/ARCHITECTURE.md, "File names"). */
const anywhere = ["test", "browser", "worker", "setup", "fixture", "suite", "stand-in", "spec", "test-d", "d", "config"]
const moduleRoles = ["table", "routes", "http", "usecases", "repository", "policy", "rules", "jobs", "module"]
const ports = [
  "antivirus",
  "captcha",
  "cdn",
  "content-safety",
  "converter",
  "indexing",
  "mail",
  "oauth",
  "payment",
  "pictures",
  "sanitizer",
  "search",
  "sms",
  "storage",
  "structure",
  "web",
  "matcher",
  "robot",
  "webhook",
]
const portRoles = ["port", "source", ...ports]

const rolesOf = (path: string) => [
  ...anywhere,
  ...(path.startsWith("server/modules/") ? moduleRoles : []),
  ...(path.startsWith("server/ports/") ? portRoles : []),
]
const partsOf = (path: string) => basename(path).split(".").slice(0, -1)

describe("file names", () => {
  test("a dot introduces a role from the closed list", () => {
    // lib/contract/<domain>/<feature>.<subject>.ts (domains.test.ts)
    const isContract = (path: string) => /^lib\/contract\/[a-z]+\//.test(path)
    const offenders = sources.filter(
      ({ path }) =>
        !isContract(path) &&
        !partsOf(path)
          .slice(1)
          .every((role) => rolesOf(path).includes(role)),
    )
    expect(
      offenders.map(({ path }) => path),
      "join words with hyphens; add no roles",
    ).toEqual([])
    const roles = new Set(sources.flatMap(({ path }) => partsOf(path).slice(1)))
    expect(
      [...anywhere, ...moduleRoles, ...portRoles].filter((role) => !roles.has(role)),
      "roles that no file has",
    ).toEqual([])
  })

  test("the files of a module end in a role, except its tests and its own folders", () => {
    const files = sources.filter(({ path }) => /^server\/modules\/[^/]+\/[^/]+\/[^/]+$/.test(path))
    expect(files.length).toBeGreaterThan(100)
    expect(files.filter(({ path }) => partsOf(path).length < 2).map(({ path }) => path)).toEqual([])
  })

  test("an adapter is in the folder of its port", () => {
    const adapters = sources.filter(({ path }) => path.startsWith("server/ports/") && ports.includes(partsOf(path)[1] ?? ""))
    expect(adapters.filter(({ path }) => path.split("/")[2] !== partsOf(path)[1]).map(({ path }) => path)).toEqual([])
  })

  test("no file name contains service, manager, helper, util, misc, base, dto or vo", () => {
    const bags = /^(service|manager|helpers?|utils?|misc|base|dto|vo)$/
    const offenders = sources.filter(({ path }) => partsOf(path).some((part) => part.split("-").some((word) => bags.test(word))))
    expect(
      offenders.map(({ path }) => path),
      "name what it does",
    ).toEqual([])
  })
})

describe("standard terms (docs/GLOSSARY.md)", () => {
  /** Project-specific words that readers had to look up, and their replacements. */
  const replaced: Record<string, string> = {
    deed: "restriction, command or action",
    twin: "duplicate",
    keeper: "persistence",
    caged: "sandboxed",
    yieldToPeople: "lowerPriority",
    beginDance: "startAuthorization",
    burnProof: "consumeProof",
    spendCode: "consumeCode",
    atTheDoor: "allowedWhileClosed",
    requireEntrance: "requireSiteAccess",
    readShell: "readSiteFrame",
    useStill: "useReducedMotion",
  }

  test.each(Object.entries(replaced))("no identifier is called %s", (word, instead) => {
    const used = new RegExp(`(?<![\\w$."'-])${word}s?(?![\\w"'-])`)
    const offenders = sources.flatMap(({ path, text }) =>
      path.endsWith("names.test.ts")
        ? []
        : text.split("\n").flatMap((line, at) => (used.test(line.replace(/^\s*(\/\/|\/?\*).*| \/\/ .*/, "")) ? [`${path}:${at + 1}`] : [])),
    )
    expect(offenders, `call it ${instead}`).toEqual([])
  })
})
