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
    const tests = sources.map(({ path }) => path).filter((path) => path.endsWith(".test.ts"))
    const usingSuite = tests.map(withoutEnding).filter((path) => reachableFrom([path]).has(suite))
    const tested = reachableFrom(usingSuite)
    expect(implementations.filter((name) => !tested.has(`${folder}/${withoutEnding(name)}`))).toEqual([])
  })
})
