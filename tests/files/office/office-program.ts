import { execFile } from "node:child_process"
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

/** The fonts and the profile that the converter gives to LibreOffice. */
const resources = join(import.meta.dirname, "../../../server/ports/converter/resources")

/** Prints a document as it is with LibreOffice, in the fonts and with the profile of the converter. */
export const printedByOffice = async (name: string, content: Buffer): Promise<Buffer> => {
  const pdfs = await savedAs("pdf", { [name]: content }, true)
  return pdfs[name.slice(0, name.lastIndexOf("."))]!
}

/**
 * Converts files with LibreOffice to another format, for specimens in old binary formats that cannot be written by hand. All files of one
 * call take one start of the program.
 */
export async function savedAs(
  format: string,
  files: Record<string, Buffer | string>,
  likeConverter = false,
): Promise<Record<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), "office-specimens-"))
  try {
    await mkdir(join(folder, "out"))
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
    const profileFolder = join(folder, "profile", "user")
    await mkdir(profileFolder, { recursive: true })
    if (likeConverter) await copyFile(join(resources, "registrymodifications.xcu"), join(profileFolder, "registrymodifications.xcu"))
    const env = { ...process.env, ...(likeConverter && { FONTCONFIG_FILE: join(resources, "fonts.conf"), LANG: "C.UTF-8" }) }
    const names = Object.keys(files).map((name) => join(folder, name))
    const profile = `-env:UserInstallation=file://${folder}/profile`
    await promisify(execFile)("soffice", [profile, "--headless", "--convert-to", format, "--outdir", join(folder, "out"), ...names], {
      env,
    })
    const [ext = ""] = format.split(":")
    const written = Object.keys(files).map(async (name): Promise<[string, Buffer]> => {
      const stem = name.slice(0, name.lastIndexOf("."))
      return [stem, await readFile(join(folder, "out", `${stem}.${ext}`))]
    })
    return Object.fromEntries(await Promise.all(written))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
