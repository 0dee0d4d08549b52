import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { promisify } from "node:util"
import { expect, test } from "vitest"

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

test("the list of components is available in a standard format, with licences and checksums [security: 15.1.2]", async () => {
  const { stdout } = await promisify(execFile)("npm", ["sbom", "--package-lock-only", "--sbom-format=cyclonedx"], {
    maxBuffer: 64 * 1024 * 1024,
  })
  const { bomFormat, components } = JSON.parse(stdout) as {
    bomFormat: string
    components: { name: string; hashes?: unknown[]; purl: string }[]
  }
  expect(bomFormat).toBe("CycloneDX")
  const listed = new Set(components.map(({ purl }) => decodeURIComponent(purl)))
  const used = Object.keys((JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: Record<string, string> }).dependencies)
  expect(used.filter((name) => ![...listed].some((purl) => purl.startsWith(`pkg:npm/${name}@`)))).toEqual([])
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
