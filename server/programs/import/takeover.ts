import { mkdirSync, statSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { createCtx } from "@/server/context"
import { openSource, SourceAccessDenied, type SourceDatabase } from "@/server/db/mariadb"
import { countFiles, isWrongFolder, type FileCount } from "../../modules/collecting/importer/file-count.usecases"
import { readUnfinished, takeOver, type TableReport } from "../../modules/collecting/importer/takeover.usecases"
import { bootstrap } from "@/server/modules/site/samples/bootstrap.usecases"
import { StartError } from "@/server/errors"
import { misused, type ImportOptions } from "./options"
import { askPassword, chosenPassword } from "./password"
import { announce, createProgress, print } from "./printing"
import { untilSignal } from "../signals"
import { askToContinue } from "./question"
import { importFolder, root, withSite } from "./site"
import { openDifferences } from "./differences"
import { filesSentence, takeoverReport, type FileFacts } from "./takeover-report"

/** Adds the files that differ to those that exist. */
const fileFactsOf = (files: FileCount, tables: TableReport[]): FileFacts => ({
  ...files,
  damaged: tables.reduce((sum, { damaged = 0 }) => sum + damaged, 0),
})

const printReport = (report: TableReport[], files: FileFacts, dry: boolean) => {
  print(`\n${dry ? "会带过来" : "带过来了"}：`)
  for (const { title, read, added, changed, removed, skipped, missing } of report)
    print(
      missing
        ? `  ${title}：原来的数据库没有这张表`
        : `  ${title}：看了 ${read} 条，新的 ${added}，变了的 ${changed}，删掉的 ${removed}${skipped ? `，没有带的 ${skipped}` : ""}`,
    )
  print(`文件：${filesSentence(files)}`)
}

/** Opens the source; asks for its password on a terminal if it refuses the one it was given. */
const openedSource = async (from: string, values: ImportOptions, signal: AbortSignal): Promise<SourceDatabase> => {
  const options = { prefix: values.prefix, offset: values.timezone, signal, onLost: announce }
  const password = chosenPassword(from)
  try {
    return await openSource(from, { ...options, password })
  } catch (error) {
    const typed = error instanceof SourceAccessDenied ? await askPassword(signal) : null
    if (typed === null) throw error
    return openSource(from, { ...options, password: typed })
  }
}

/** The exit code of an import that found less than half of the files and could not ask. */
const filesMissing = 2

/** Counts the files; asks for confirmation if most of them are missing. Null: the import must stop. */
const acceptedFiles = async (
  source: SourceDatabase,
  folder: string,
  values: ImportOptions,
  signal: AbortSignal,
): Promise<FileCount | null> => {
  const files = await countFiles(source, folder)
  print(`原来的 ${files.total} 个文件，在 ${folder} 找到 ${files.present} 个。`)
  if (!isWrongFolder(files) || values["accept-missing"]) return files
  const sentence = `大半文件没有找到，--files 可能不对：它应该是原来网站的目录，里面有 documents 和 uploads。`
  if (await askToContinue(`${sentence}仍然继续吗？（y/N）`, signal)) return files
  announce(`${sentence}没有转入任何内容；确实只有这些文件时，加上 --accept-missing。`)
  return null
}

const preferenceOf = ({ prefer = "here" }: ImportOptions): "here" | "there" => {
  if (prefer !== "here" && prefer !== "there") throw misused("--prefer 应为 here 或 there")
  return prefer
}

/**
 * `npm run import -- --from … --files …`: exit code 1 if the import cannot run, 2 if most files are missing. Leaves a log and a page
 * `import-report.html` in the data folder.
 */
export const runTakeOver = async (values: ImportOptions): Promise<void> => {
  const folder = resolve(values.files ?? "")
  if (!values.from || !values.files) throw misused("要有 --from 和 --files，或者 --folder、--zip")
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new StartError(`没有目录 ${folder}。`)
  const dry = values["dry-run"] ?? false
  const prefer = preferenceOf(values)
  const signal = untilSignal(() => print("\n做完手上的这一批就停下（再按一次马上停下）。"))
  const dataDir = await importFolder(values.data)
  const source = await openedSource(values.from, values, signal)
  try {
    await withSite(dataDir, async (app) => {
      const ctx = createCtx(app)
      await bootstrap(ctx)
      print(`从 ${source.name} 转入，时间按 ${source.offset}${dry ? "；只看，不写" : ""}。`)
      const files = await acceptedFiles(source, folder, values, signal)
      if (!files) return void (process.exitCode = filesMissing)
      mkdirSync(join(dataDir, "tmp"), { recursive: true })
      const logPath = join(dataDir, `import-${new Date().toISOString().replace(/[:.]/g, "-")}.txt`)
      const { differences, note, close } = openDifferences(logPath, await readUnfinished(ctx))
      const samples = join(root, "server", "modules", "site", "samples", "content")
      const tables = await takeOver(ctx, {
        source,
        folder,
        samples,
        dry,
        prefer,
        log: logPath,
        onStep: createProgress(),
        onDifference: note,
      })
      close()
      const reportPath = join(dataDir, "import-report.html")
      const fileFacts = fileFactsOf(files, tables)
      const report = takeoverReport({ source: source.name, dry, tables, files: fileFacts, differences, logPath, at: new Date() })
      writeFileSync(reportPath, report, { mode: 0o600 })
      printReport(tables, fileFacts, dry)
      print(differences.length ? `有 ${differences.length} 处和原来不一样，写在 ${logPath}` : "没有和原来不一样的地方。")
      print(`报告：${reportPath}（用浏览器打开）`)
      if (!dry) print("原来画好的页面现在就能读；网站启动后会重新画，看的人多的先画。再运行一次这个命令，只转入后来的变化。")
    })
  } finally {
    await source.close()
  }
}
