import { mkdir, rename, stat, writeFile } from "node:fs/promises"
import { dirname, join, posix } from "node:path"
import type { ReportLine, OfferedFile } from "./offered.rules"

/**
 * Where processed files are moved: `done` for documents, new or existing, and `refused` for refused files with the reason in a file next to
 * each.
 */
export const watchFolders = { done: "done", refused: "refused" } as const

/** The state of each file at the last scan, by path. */
export type Looks = Map<string, string>

const lookOf = ({ size, modified }: OfferedFile): string => `${size} ${modified.getTime()}`

/** Returns the files unchanged since the last scan, which means that nothing is still writing them, and this scan for the next call. */
export const settled = (before: Looks, files: OfferedFile[]): { files: OfferedFile[]; looks: Looks } => ({
  files: files.filter((file) => before.get(file.name) === lookOf(file)),
  looks: new Map(files.map((file) => [file.name, lookOf(file)])),
})

/** Returns a free name: `a.pdf`, `a (2).pdf`, … */
const freeName = async (folder: string, name: string): Promise<string> => {
  const ext = posix.extname(name)
  const stem = name.slice(0, name.length - ext.length)
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${stem} (${n})${ext}`
    if (!(await stat(join(folder, candidate)).catch(() => null))) return candidate
  }
}

const sentences = (lines: ReportLine[]): string => lines.map(({ file, reason }) => `${file}：${reason}\n`).join("")

/** Moves a processed file into the folder of its outcome and keeps its relative path. A zip file is done only if all of its files are. */
export const putAway = async ({ place: container, name }: OfferedFile, lines: ReportLine[]): Promise<void> => {
  const refused = lines.filter(({ outcome }) => outcome === "refused")
  const folder = join(container, refused.length ? watchFolders.refused : watchFolders.done)
  await mkdir(dirname(join(folder, name)), { recursive: true })
  const free = await freeName(folder, name)
  // Write the reason first, so that it is already there when the file appears.
  if (refused.length) await writeFile(join(folder, `${free}.txt`), sentences(refused))
  await rename(join(container, name), join(folder, free))
}
