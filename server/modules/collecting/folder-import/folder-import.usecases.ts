import { join } from "node:path"
import type { Ctx } from "@/server/context"
import { StartError } from "@/server/errors"
import type { Details, FolderManifest } from "./manifest.rules"
import { isPackage, type ReportLine, type OfferedFile } from "./offered.rules"
import { openPackage, type ZipPackage } from "./package.usecases"
import { takeFile } from "./file-import.usecases"
import { createWorld, type ImportPreferences, type ImportLookups } from "./world.usecases"

export type FolderImportOptions = ImportPreferences & {
  /** The files and zip files, in order. */
  files: OfferedFile[]
  manifest: FolderManifest | null
  /** Called for every file, including those in zip files, as soon as its outcome is known. */
  onLine: (line: ReportLine) => Promise<void> | void
  /** Called after a file, or after a complete zip file, with the outcomes. */
  onFile?: (file: OfferedFile, lines: ReportLine[]) => Promise<void>
  /** Called from time to time with the number of finished files. */
  onStep?: (step: { title: string; done: number; total: number }) => void
  signal?: AbortSignal
}

/**
 * Imports files and zip files from disk as documents, one after the other, each in its own transactions (docs/decisions/160). A killed
 * import resumes after the last document: imported files are recognized by path, size and time, and all files by content.
 * @throws StartError a sentence if the import cannot continue
 */
export const importFiles = async (ctx: Ctx, options: FolderImportOptions): Promise<void> => {
  const world = await createWorld(ctx, options)
  const run = { ctx, world, options, done: 0, total: options.files.length }
  for (const file of options.files) {
    if (options.signal?.aborted) return
    const lines: ReportLine[] = []
    const note = async (line: ReportLine) => {
      lines.push(line)
      await options.onLine(line)
    }
    if (isPackage(file.name) && !file.refused) await takePackage(run, file, note)
    else await note(await takeFile(ctx, file, options.manifest?.of(file.name), world))
    if (options.signal?.aborted && isPackage(file.name)) return
    step(run, file.name)
    await options.onFile?.(file, lines)
  }
}

type Run = { ctx: Ctx; world: ImportLookups; options: FolderImportOptions; done: number; total: number }

const step = (run: Run, title: string) => {
  run.done += 1
  run.options.onStep?.({ title, done: run.done, total: run.total })
}

/** Imports the files of a zip file with the metadata of its own manifest; only that manifest may contain more fields than the folder's. */
const takePackage = async (run: Run, file: OfferedFile, note: (line: ReportLine) => Promise<void>) => {
  const inside = await opened(file)
  if (inside instanceof StartError) return note(refusedLine(file.name, inside.sentence))
  const nameIn = (name: string) => `${file.name}/${name}`
  try {
    run.total += inside.files.length
    const said = (name: string): Details | undefined => (inside.manifest ?? run.options.manifest)?.of(name)
    for (const one of inside.files) {
      if (run.options.signal?.aborted) return
      const line = await takeFile(run.ctx, one, said(one.name), run.world)
      await note({ ...line, file: nameIn(line.file) })
      step(run, nameIn(one.name))
    }
    for (const name of inside.manifest?.unused() ?? []) await note(refusedLine(nameIn(name), "清单里有，压缩包里没有这个文件"))
  } finally {
    inside.close()
  }
}

const opened = async (file: OfferedFile): Promise<ZipPackage | StartError> => {
  try {
    return await openPackage(join(file.place, file.name))
  } catch (error) {
    if (error instanceof StartError) return error
    throw error
  }
}

export const refusedLine = (file: string, reason: string): ReportLine => ({
  file,
  outcome: "refused",
  reason,
  title: "",
  document: "",
  category: "",
  uploader: "",
})
