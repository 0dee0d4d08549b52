import { execFile } from "node:child_process"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

/**
 * Converts files with LibreOffice to another format, for specimens in old binary formats that cannot be written by hand. All files of one
 * call take one start of the program.
 */
export async function savedAs(format: string, files: Record<string, Buffer | string>): Promise<Record<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), "office-specimens-"))
  try {
    await mkdir(join(folder, "out"))
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
    const names = Object.keys(files).map((name) => join(folder, name))
    const profile = `-env:UserInstallation=file://${folder}/profile`
    await promisify(execFile)("soffice", [profile, "--headless", "--convert-to", format, "--outdir", join(folder, "out"), ...names])
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
