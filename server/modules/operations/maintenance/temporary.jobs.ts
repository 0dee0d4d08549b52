import { readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { job } from "@/server/module"

const dayMs = 86_400_000

/** A resumable upload is a file and what is known of it beside it. */
const otherHalf = (name: string) => (name.endsWith(".json") ? name.slice(0, -".json".length) : `${name}.json`)

/**
 * Removes what is on its way to nobody: half-received files and conversion folders older than `ageMs` (0 = all, when no
 * other process shares the folder), and resumable uploads that nobody went on with for a day. One that lacks a half can
 * never go on: a process died while it was taken over.
 */
export const sweepTemporary = async (dataDir: string, ageMs = dayMs): Promise<void> => {
  for (const folder of ["incoming", "convert", "storing", "fetched", "tus"]) {
    const path = join(dataDir, "tmp", folder)
    const names = new Set(await readdir(path).catch(() => []))
    for (const name of names) {
      const age = folder === "tus" && names.has(otherHalf(name)) ? dayMs : ageMs
      const found = await stat(join(path, name)).catch(() => null)
      if (found && Date.now() - found.mtimeMs >= age) await rm(join(path, name), { recursive: true, force: true })
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
