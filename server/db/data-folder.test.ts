import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { closeDataFolder } from "./data-folder"

const root = mkdtempSync(join(tmpdir(), "doujia-folder-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const modeOf = (path: string) => statSync(path).mode & 0o777

test("a data folder, new or existing, is closed to other users [security: private-data-folder, 13.3.2]", () => {
  closeDataFolder(join(root, "new", "data"))
  expect(modeOf(join(root, "new", "data"))).toBe(0o700)
  const open = join(root, "open")
  mkdirSync(open)
  chmodSync(open, 0o755)
  closeDataFolder(open)
  expect(modeOf(open)).toBe(0o700)
})

test("a data folder that is a file is rejected with one message", () => {
  writeFileSync(join(root, "file"), "")
  expect(() => closeDataFolder(join(root, "file"))).toThrow(
    expect.objectContaining({ sentence: expect.stringContaining("file") as string }),
  )
})
