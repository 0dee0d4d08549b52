import { readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { job } from "@/server/module"

const dayMs = 86_400_000

/** Returns the name of the other file of a resumable upload, which consists of the data and a `.json` file with its metadata. */
const otherHalf = (name: string) => (name.endsWith(".json") ? name.slice(0, -".json".length) : `${name}.json`)

/**
 * Deletes abandoned temporary files: partial uploads and conversion folders older than `ageMs` (0 = all, if no other process shares the
 * folder), and resumable uploads that were idle for a day. An upload that lacks one of its two files cannot be resumed: a process crashed
 * while taking it over.
 */
export const sweepTemporary = async (dataDir: string, ageMs = dayMs): Promise<void> => {
  for (const folder of ["incoming", "convert", "storing", "fetched", "tus"]) {
    const path = join(dataDir, "tmp", folder)
    const names = new Set(await readdir(path).catch(() => []))
    for (const name of names) {
      const age = folder === "tus" && names.has(otherHalf(name)) ? dayMs : ageMs
      const stats = await stat(join(path, name)).catch(() => null)
      if (stats && Date.now() - stats.mtimeMs >= age) await rm(join(path, name), { recursive: true, force: true })
    }
  }
}

export const sweepTemporaryJob = job({
  name: "sweep-temporary",
  timeoutSeconds: 600,
  retries: 0,
  concurrency: 1,
  every: "17 * * * *",
  run: (ctx) => sweepTemporary(ctx.app.dataDir),
})
