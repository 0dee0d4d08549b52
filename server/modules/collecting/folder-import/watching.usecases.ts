import { mkdir, rename, stat, writeFile } from "node:fs/promises"
import { dirname, join, posix } from "node:path"
import type { Line, Offered } from "./offered.rules"

/** Where files go that were looked at: what became a document or was one already, and what was refused, with the reason beside it. */
export const watchFolders = { done: "done", refused: "refused" } as const

/** What a file was at the last look, by its path. */
export type Looks = Map<string, string>

const lookOf = ({ size, modified }: Offered): string => `${size} ${modified.getTime()}`

/** The files that are as they were at the last look, so that nobody is writing them any more; and this look for the next time. */
export const settled = (before: Looks, files: Offered[]): { files: Offered[]; looks: Looks } => ({
  files: files.filter((file) => before.get(file.name) === lookOf(file)),
  looks: new Map(files.map((file) => [file.name, lookOf(file)])),
})

/** A free name: `a.pdf`, `a (2).pdf`, … */
const freeName = async (folder: string, name: string): Promise<string> => {
  const ext = posix.extname(name)
  const stem = name.slice(0, name.length - ext.length)
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${stem} (${n})${ext}`
    if (!(await stat(join(folder, candidate)).catch(() => null))) return candidate
  }
}

const sentences = (lines: Line[]): string => lines.map(({ file, reason }) => `${file}：${reason}\n`).join("")

/** Moves a file out of the way, below the folder that tells its fate, under the path that it had. A zip file is done only when all of it is. */
export const putAway = async ({ place, name }: Offered, lines: Line[]): Promise<void> => {
  const refused = lines.filter(({ outcome }) => outcome === "refused")
  const folder = join(place, refused.length ? watchFolders.refused : watchFolders.done)
  await mkdir(dirname(join(folder, name)), { recursive: true })
  const free = await freeName(folder, name)
  // the reason first: whoever finds the file finds it too
  if (refused.length) await writeFile(join(folder, `${free}.txt`), sentences(refused))
  await rename(join(place, name), join(folder, free))
}
