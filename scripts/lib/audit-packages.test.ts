import { mkdtemp, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { strToU8, zipSync } from "fflate"
import { describe, expect, test } from "vitest"
import { compareVersions, findVulnerable, readAdvisories } from "./audit-packages.mjs"
import { readLockedPackages, sbomOf } from "./sbom.mjs"

const lock = JSON.stringify({
  packages: {
    "": { name: "doujia", version: "0.1.0" },
    "node_modules/left": { version: "1.2.0", license: "MIT", integrity: `sha512-${Buffer.alloc(64, 1).toString("base64")}` },
    "node_modules/@scope/right": { version: "2.0.0-beta.2", license: "(MIT OR Apache-2.0)" },
    "node_modules/right/node_modules/left": { version: "1.3.0", license: "MIT", dev: true },
    "node_modules/other/node_modules/left": { version: "1.2.0", license: "MIT", dev: true },
    "node_modules/linked": { link: true },
  },
})
const packages = readLockedPackages(lock)

test("the lock file's packages are listed once by name and version", () => {
  expect(packages.map(({ name, version, dev }) => [name, version, dev])).toEqual([
    ["@scope/right", "2.0.0-beta.2", false],
    ["left", "1.2.0", false],
    ["left", "1.3.0", true],
  ])
})

test("versions are compared by SemVer", () => {
  const sorted = [
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0-rc.1",
    "1.0.0",
    "1.2.0",
    "1.10.0",
  ]
  expect([...sorted].reverse().sort(compareVersions)).toEqual(sorted)
  expect(compareVersions("1.0.0+a", "1.0.0+b")).toBe(0)
})

const advisory = (events: object[], more: object = {}, name = "left") => ({
  id: "GHSA-1",
  affected: [{ package: { ecosystem: "npm", name }, ranges: [{ type: "SEMVER", events }] }],
  ...more,
})
const hit = (...advisories: object[]) =>
  findVulnerable(packages, advisories as never).map(({ name, version, fixed }) => [name, version, fixed])

describe("an advisory concerns a package", () => {
  test.each([
    [
      "from the beginning",
      [{ introduced: "0" }],
      [
        ["left", "1.2.0", ""],
        ["left", "1.3.0", ""],
      ],
    ],
    ["until it is fixed", [{ introduced: "1.0.0" }, { fixed: "1.2.5" }], [["left", "1.2.0", "1.2.5"]]],
    ["until the last affected one", [{ introduced: "0" }, { last_affected: "1.2.0" }], [["left", "1.2.0", ""]]],
    [
      "in the second of two ranges",
      [{ introduced: "0" }, { fixed: "1.0.0" }, { introduced: "1.3.0" }, { fixed: "1.4.0" }],
      [["left", "1.3.0", "1.4.0"]],
    ],
    ["not after the fix", [{ introduced: "0" }, { fixed: "1.2.0" }], []],
  ])("%s", (_, events, expected) => {
    expect(hit(advisory(events))).toEqual(expected)
  })

  test("by a listed version, a name with a scope, a prerelease; never when withdrawn or of another ecosystem", () => {
    expect(hit({ id: "X", affected: [{ package: { ecosystem: "npm", name: "left" }, versions: ["1.3.0"] }] })).toEqual([
      ["left", "1.3.0", ""],
    ])
    expect(hit(advisory([{ introduced: "2.0.0-beta.1" }, { fixed: "2.0.0" }], {}, "@scope/right"))).toEqual([
      ["@scope/right", "2.0.0-beta.2", "2.0.0"],
    ])
    expect(hit(advisory([{ introduced: "0" }], { withdrawn: "2026-01-01T00:00:00Z" }))).toEqual([])
    expect(hit({ id: "X", affected: [{ package: { ecosystem: "PyPI", name: "left" }, versions: ["1.2.0"] }] })).toEqual([])
  })
})

test("an export is a folder, a ZIP, an array or lines; anything else is refused", async () => {
  const folder = await mkdtemp(join(tmpdir(), "osv-"))
  const one = JSON.stringify({ id: "A" })
  await writeFile(join(folder, "A.json"), one)
  await writeFile(join(folder, "list.txt"), `[${one},${one}]`)
  await writeFile(join(folder, "lines.txt"), `${one}\n${one}\n`)
  await writeFile(join(folder, "all.zip"), zipSync({ "A.json": strToU8(one), "note.md": strToU8("x") }))
  await writeFile(join(folder, "broken.txt"), "not json")
  const count = async (name: string) => (await readAdvisories(join(folder, name))).length
  expect([await count(""), await count("list.txt"), await count("lines.txt"), await count("all.zip")]).toEqual([1, 2, 2, 1])
  await expect(readAdvisories(join(folder, "broken.txt"))).rejects.toThrow("读不出")
  await expect(readAdvisories(join(folder, "missing"))).rejects.toThrow("读不出")
})

test("the bill of materials is CycloneDX, without the packages of tests [security: 15.1.2]", () => {
  const bom = sbomOf(packages, { name: "doujia", version: "0.1.0", license: "Apache-2.0" })
  expect(bom).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6" })
  expect(bom.components).toEqual([
    {
      type: "library",
      "bom-ref": "pkg:npm/%40scope/right@2.0.0-beta.2",
      name: "@scope/right",
      version: "2.0.0-beta.2",
      purl: "pkg:npm/%40scope/right@2.0.0-beta.2",
      licenses: [{ expression: "(MIT OR Apache-2.0)" }],
    },
    expect.objectContaining({ name: "left", version: "1.2.0", hashes: [{ alg: "SHA-512", content: "01".repeat(64) }] }),
  ])
  expect(readLockedPackages().length).toBeGreaterThan(500)
})
