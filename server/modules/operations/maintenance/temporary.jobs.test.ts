import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeEach, expect, test } from "vitest"
import { sweepTemporary } from "./temporary.jobs"

const root = mkdtempSync(join(tmpdir(), "doujia-sweep-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const hour = 3_600_000
const folders = ["incoming", "convert", "storing", "tus"]
const put = (folder: string, name: string, ageMs: number) => {
  const path = join(root, "tmp", folder, name)
  writeFileSync(path, "x")
  const then = new Date(Date.now() - ageMs)
  utimesSync(path, then, then)
}
const left = () => folders.flatMap((folder) => readdirSync(join(root, "tmp", folder)).map((name) => `${folder}/${name}`)).toSorted()

beforeEach(() => {
  rmSync(join(root, "tmp"), { recursive: true, force: true })
  for (const folder of folders) mkdirSync(join(root, "tmp", folder), { recursive: true })
  for (const folder of ["incoming", "convert", "storing"])
    for (const [name, age] of [
      ["young", hour],
      ["old", 25 * hour],
    ] as const)
      put(folder, name, age)
  for (const name of ["begun", "begun.json"]) put("tus", name, hour)
  for (const name of ["forgotten", "forgotten.json"]) put("tus", name, 25 * hour)
  put("tus", "taken.json", hour)
  put("tus", "unnamed", hour)
})

test("at the start of the only process all temporary files are deleted except resumable uploads", async () => {
  await sweepTemporary(root, 0)
  expect(left()).toEqual(["tus/begun", "tus/begun.json"])
})

test("while other processes run only files older than a day are removed", async () => {
  await sweepTemporary(root)
  expect(left()).toEqual([
    "convert/young",
    "incoming/young",
    "storing/young",
    "tus/begun",
    "tus/begun.json",
    "tus/taken.json",
    "tus/unnamed",
  ])
})

test("a missing folder is not an error", async () => {
  rmSync(join(root, "tmp"), { recursive: true })
  await expect(sweepTemporary(root, 0)).resolves.toBeUndefined()
})
