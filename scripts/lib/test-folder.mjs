// Where tests keep what nobody keeps afterwards.
import { mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs"
import { freemem, tmpdir } from "node:os"
import { join } from "node:path"
import { isAlive } from "./processes.mjs"

const inMemory = "/dev/shm"
/** Bytes that must be free there, and twice as many in the machine: databases and files of a whole run stay below. */
const room = 4 * 1024 ** 3

/** In memory where the machine has the room (a database of 1,800 files is copied there in a tenth of the time), else the system's temporary folder. */
function parentFolder() {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= room && freemem() >= 2 * room ? inMemory : tmpdir()
  } catch {
    return tmpdir() // a system without it
  }
}

/** Removes what runs that were killed have left, so that no memory stays taken. @param {string} folder */
function removeLeftovers(folder) {
  for (const name of readdirSync(folder)) {
    const pid = Number(/^doujia-[a-z0-9]+-(\d+)-\w{6}$/.exec(name)?.[1])
    if (pid && !isAlive(pid)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/** A new folder of this process; who makes it removes it. @param {string} name one word */
export function makeTestFolder(name) {
  const folder = parentFolder()
  if (folder === inMemory) removeLeftovers(folder)
  return mkdtempSync(join(folder, `doujia-${name}-${process.pid}-`))
}
