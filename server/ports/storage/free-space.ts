import { statfs } from "node:fs/promises"

/** Returns how many bytes this process may still write in the file system of a folder. */
export const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
