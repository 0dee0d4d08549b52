import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { readLockedPackages, sbomOf } from "../../scripts/lib/sbom.mjs"

type Entry = { version: string; integrity?: string; resolved?: string; optional?: true; os?: string[]; cpu?: string[]; libc?: string[] }
const { lockfileVersion, packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  lockfileVersion: number
  packages: Record<string, Entry>
}
const installed = Object.entries(packages).filter(([path]) => path !== "")
/** Checks for the system that the project is tested on; musl variants do not count. */
const isTested = ({ os, cpu, libc }: Entry) => Boolean(os?.includes("linux") && cpu?.includes("x64") && !libc?.includes("musl"))

test("every package has its checksum, except variants of a program for another system [security: complete-lock, 15.1.2]", () => {
  expect(lockfileVersion).toBe(3)
  expect(installed.length).toBeGreaterThan(500)
  const without = installed.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""))
  const wrong = without.filter(([, entry]) => !entry.optional || !entry.os || !entry.cpu || isTested(entry))
  expect(wrong.map(([path]) => path)).toEqual([])
})

test("the list of components is written in a standard format, with licences and checksums [security: 15.1.2]", () => {
  const project = JSON.parse(readFileSync("package.json", "utf8")) as { name: string; version: string; license: string } & Record<
    "dependencies",
    Record<string, string>
  >
  const { bomFormat, components } = sbomOf(readLockedPackages(), project) as {
    bomFormat: string
    components: { purl: string; hashes?: unknown[]; licenses?: unknown[] }[]
  }
  expect(bomFormat).toBe("CycloneDX")
  const listed = new Map(components.map((component) => [decodeURIComponent(component.purl), component]))
  for (const [name, version] of Object.entries(project.dependencies)) {
    const component = listed.get(`pkg:npm/${name}@${version}`)
    expect(component, name).toBeDefined()
    expect([component!.hashes?.length, component!.licenses?.length], name).toEqual([1, 1])
  }
})

test("every package comes from a registry: no address of a repository or archive [security: 15.1.2]", () => {
  const elsewhere = installed.filter(([, { resolved }]) => resolved && !resolved.startsWith("https://registry.npmjs.org/"))
  expect(elsewhere.map(([path]) => path)).toEqual([])
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as Record<
    "dependencies" | "devDependencies" | "optionalDependencies",
    Record<string, string>
  >
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }))
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
})
