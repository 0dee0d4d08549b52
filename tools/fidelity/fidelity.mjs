import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { temporaryFolder, tidyOnSignal, tidyUp } from "../bench/cleanup.mjs"
import { findProgram, runOutside } from "../bench/programs.mjs"
import { importTypeScript } from "../../scripts/lib/bundle.mjs"
import { fail, Failure, messageOf, sentenceOf } from "../../scripts/lib/failure.mjs"
import { say } from "../../scripts/lib/project.mjs"
import { compareBlocks, WIDTH } from "./blocks.mjs"
import { openBrowser } from "./browser.mjs"
import { openConverter, pagesOf } from "./converter.mjs"
import { documentsIn } from "./documents.mjs"
import { report } from "./report.mjs"
import { hasGenerators, specimensIn } from "./specimens.mjs"
import { usage } from "./usage.mjs"

const keptFrom = 0.001
/** Largest width and height of a picture, in pixels. */
const LARGEST = 8000

/** Compares our pages with poppler's and PDFium's for the same PDFs and prints how closely they match. Exits with 1 if a goal is missed. */
export async function fidelity(args) {
  try {
    const options = readOptions(args)
    tidyOnSignal()
    const met = await compare(options)
    await tidyUp()
    process.exit(met ? 0 : 1)
  } catch (error) {
    await tidyUp()
    fail(new Failure(sentenceOf(error).replace(/^启动失败/, "比较失败"), { cause: error }))
  }
}

function readOptions(args) {
  let parsed
  try {
    const options = /** @type {const} */ ({
      pages: { type: "string", default: "30" },
      keep: { type: "string" },
      json: { type: "string" },
    })
    parsed = parseArgs({ args, options, strict: true, allowPositionals: true })
  } catch (error) {
    throw new Failure("看不懂选项，npm run fidelity -- --help 会列出所有选项。", { cause: error })
  }
  const { values, positionals } = parsed
  if (positionals.length === 0) throw new Failure(usage)
  for (const folder of positionals)
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new Failure(`没有这个文件夹：${folder}`)
  const pages = Number(values.pages)
  if (!Number.isInteger(pages) || pages < 1) throw new Failure("--pages 应为正整数。")
  const folders = positionals.map((folder) => resolve(folder))
  const areSpecimens = folders.some(hasGenerators)
  if (areSpecimens && folders.length > 1) throw new Failure("tests/files 要单独比较，不能和别的文件夹一起。")
  return { folders, areSpecimens, pages, keep: values.keep && resolve(values.keep), json: values.json }
}

async function compare(options) {
  const program = findProgram("pdftoppm")
  if (!program) throw new Failure("没有找到 pdftoppm（Debian 的 poppler-utils）。")
  const temporary = temporaryFolder()
  const { documents, failures } = options.areSpecimens
    ? await specimensIn(temporary)
    : { documents: await documentsIn(options.folders, temporary), failures: [] }
  if (documents.length === 0) throw new Failure("给的文件夹里没有可以比较的文档。")
  const { openReference } = await importTypeScript("tools/fidelity/reference.ts")
  const [converter, browser] = await Promise.all([openConverter(), openBrowser()])
  const rows = []
  for (const document of documents) {
    say(`正在比较 ${document.title}`)
    /** @type {{ close: () => void } | null} */
    let pdfium = null
    try {
      pdfium = await openReference(document.pdf)
      const tools = { program, browser, pdfium, temporary, keep: options.keep, areSpecimens: options.areSpecimens }
      for await (const page of pagesOf(converter, document.path, options.pages, temporary))
        rows.push(await comparePage(document, page, tools))
    } catch (error) {
      failures.push(document.title)
      say(`${document.title}：${messageOf(error)}`)
    } finally {
      pdfium?.close()
    }
  }
  await converter.close()
  await browser.close()
  if (options.json) writeFileSync(options.json, `${JSON.stringify(rows, null, 2)}\n`)
  return report(rows, options.areSpecimens ? failures : null)
}

/** Specimens are compared at twice their size, as on a screen of high density. */
function sizeOf({ width, height }, areSpecimens) {
  const across = Math.max(1, Math.min(LARGEST, areSpecimens ? Math.round(width * 2) : WIDTH))
  return { width: across, height: Math.max(1, Math.min(LARGEST, Math.round((across * height) / width))) }
}

/** Draws a page with pdftoppm. `blind`: without poppler-data it omits text in Chinese fonts that are not embedded. */
async function drawByPoppler({ program, temporary }, pdf, { page, width }, size) {
  const prefix = join(temporary, "page")
  // Scales by resolution: with a fixed width, poppler renders rotated pages incorrectly.
  const resolution = String((size.width / width) * 72)
  const number = String(page)
  const options = ["-png", "-cropbox", "-singlefile", "-r", resolution, "-f", number, "-l", number]
  const { output } = await runOutside(program, [...options, pdf, prefix])
  const png = readFileSync(`${prefix}.png`)
  rmSync(`${prefix}.png`)
  return { png, blind: output.includes("Missing language pack") }
}

async function comparePage(document, page, tools) {
  const { browser, pdfium, keep, areSpecimens } = tools
  const size = sizeOf(page, areSpecimens)
  const ours = await browser.draw(page.svg, size)
  // the PDF of a portfolio has other pages than those that are published
  const theirs = pdfium && (await drawByPoppler(tools, document.pdf, page, size))
  const ofPdfium = pdfium && (await pdfium.draw(page.page, size.width))
  const difference = theirs && (await compareBlocks(ours.png, theirs.png, size))
  const differenceOfPdfium = ofPdfium && (await compareBlocks(ours.png, ofPdfium, size))
  const name = `${document.title}#${page.page}`
  if (keep && Math.max(difference?.bad ?? 0, differenceOfPdfium?.bad ?? 0) > keptFrom) {
    mkdirSync(keep, { recursive: true })
    const basePath = join(keep, name.replaceAll("/", "_"))
    writeFileSync(`${basePath}.ours.png`, ours.png)
    writeFileSync(`${basePath}.pdftoppm.png`, theirs.png)
    writeFileSync(`${basePath}.pdfium.png`, ofPdfium)
    writeFileSync(`${basePath}.svg`, page.svg)
  }
  return {
    document: document.title,
    name,
    page: page.page,
    kind: page.kind,
    bytes: page.bytes,
    bad: difference && !theirs.blind ? difference.bad : null,
    badOfPdfium: differenceOfPdfium?.bad ?? null,
    lost: differenceOfPdfium?.lost ?? null,
    fault: ours.fault,
  }
}
