import { dirname, join } from "node:path"
import { describe, expect, test } from "vitest"
import { floors } from "./floors"
import { faultsOfBan } from "./linting"
import { importsOf, isTest, sources, type SourceFile } from "./source"

const roles = ["table", "routes", "http", "usecases", "repository", "policy", "rules", "jobs", "module"]

const folder = "server/modules/"
const moduleOf = (path: string) => (path.startsWith(folder) ? path.slice(folder.length).split("/")[1]! : null)
const floorOf = (name: string) => floors.findIndex((floor) => floor.includes(name))
const files = sources.filter(({ path }) => moduleOf(path) && !isTest(path))
const report = (offenders: string[], instead: string) => expect(offenders, instead).toEqual([])

describe("modules (docs/decisions/016)", () => {
  test("every module is on exactly one layer, and the modules of every layer exist", () => {
    const moduleNames = new Set(files.map(({ path }) => moduleOf(path)!))
    expect(files.length).toBeGreaterThan(150)
    expect(floors.flat().toSorted()).toEqual([...moduleNames].toSorted())
  })

  test("a module imports only from lower layers, types included; any module may import tables", () => {
    const offenders = files.flatMap(({ path, text }) => {
      const ownModule = moduleOf(path)!
      return importsOf(path, text, true)
        .filter((one) => {
          const other = moduleOf(one)
          return other !== null && other !== ownModule && !/\.table(\.ts)?$/.test(one) && floorOf(other) >= floorOf(ownModule)
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

  test("a module has one manifest: server/modules.ts lists only manifests, and no other file imports one", () => {
    const listed = sources.find(({ path }) => path === "server/modules.ts")!
    const manifests = files.map(({ path }) => path).filter((path) => path.endsWith(".module.ts"))
    expect(manifests.filter((path) => !path.endsWith(`/${moduleOf(path)}/${moduleOf(path)}.module.ts`))).toEqual([])
    const imported = importsOf(listed.path, listed.text, true)
    expect(imported.filter((one) => one.startsWith(folder)).toSorted()).toEqual(
      manifests.map((path) => path.replace(/\.ts$/, "")).toSorted(),
    )
    const offenders = sources
      .filter(({ path }) => path !== listed.path)
      .flatMap(({ path, text }) => importsOf(path, text, true).flatMap((one) => (one.endsWith(".module") ? [`${path} → ${one}`] : [])))
    report(offenders, "what others need of a module are its use cases")
  })

  test("a manifest declares something, and short routes stand in the manifest", () => {
    const lines = (file: SourceFile) => file.text.trimEnd().split("\n").length
    const manifests = files.filter(({ path }) => path.endsWith(".module.ts"))
    report(
      manifests.filter(({ text }) => /defineModule\(\s*(\{\s*\})?\s*\)/.test(text)).map(({ path }) => path),
      "delete the manifest and its line in server/modules.ts",
    )
    const short = manifests.filter((manifest) => {
      const routes = files.find(({ path }) => path === manifest.path.replace(/\.module\.ts$/, ".routes.ts"))
      return routes && lines(manifest) < 15 && lines(routes) < 15
    })
    report(
      short.map(({ path }) => path),
      "both under 15 lines: move the routes into the manifest",
    )
  })

  /**
   * Returns the owner of each written table: a name that is bound to a table by an import, by `const t = …Table` or by `as t`. Any other
   * insert, update or delete on a database is reported as unknown, so that no write can hide.
   */
  const writesOf = ({ path, text }: SourceFile): { table: string; owner: string | undefined }[] => {
    const bound = new Map<string, string>()
    for (const [, names, from] of text.matchAll(/import \{([^}]*)\} from "([^"]*\.table)"/g))
      for (const one of names!
        .split(",")
        .map((name) => name.trim())
        .filter(Boolean)) {
        const [name, alias = name] = one.split(" as ")
        bound.set(alias!, join(dirname(path), from!))
      }
    for (const [, alias, name] of text.matchAll(/const (\w+) = (\w+Table)\b/g)) if (bound.has(name!)) bound.set(alias!, bound.get(name!)!)
    const written = [
      ...text.matchAll(/\b(?:db|tx)\s*\.(?:insert|update|delete)\(\s*([\w.]+)/g),
      ...text.matchAll(/(?:insert into|update|delete from) \$\{(\w+)\}/g),
    ]
    return written.map(([, table]) => ({ table: table!, owner: moduleOf(bound.get(table!) ?? "") ?? undefined }))
  }

  test("only its owner module writes a table", () => {
    const all = files
      .filter(({ path }) => !path.endsWith(".table.ts"))
      .flatMap((file) => writesOf(file).map((write) => ({ ...write, path: file.path })))
    expect(all.length).toBeGreaterThan(100)
    const offenders = all
      .filter(({ path, owner }) => owner !== moduleOf(path))
      .map(({ path, table, owner }) => `${path} writes ${table} of ${owner ?? "nobody known"}`)
    report(offenders, "call a use case of the table's own module")
  })

  test("rules are pure: lint rejects database, files, network, clock and Math.random in them, and none reads the time", async () => {
    const rules = sources.filter(({ path }) => path.endsWith(".rules.ts"))
    expect(rules.length).toBeGreaterThan(30)
    expect([...(await faultsOfBan("impure rules")), ...(await faultsOfBan("Math.random"))]).toEqual([])
    // a Date of the present has no property that lint could reject
    const present = /\bnew Date\(\)|\bDate\(\)|\bTemporal\.Now\b/
    report(
      rules.filter(({ text }) => present.test(text)).map(({ path }) => path),
      "pass in the time",
    )
  })

  test("the name of every file ends in its role", () => {
    const offenders = files
      .map(({ path }) => path)
      .filter((path) => !new RegExp(`^${folder}[a-z-]+/[a-z-]+/[a-z-]+\\.(${roles.join("|")})\\.ts$`).test(path))
    expect(roles.filter((role) => !files.some(({ path }) => path.endsWith(`.${role}.ts`)))).toEqual([])
    report(offenders, `the roles are ${roles.join(", ")} and test; a file without a role is part of another`)
  })
})
