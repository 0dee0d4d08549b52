import { readdirSync } from "node:fs"
import { basename, join, resolve } from "node:path"
import { describe, expect, test } from "vitest"
import { settingGroups } from "../../lib/contract/site/settings.groups"
import { domains, featureNames, roomOf, sharedComponents } from "./domains"
import { importsOf, isTest, sources } from "./source"

const root = resolve(import.meta.dirname, "../..")
const foldersIn = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
const isFeature = (domain: string, feature: string) => domains[domain]?.includes(feature) ?? false

describe("domains on every layer (docs/ARCHITECTURE.md)", () => {
  test("a feature belongs to one domain", () => {
    expect(new Set(featureNames).size).toBe(featureNames.length)
  })

  test.each(["server/modules", "lib/contract", "lib/rules", "lib/view", "app/styles", "tests/api"])(
    "the folders of %s are domains",
    (floor) => {
      // infrastructure of the layer itself
      const machinery: Record<string, string[]> = { "lib/contract": ["openapi"], "lib/view": ["loading"] }
      const offenders = foldersIn(floor).filter((name) => !(name in domains) && !machinery[floor]?.includes(name))
      expect(offenders).toEqual([])
      expect((machinery[floor] ?? []).filter((name) => !foldersIn(floor).includes(name))).toEqual([])
    },
  )

  test("the folders of components are domains, and parts that several domains share", () => {
    expect(foldersIn("components").filter((name) => !(name in domains) && !sharedComponents.includes(name))).toEqual([])
    expect(sharedComponents.filter((name) => !foldersIn("components").includes(name))).toEqual([])
  })

  test("a module and a component folder have the name of a feature of their domain", () => {
    const offenders = ["server/modules", "components"].flatMap((floor) =>
      foldersIn(floor)
        .filter((domain) => domain in domains && domain !== "upload")
        .flatMap((domain) =>
          foldersIn(`${floor}/${domain}`).flatMap((name) => (isFeature(domain, name) ? [] : [`${floor}/${domain}/${name}`])),
        ),
    )
    expect(offenders).toEqual([])
  })

  test("a contract file is named after its feature, with its subject after a dot if one file is not enough", () => {
    const offenders = foldersIn("lib/contract")
      .filter((domain) => domain in domains)
      .flatMap((domain) =>
        readdirSync(join(root, "lib/contract", domain)).flatMap((name) =>
          isFeature(domain, basename(name).split(".")[0]!) ? [] : [`lib/contract/${domain}/${name}`],
        ),
      )
    expect(offenders).toEqual([])
  })

  test("a style sheet and an API test have the name of a feature of their domain, followed by their subject if there are several", () => {
    const offenders = ["app/styles", "tests/api"].flatMap((floor) =>
      foldersIn(floor).flatMap((domain) =>
        readdirSync(join(root, floor, domain))
          .filter((name) => /\.(css|test\.ts)$/.test(name))
          .filter((name) => !domains[domain]?.some((feature) => name.startsWith(`${feature}.`) || name.startsWith(`${feature}-`)))
          .map((name) => `${floor}/${domain}/${name}`),
      ),
    )
    expect(offenders).toEqual([])
  })

  test("the jobs of a feature stand in a file of its name if one is enough", () => {
    const offenders = foldersIn("server/modules").flatMap((domain) =>
      foldersIn(`server/modules/${domain}`).flatMap((feature) => {
        const jobs = readdirSync(join(root, "server/modules", domain, feature)).filter((name) => name.endsWith(".jobs.ts"))
        return jobs.length === 1 && jobs[0] !== `${feature}.jobs.ts` ? [`server/modules/${domain}/${feature}/${jobs[0]}`] : []
      }),
    )
    expect(offenders).toEqual([])
  })

  test("each feature has a file or folder of its name on one layer at least", () => {
    const names = new Set(sources.flatMap(({ path }) => path.split("/").map((part) => part.split(".")[0]!)))
    expect(featureNames.filter((feature) => !names.has(feature))).toEqual([])
  })

  test("an enumeration stands in the enums file of its feature, which imports nothing else and can be dropped from a bundle", () => {
    const files = sources.filter(({ path }) => /^lib\/contract\/.*\.enums\.ts$/.test(path))
    expect(files.length).toBeGreaterThan(15)
    const heavy = files.filter(({ imports }) => imports.some((one) => one !== "lib/contract/labelled")).map(({ path }) => path)
    expect(heavy, "browsers load a module as a whole").toEqual([])
    // error codes belong to no feature
    const elsewhere = sources.filter(
      ({ path, imports }) =>
        imports.includes("lib/contract/labelled") && !path.endsWith(".enums.ts") && path !== "lib/contract/error-code.ts",
    )
    expect(elsewhere.map(({ path }) => path)).toEqual([])
    const unmarked = files.filter(({ text }) => /^export const \w+ = labelled\(/m.test(text)).map(({ path }) => path)
    expect(unmarked, "write /* @__PURE__ */ before labelled").toEqual([])
  })

  test("a setting is declared by its feature, and each declared setting is in a group", async () => {
    const groups = sources.find(({ path }) => path === "lib/contract/site/settings.groups.ts")!
    expect(groups.imports, "the groups declare none of their own").not.toContain("lib/contract/site/settings.setting")
    const listed = new Set<object>(Object.values(settingGroups).flatMap((group) => Object.values(group)))
    const declaring = sources.filter(({ path }) => /^lib\/contract\/.*\.settings\.ts$/.test(path))
    expect(declaring.length).toBeGreaterThan(15)
    for (const { path } of declaring) {
      const exports: Record<string, unknown> = await import(join(root, path))
      for (const [name, object] of Object.entries(exports)) {
        if (!name.endsWith("Settings")) continue
        const missing = Object.entries(object as Record<string, object>).filter(([, setting]) => !listed.has(setting))
        expect(
          missing.map(([key]) => key),
          `${path}: add them to lib/contract/site/settings.groups.ts`,
        ).toEqual([])
      }
    }
  })

  test("server/ itself contains only what starts and configures the process", () => {
    const roles = ["main", "app", "context", "env", "errors", "module", "modules", "routes", "crud"]
    const files = readdirSync(join(root, "server"), { withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files.map(({ name }) => name).filter((name) => !roles.includes(name.split(".")[0]!))).toEqual([])
    expect(roles.filter((role) => !files.some(({ name }) => name === `${role}.ts`))).toEqual([])
  })
})

/** Returns every cycle of modules, with the imports that close it. Tables do not count: joining one is not a dependency on its module. */
const circlesOf = (files: { path: string; imports: string[] }[]): string[][] => {
  const edges = new Map<string, Map<string, string>>()
  for (const { path, imports } of files)
    for (const target of imports) {
      const [from, to] = [roomOf(path), roomOf(target)]
      if (from === to || /\.table(\.ts)?$/.test(target)) continue
      edges.set(from, edges.get(from) ?? new Map())
      edges.get(from)!.set(to, `${path} → ${target}`)
    }
  // Tarjan's strongly connected components
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (room: string): void => {
    order.set(room, order.size)
    lowest.set(room, order.get(room)!)
    stack.push(room)
    for (const next of edges.get(room)?.keys() ?? [])
      if (!order.has(next)) {
        visit(next)
        lowest.set(room, Math.min(lowest.get(room)!, lowest.get(next)!))
      } else if (stack.includes(next)) lowest.set(room, Math.min(lowest.get(room)!, order.get(next)!))
    if (lowest.get(room) !== order.get(room)) return
    const circle = stack.splice(stack.indexOf(room))
    if (circle.length > 1)
      circles.push(circle.flatMap((one) => [...(edges.get(one) ?? [])].filter(([to]) => circle.includes(to)).map(([, example]) => example)))
  }
  for (const room of edges.keys()) if (!order.has(room)) visit(room)
  return circles
}

describe("no dependency cycles", () => {
  test("a cycle is detected, also across three features", () => {
    const file = (path: string, ...imports: string[]) => ({ path, imports })
    expect(circlesOf([file("server/a/x.ts", "server/b/y"), file("server/b/y.ts", "server/c/z"), file("server/c/z.ts")])).toEqual([])
    const circle = [file("server/a/x.ts", "server/b/y"), file("server/b/y.ts", "server/c/z"), file("server/c/z.ts", "server/a/x")]
    expect(circlesOf(circle).map((one) => one.length)).toEqual([3])
    expect(circlesOf([file("server/a/x.ts", "server/b/y.table"), file("server/b/y.table.ts", "server/a/x")])).toEqual([])
  })

  test.each(["server", "components"])("%s: its rooms import each other in one direction", (floor) => {
    const files = sources
      .filter(({ path }) => path.startsWith(`${floor}/`) && !isTest(path))
      .map(({ path, text }) => ({ path, imports: importsOf(path, text, true).filter((one) => one.startsWith(`${floor}/`)) }))
    expect(files.length).toBeGreaterThan(100)
    expect(circlesOf(files)).toEqual([])
  })
})
