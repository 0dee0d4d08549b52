// Makes the sample documents of a first start (server/samples): `node scripts/make-samples.mjs [name…]`.
// The results are committed; run this again only after changing the texts in scripts/samples/text.
// Needs the Noto CJK fonts, and LibreOffice (SOFFICE_PATH or /usr/bin/soffice) for the PDF.
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { articlesJson } from "./samples/articles.mjs"
import { checklistXlsx } from "./samples/checklist.mjs"
import { creditsPdf } from "./samples/credits.mjs"
import { backupEpub } from "./samples/epub.mjs"
import { libraryPptx } from "./samples/library.mjs"
import { manualDocx } from "./samples/manual.mjs"

const out = new URL("../server/samples/", import.meta.url)
const targets = {
  "files/manual.docx": manualDocx,
  "files/credits.pdf": creditsPdf,
  "files/library.pptx": libraryPptx,
  "files/checklist.xlsx": checklistXlsx,
  "files/markdown.md": () => readFile(new URL("samples/text/markdown.md", import.meta.url)),
  "files/backup.epub": backupEpub,
  "articles.json": articlesJson,
}

const wanted = process.argv.slice(2)
await mkdir(new URL("files/", out), { recursive: true })
for (const [path, make] of Object.entries(targets)) {
  if (wanted.length && !wanted.some((word) => path.includes(word))) continue
  const bytes = await make()
  await writeFile(new URL(path, out), bytes)
  console.log(path, `${(bytes.length / 1024).toFixed(1)} KB`)
}
