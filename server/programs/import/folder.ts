import { statSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { minute } from "@/lib/rules/time"
import { createCtx } from "@/server/context"
import { filesOf, openManifest, ownManifest } from "../../modules/collecting/folder-import/disk.usecases"
import { importFiles, refusedLine } from "../../modules/collecting/folder-import/folder-import.usecases"
import type { FolderManifest } from "../../modules/collecting/folder-import/manifest.rules"
import { isPackage, type ReportLine, type OfferedFile } from "../../modules/collecting/folder-import/offered.rules"
import { putAway, settled, watchFolders, type Looks } from "../../modules/collecting/folder-import/watch.usecases"
import { bootstrap } from "@/server/modules/site/samples/bootstrap.usecases"
import { StartError } from "@/server/errors"
import type { ImportOptions } from "./options"
import { createProgress, print } from "./printing"
import { openReport, type ImportReport } from "./report"
import { untilSignal } from "../signals"
import { importFolder, withSite } from "./site"

type Task = { dataDir: string; values: ImportOptions; signal: AbortSignal }

const requirePlace = (path: string, kind: "folder" | "file"): string => {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (kind === "folder" ? !stats?.isDirectory() : !stats?.isFile())
    throw new StartError(`没有${kind === "folder" ? "目录" : "文件"} ${path}。`)
  return path
}

/** `npm run import -- --folder …` or `--zip …`: exit code 1 if the import cannot run, but not for refused files. */
export const runFolderImport = async (values: ImportOptions): Promise<void> => {
  // A file of any size is finished: its conversion would have to begin again.
  const signal = untilSignal(() => print("\n做完这一个文件就停下（再按一次马上停下）。"), null)
  const task: Task = { values, dataDir: await importFolder(values.data), signal }
  if (values.zip) return importOnce(task, dirname(requirePlace(resolve(values.zip), "file")), basename(values.zip))
  const folder = requirePlace(resolve(values.folder!), "folder")
  return values.watch ? watch(task, folder) : importOnce(task, folder)
}

const manifestOf = async ({ values }: Task, folder: string): Promise<FolderManifest | null> => {
  const manifest = values.csv ? await openManifest(resolve(values.csv)) : values.zip ? null : await ownManifest(folder)
  if (manifest?.unknown.length) print(`清单里这些列没有用：${manifest.unknown.join("、")}`)
  return manifest
}

const listFiles = async (folder: string, without: string[] = []): Promise<OfferedFile[]> => {
  const files: OfferedFile[] = []
  for await (const file of filesOf(folder, without)) files.push(file)
  return files
}

const importOnce = async (task: Task, folder: string, only?: string): Promise<void> => {
  const { values, signal } = task
  const manifest = await manifestOf(task, folder)
  const csv = values.csv && resolve(values.csv)
  const files = (await listFiles(folder)).filter(({ name }) => (only ? name === only : join(folder, name) !== csv))
  print(`${values["dry-run"] ? "看一看（不写）" : "导入"} ${folder}：${files.length} 个文件。`)
  const report = openReport(task.dataDir, values.report)
  await take(task, files, manifest, report)
  if (!signal.aborted && !only) for (const name of manifest?.unused() ?? []) report.note(refusedLine(name, "清单里有，目录里没有这个文件"))
  await report.close()
  print(report.text(values["dry-run"] ?? false))
  if (signal.aborted) print("没有做完。再运行一次会接着。")
}

type After = (file: OfferedFile, lines: ReportLine[]) => Promise<void>

const take = (
  { dataDir, values, signal }: Task,
  files: OfferedFile[],
  manifest: FolderManifest | null,
  report: ImportReport,
  onFile?: After,
) =>
  withSite(dataDir, async (app) => {
    const ctx = createCtx(app)
    const first = await bootstrap(ctx)
    if (first) print(`第一位管理员：${first.username}\n密码（只显示这一次）：${first.password}\n`)
    const listed = values["listed-only"] && manifest ? files.filter(({ name }) => isPackage(name) || manifest.of(name)) : files
    await importFiles(ctx, {
      files: listed,
      manifest,
      defaults: { uploader: values.user ?? "", category: values.category ?? "" },
      createCategories: values["create-categories"] ?? false,
      dry: values["dry-run"] ?? false,
      onLine: report.note,
      onStep: createProgress("time"),
      onFile,
      signal,
    })
  })

/** Polls the folder. The site's database is opened only when there are files to import, so the site can start and stop in the meantime. */
const watch = async (task: Task, folder: string): Promise<void> => {
  const { values, signal } = task
  const seconds = Number(values.interval ?? 5)
  if (!(seconds >= 0.1 && seconds <= 86_400)) throw new StartError("--interval 应为秒数。")
  if (values["dry-run"]) throw new StartError("--watch 会移动文件，不能和 --dry-run 一起用。")
  print(`守着 ${folder}，隔 ${seconds} 秒看一次；按 Ctrl+C 停下。`)
  let looks: Looks = new Map()
  let complaint = ""
  while (!signal.aborted) {
    try {
      const look = settled(looks, await listFiles(folder, Object.values(watchFolders)))
      looks = look.looks
      if (look.files.length) await takeSettled(task, folder, look.files)
      complaint = ""
    } catch (error) {
      // A full disk, an invalid list or a lost database connection is reported once and then retried.
      const sentence = error instanceof StartError ? error.sentence : `这次没有做完，会再试：${String(error)}`
      if (sentence !== complaint) print((complaint = sentence))
    }
    await pause(seconds * 1000, undefined, { signal }).catch(() => undefined)
  }
}

const takeSettled = async (task: Task, folder: string, files: OfferedFile[]): Promise<void> => {
  const csv = task.values.csv && resolve(task.values.csv)
  const documentFiles = files.filter(({ name }) => join(folder, name) !== csv)
  if (!documentFiles.length) return
  const report = openReport(task.dataDir, task.values.report, true)
  try {
    await take(task, documentFiles, await manifestOf(task, folder), report, putAway)
  } finally {
    await report.close()
    print(`${minute(new Date())}  ${report.text(false)}`)
  }
}
