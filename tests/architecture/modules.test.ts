import { describe, expect, test } from "vitest"
import { importsOf, isTest, sources } from "./source"

/**
 * A module imports (types too) only from modules on floors below its own; docs/decisions/016 says where new ones belong.
 * Tables are ground: everybody may join them.
 */
const floors = [
  ["settings", "category", "language", "dynamic", "audit", "files", "punishment", "navigation", "banner", "group"],
  ["user", "captcha", "sms"],
  ["ledger", "session", "entitlement", "attachment", "verification"],
  ["account", "article", "document", "sign", "advertisement"],
  ["content", "instant-upload", "recycle", "oauth", "site", "order"],
  ["comment", "favorite", "reading", "report"],
  ["privacy", "samples", "maintenance"],
]
const roles = ["table", "routes", "usecases", "repository", "policy", "rules", "jobs", "module"]

const folder = "server/modules/"
const moduleOf = (path: string) => (path.startsWith(folder) ? path.slice(folder.length).split("/")[0]! : null)
const floorOf = (name: string) => floors.findIndex((floor) => floor.includes(name))
const files = sources.filter(({ path }) => moduleOf(path) && !isTest(path))
const report = (offenders: string[], instead: string) => expect(offenders, instead).toEqual([])

describe("modules (docs/decisions/016)", () => {
  test("every module stands on exactly one floor, and every floor's modules exist", () => {
    const found = new Set(files.map(({ path }) => moduleOf(path)!))
    expect(files.length).toBeGreaterThan(150)
    expect(floors.flat().toSorted()).toEqual([...found].toSorted())
  })

  test("a module imports only from floors below, types included; tables are ground", () => {
    const offenders = files.flatMap(({ path, text }) => {
      const own = moduleOf(path)!
      return importsOf(path, text, true)
        .filter((one) => {
          const other = moduleOf(one)
          return other !== null && other !== own && !/\.table(\.ts)?$/.test(one) && floorOf(other) >= floorOf(own)
        })
        .map((one) => `${path} → ${one}`)
    })
    report(
      offenders,
      "the call stands in the wrong module, a leaf is hidden in one of them, or the lower one should announce and the upper one listen",
    )
  })

  test("a table imports only tables", () => {
    const offenders = files
      .filter(({ path }) => path.endsWith(".table.ts"))
      .flatMap(({ path, text }) =>
        importsOf(path, text, true)
          .filter((one) => one.startsWith("server/modules/") && !/\.table(\.ts)?$/.test(one))
          .map((one) => `${path} → ${one}`),
      )
    report(offenders, "tables are ground")
  })

  test("modules know nothing of the network, the process or each other's list", () => {
    const above = /^server\/(http\/.*|remote(\/.*)?|app|site|main|local|cli|pages|modules)$/
    const offenders = files.flatMap(({ path, text }) =>
      importsOf(path, text, true)
        .filter((one) => above.test(one))
        // a manifest names the function of server/http that answers a stream
        .filter((one) => !(path.endsWith(".module.ts") && one.startsWith("server/http/")))
        .map((one) => `${path} → ${one}`),
    )
    report(offenders, "what a use case may touch is `Services` in server/context.ts")
  })

  test("a module shows itself in one manifest: server/modules.ts lists manifests only, and nobody else imports one", () => {
    const listed = sources.find(({ path }) => path === "server/modules.ts")!
    const manifests = files.map(({ path }) => path).filter((path) => path.endsWith(".module.ts"))
    expect(manifests.filter((path) => path !== `${folder}${moduleOf(path)}/${moduleOf(path)}.module.ts`)).toEqual([])
    const imported = importsOf(listed.path, listed.text, true)
    expect(imported.filter((one) => one.startsWith(folder)).toSorted()).toEqual(
      manifests.map((path) => path.replace(/\.ts$/, "")).toSorted(),
    )
    const offenders = sources
      .filter(({ path }) => path !== listed.path)
      .flatMap(({ path, text }) => importsOf(path, text, true).flatMap((one) => (one.endsWith(".module") ? [`${path} → ${one}`] : [])))
    report(offenders, "what others need of a module are its use cases")
  })

  test("every file's name ends in its role", () => {
    const offenders = files
      .map(({ path }) => path)
      .filter((path) => !new RegExp(`^${folder}[a-z-]+/[a-z-]+\\.(${roles.join("|")})\\.ts$`).test(path))
    report(offenders, `the roles are ${roles.join(", ")} and test; a file without a role is part of another`)
  })
})
