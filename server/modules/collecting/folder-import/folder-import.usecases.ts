import { join } from "node:path"
import type { Ctx } from "@/server/context"
import { StartError } from "@/server/errors"
import type { Details, Manifest } from "./manifest.rules"
import { isPackage, type Line, type Offered } from "./offered.rules"
import { openPackage, type Package } from "./package.usecases"
import { takeFile } from "./taking.usecases"
import { createWorld, type Wanted, type World } from "./world.usecases"

export type Options = Wanted & {
  /** the files and zip files, in their order */
  files: Offered[]
  manifest: Manifest | null
  /** told of every file, those of zip files too, as soon as its fate is certain */
  onLine: (line: Line) => Promise<void> | void
  /** told after a file, or after all of a zip file, with what became of it */
  onFile?: (file: Offered, lines: Line[]) => Promise<void>
  /** told now and then: so many of so many files are done */
  onStep?: (step: { title: string; done: number; total: number }) => void
  signal?: AbortSignal
}

/**
 * Takes files and zip files of the disk as documents, one after the other, each in transactions of its own (docs/decisions/160). Killed at any
 * moment it goes on behind the last document: what was taken is known by its path, size and time, and everything by its content.
 * @throws StartError a sentence where it cannot go on
 */
export const importFiles = async (ctx: Ctx, options: Options): Promise<void> => {
  const world = await createWorld(ctx, options)
  const run = { ctx, world, options, done: 0, total: options.files.length }
  for (const file of options.files) {
    if (options.signal?.aborted) return
    const lines: Line[] = []
    const note = async (line: Line) => {
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

type Run = { ctx: Ctx; world: World; options: Options; done: number; total: number }

const step = (run: Run, title: string) => {
  run.done += 1
  run.options.onStep?.({ title, done: run.done, total: run.total })
}

/** The files of a zip file, with what its own list says of them; it alone may say more than the list of the folder. */
const takePackage = async (run: Run, file: Offered, note: (line: Line) => Promise<void>) => {
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

const opened = async (file: Offered): Promise<Package | StartError> => {
  try {
    return await openPackage(join(file.place, file.name))
  } catch (error) {
    if (error instanceof StartError) return error
    throw error
  }
}

export const refusedLine = (file: string, reason: string): Line => ({
  file,
  outcome: "refused",
  reason,
  title: "",
  document: "",
  category: "",
  uploader: "",
})
