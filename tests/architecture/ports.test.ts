import { readdirSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { inProject } from "../../scripts/lib/project.mjs"
import { sources } from "./source"

const withoutEnding = (path: string) => path.replace(/\.tsx?$/, "")
const importsByPath = new Map(sources.map(({ path, imports }) => [withoutEnding(path), imports.map(withoutEnding)]))

/** Returns every file that these files import, directly or through others. */
const reachableFrom = (paths: readonly string[]): Set<string> => {
  const reached = new Set(paths)
  for (const path of reached) for (const imported of importsByPath.get(path) ?? []) reached.add(imported)
  return reached
}

/** The files that each test reaches. */
const reachedByTest = new Map(
  sources
    .filter(({ path }) => path.endsWith(".test.ts") && !path.startsWith("tests/architecture/"))
    .map(({ path }) => [path, reachableFrom([withoutEnding(path)])]),
)

const ports = readdirSync(inProject("server/ports"), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

describe.each(ports)("the port %s", (port) => {
  const folder = `server/ports/${port}`
  const names = readdirSync(inProject(folder))
  const implementations = names.filter((name) => new RegExp(`^[\\w-]+\\.${port}\\.ts$`).test(name))

  test("has an interface, a fake and a suite", () => {
    expect(names).toContain(`${port}.port.ts`)
    expect(names).toContain(`${port}.suite.ts`)
    expect(implementations.filter((name) => /^(memory|fake|direct|recording)\./.test(name))).toHaveLength(1)
  })

  test("tests each adapter and the fake with the suite", () => {
    const suite = `${folder}/${port}.suite`
    const usingSuite = [...reachedByTest.values()].filter((reached) => reached.has(suite))
    const tested = (name: string) => usingSuite.some((reached) => reached.has(`${folder}/${withoutEnding(name)}`))
    expect(implementations.filter((name) => !tested(name))).toEqual([])
  })
})
