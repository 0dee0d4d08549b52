import { chmodSync, mkdirSync, statSync } from "node:fs"
import { diskError } from "../errors"

/**
 * Creates the data folder, or restricts an existing one: no other user of the machine can access it (mode 0700). On file systems without
 * modes (some network mounts) it stays unchanged. @throws StartError if it cannot be created
 */
export const closeDataFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw diskError(error, folder)
  }
  const { uid, mode } = statSync(folder)
  if (uid !== process.getuid?.() || (mode & 0o077) === 0) return
  try {
    chmodSync(folder, 0o700)
  } catch {
    // A mount that enforces its own modes; the folder is usable anyway.
  }
}
