import { chmodSync, mkdirSync, statSync } from "node:fs"
import { diskError } from "../errors"

/**
 * Makes the data folder, or closes an existing one of ours: nobody else on the machine enters it (mode 0700). Where the file
 * system knows no modes (some network mounts) it stays as it is. @throws StartError when it cannot be made
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
    // A mount that keeps modes of its own; the folder can be used all the same.
  }
}
