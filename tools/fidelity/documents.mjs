import { mkdirSync, readdirSync } from "node:fs"
import { basename, extname, join, relative } from "node:path"
import { findProgram, runOutside } from "../bench/programs.mjs"
import { say } from "../../scripts/lib/project.mjs"

const office = new Set([".doc", ".docx", ".odt", ".rtf", ".ppt", ".pptx", ".odp", ".xls", ".xlsx", ".ods"])

/** Returns the PDFs of the folders, and the PDFs that LibreOffice creates from their office documents. */
export async function documentsIn(folders, temporary) {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
      .map((entry) => ({ folder, path: join(entry.parentPath ?? entry.path, entry.name) }))
      .sort((a, b) => a.path.localeCompare(b.path)),
  )
  const documents = []
  for (const { folder, path } of files) {
    const ext = extname(path).toLowerCase()
    const title = relative(folder, path)
    if (ext === ".pdf") documents.push({ title, path, pdf: path })
    else if (office.has(ext)) documents.push(await printed(path, title, temporary))
  }
  return documents.filter(Boolean)
}

async function printed(path, title, temporary) {
  const soffice = process.env.SOFFICE_PATH || findProgram("soffice")
  if (!soffice) return void say(`没有 LibreOffice，跳过 ${title}`)
  const out = join(temporary, title.replaceAll("/", "_"))
  mkdirSync(out, { recursive: true })
  const profile = `-env:UserInstallation=file://${join(temporary, "profile")}`
  await runOutside(soffice, [profile, "--headless", "--norestore", "--convert-to", "pdf", "--outdir", out, path])
  const made = join(out, `${basename(path, extname(path))}.pdf`)
  return readdirSync(out).includes(basename(made))
    ? { title: `${title} → PDF`, path: made, pdf: made }
    : void say(`LibreOffice 打不开 ${title}`)
}
