import { afterAll, beforeAll, expect, test } from "vitest"
import { backupReport, tortureBackup } from "../../tools/torture/backup"
import { takeBuild, type Build } from "./support/build"
import { newDataFolder, preparedDataFolder, type DataFolder } from "./support/server"

/* The short form of `npm run torture -- backup`. DOUJIA_SEED=… repeats the choices of an earlier run. */

const seed = Number(process.env.DOUJIA_SEED ?? Date.now() % 1_000_000)
let build: Build
let data: Awaited<ReturnType<typeof preparedDataFolder>>
let folder: DataFolder

beforeAll(async () => {
  build = await takeBuild()
  data = await preparedDataFolder()
  folder = await newDataFolder()
})
afterAll(async () => {
  await data?.remove()
  await folder?.remove()
  await build?.remove()
})

test(
  "a site that is backed up, destroyed and restored in use has everything that was acknowledged before the backup [security: torture, restore-drill]",
  { timeout: 900_000 },
  async () => {
    const result = await tortureBackup({ main: build.main, folder: folder.path, dataDir: data.path, admin: data.admin, times: 2, seed })
    process.stdout.write(`seed ${seed}\n${backupReport(result)}\n`)
    expect(result.violations).toEqual([])
    expect(result.times).toBe(2)
    expect(result.uploads).toBeGreaterThan(5)
    expect(result.credits).toBeGreaterThan(0)
  },
)
