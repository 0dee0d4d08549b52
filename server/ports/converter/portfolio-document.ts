import { rename, rm } from "node:fs/promises"
import { extname, join } from "node:path"
import { listedNames } from "./attachment-note"
import { ConversionError } from "./converter.port"

/** An attachment that is shown in place of its portfolio. `notes` are for the uploader. */
export type PortfolioDocument = { file: string; ext: string; notes: string[] }

type PortfolioAccess = {
  extract(to: string, skip: number): Promise<{ names: string[]; name: string }>
  inspect(file: string, ext: string): Promise<void>
  workDir: string
  /** Thrown if no attachment can be shown. */
  refusal: ConversionError
}

/** Damaged and encrypted attachments are skipped, up to this many. */
const MAX_TRIES = 10

/** Extracts the first attachment of a portfolio that passes inspection. */
export async function chooseDocument({ extract, inspect, workDir, refusal }: PortfolioAccess): Promise<PortfolioDocument> {
  for (let skip = 0; skip < MAX_TRIES; skip += 1) {
    const extracted = join(workDir, "attachment")
    const { names, name } = await extract(extracted, skip)
    if (name === "") break
    const ext = extname(name).toLowerCase()
    const file = `${extracted}${ext}`
    await rename(extracted, file)
    try {
      await inspect(file, ext)
      return { file, ext, notes: [`这是 PDF 文件包，显示的是其中的《${name}》。包里的文件：${listedNames(names)}`] }
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error
      await rm(file, { force: true })
    }
  }
  throw refusal
}
