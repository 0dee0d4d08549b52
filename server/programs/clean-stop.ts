import { closeSync, existsSync, openSync, rmSync } from "node:fs"
import { join } from "node:path"

/** `wasClean`: the last process of this folder stopped in order. A copy of the folder of a running site counts as not clean. */
export type RunMark = { wasClean: boolean; remove: () => void }

/** Marks the folder as in use until `remove`. `name` distinguishes processes that share it. */
export const markRunning = (dataDir: string, name: string): RunMark => {
  const path = join(dataDir, name)
  const wasClean = !existsSync(path)
  closeSync(openSync(path, "a", 0o600))
  return { wasClean, remove: () => rmSync(path, { force: true }) }
}
