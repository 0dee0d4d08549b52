import { spawnSync } from "node:child_process"
import { constants, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { cp, mkdir, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { acquireInstanceLock } from "@/server/db/instance-lock"

/*
 * The copy of the stopped database to which a failed upgrade returns. Stored files need none: no job runs during the trial, and migrations
 * change the database only.
 */

const folderOf = (dataDir: string) => join(dataDir, "upgrade")
const copyOf = (dataDir: string) => join(folderOf(dataDir), "postgres")
const clusterOf = (dataDir: string) => join(dataDir, "postgres")
/** Exists from the moment the copy is complete until the new version may be used. */
const stateFile = (dataDir: string) => join(folderOf(dataDir), "state.json")

export const logOf = (dataDir: string): string => join(folderOf(dataDir), "site.log")
export const trialLogOf = (dataDir: string): string => join(folderOf(dataDir), "trial.log")

/** `trial`: the PID of the version that is being tried. */
type State = { from: string; to: string; trial?: number }

const writeState = (dataDir: string, state: State): void =>
  writeFileSync(stateFile(dataDir), JSON.stringify(state), { mode: 0o600, flush: true })

/** Returns the upgrade that was interrupted before its end; null if there is none. */
export const interruptedUpgrade = (dataDir: string): State | null =>
  existsSync(stateFile(dataDir)) ? (JSON.parse(readFileSync(stateFile(dataDir), "utf8")) as State) : null

export const noteTrial = (dataDir: string, state: State, trial: number): void => writeState(dataDir, { ...state, trial })

/** Called by every start of a site: a process other than the trial accepts writes, so the copy is out of date from then on. */
export const forgetInterruptedUpgrade = (dataDir: string): void => {
  const state = interruptedUpgrade(dataDir)
  if (state && state.trial !== process.pid) rmSync(stateFile(dataDir), { force: true })
}

/** Copies the database of a stopped site. The instance lock keeps a supervisor from starting the site during the copy. */
export const copyDatabase = async (dataDir: string, state: State): Promise<void> => {
  const lock = await acquireInstanceLock(dataDir)
  try {
    await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 })
    await rm(copyOf(dataDir), { recursive: true, force: true })
    const options = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE }
    await cp(clusterOf(dataDir), copyOf(dataDir), options)
    spawnSync("sync", ["-f", folderOf(dataDir)])
    writeState(dataDir, state)
  } finally {
    await lock.release()
  }
}

/** Puts the copy back in the place of the database. May be repeated after an interruption. */
export const returnDatabase = async (dataDir: string): Promise<void> => {
  const lock = await acquireInstanceLock(dataDir)
  try {
    if (existsSync(copyOf(dataDir))) {
      await rm(clusterOf(dataDir), { recursive: true, force: true })
      await rename(copyOf(dataDir), clusterOf(dataDir))
    }
    await rm(stateFile(dataDir), { force: true })
  } finally {
    await lock.release()
  }
}

/** From here on visitors may write, so nothing returns to the copy any more. */
export const dropCopy = async (dataDir: string): Promise<void> => {
  await rm(stateFile(dataDir), { force: true })
  await rm(copyOf(dataDir), { recursive: true, force: true })
}
