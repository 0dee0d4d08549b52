// Makes the sample documents of a first start (server/samples) and the banners of its home page (public/banners): `node scripts/make-samples.mjs [name…]`.
// The results are committed; run this again only after changing the texts in scripts/samples/text.
// Needs the Noto CJK fonts, and LibreOffice (SOFFICE_PATH or /usr/bin/soffice) for the PDF.
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { pictures } from "./samples/art.mjs"
import { articlesJson } from "./samples/articles.mjs"
import { budgetXlsx } from "./samples/budget.mjs"
import { checklistXlsx } from "./samples/checklist.mjs"
import { contractDocx } from "./samples/contract.mjs"
import { creditsPdf } from "./samples/credits.mjs"
import { lessonDocx } from "./samples/lesson.mjs"
import { manualDocx } from "./samples/manual.mjs"
import { mathsPdf } from "./samples/maths.mjs"
import { noticePdf } from "./samples/notice.mjs"
import { poemsEpub } from "./samples/poems.mjs"
import { resumePdf } from "./samples/resume.mjs"
import { weeklyPptx } from "./samples/weekly.mjs"

const out = new URL("../server/modules/site/samples/content/", import.meta.url)
const targets = {
  "files/manual.docx": manualDocx,
  "files/credits.pdf": creditsPdf,
  "files/checklist.xlsx": checklistXlsx,
  "files/markdown.md": () => readFile(new URL("samples/text/markdown.md", import.meta.url)),
  "files/contract.docx": contractDocx,
  "files/lesson.docx": lessonDocx,
  "files/weekly.pptx": weeklyPptx,
  "files/budget.xlsx": budgetXlsx,
  "files/resume.pdf": resumePdf,
  "files/maths.pdf": mathsPdf,
  "files/notice.pdf": noticePdf,
  "files/poems.epub": poemsEpub,
  "../../public/banners/welcome.webp": pictures.welcome,
  "../../public/banners/share.webp": pictures.share,
  "articles.json": articlesJson,
}

const wanted = process.argv.slice(2)
for (const folder of ["files/", "../../public/banners/"]) await mkdir(new URL(folder, out), { recursive: true })
for (const [path, make] of Object.entries(targets)) {
  if (wanted.length && !wanted.some((word) => path.includes(word))) continue
  const bytes = await make()
  await writeFile(new URL(path, out), bytes)
  console.log(path, `${(bytes.length / 1024).toFixed(1)} KB`)
}
