import { chown, readdir } from "node:fs/promises"
import { join } from "node:path"
import { NOBODY } from "./bubblewrap"

/** Gives a folder and everything in it to the user nobody. Changes the owner of links themselves, never of their targets. */
export async function giveToNobody(folder: string): Promise<void> {
  await chown(folder, NOBODY, NOBODY)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue
    await chown(join(entry.parentPath, entry.name), NOBODY, NOBODY)
  }
}
