import { mkdtemp, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, inject, test } from "vitest"
import { readChangelog } from "./local-backend"

test("a project folder without a changelog returns nothing; any other error is reported", async () => {
  const folder = await mkdtemp(join(inject("folders"), "root-"))
  expect(await readChangelog(folder)).toBe("")
  await writeFile(join(folder, "CHANGELOG.md"), "# 更新日志\n")
  expect(await readChangelog(folder)).toBe("# 更新日志\n")
  await expect(readChangelog(join(folder, "CHANGELOG.md"))).rejects.toMatchObject({ code: "ENOTDIR" })
})
