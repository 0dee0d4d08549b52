import { readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { job } from "../../jobs/job"

const dayMs = 86_400_000

/**
 * Removes what is on its way to nobody: half-received files and conversion folders older than `ageMs` (0 = all, when no
 * other process shares the folder), and resumable uploads that nobody went on with for a day.
 */
export const sweepTemporary = async (dataDir: string, ageMs = dayMs): Promise<void> => {
  for (const [folder, age] of [["incoming", ageMs], ["convert", ageMs], ["storing", ageMs], ["tus", dayMs]] as const) {
    const path = join(dataDir, "tmp", folder)
    for (const name of await readdir(path).catch(() => [])) {
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
