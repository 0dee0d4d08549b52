import { closeSync, mkdirSync, openSync, statSync, writeSync } from "node:fs"
import { join, resolve } from "node:path"
import { createCtx } from "@/server/context"
import { openSource, SourceAccessDenied, type SourceDatabase } from "@/server/db/mariadb"
import { takeOver, type TableReport } from "../../modules/collecting/importer/takeover.usecases"
import { bootstrap } from "@/server/modules/site/samples/bootstrap.usecases"
import { StartError } from "@/server/errors"
import { misused, type ImportOptions } from "./options"
import { askPassword, chosenPassword } from "./password"
import { announce, createProgress, print } from "./printing"
import { untilSignal } from "../signals"
import { importFolder, root, withSite } from "./site"

const printReport = (report: TableReport[], dry: boolean) => {
  print(`\n${dry ? "会带过来" : "带过来了"}：`)
  for (const { title, read, added, changed, removed, skipped, missing } of report)
    print(
      missing
        ? `  ${title}：原来的数据库没有这张表`
        : `  ${title}：看了 ${read} 条，新的 ${added}，变了的 ${changed}，删掉的 ${removed}${skipped ? `，没有带的 ${skipped}` : ""}`,
    )
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

/** `npm run import -- --from … --files …`: exit code 1 if the import cannot run. */
export const runTakeOver = async (values: ImportOptions): Promise<void> => {
  const folder = resolve(values.files ?? "")
  if (!values.from || !values.files) throw misused("要有 --from 和 --files，或者 --folder、--zip")
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new StartError(`没有目录 ${folder}。`)
  const dry = values["dry-run"] ?? false
  const signal = untilSignal(() => print("\n做完手上的这一批就停下（再按一次马上停下）。"))
  const dataDir = await importFolder(values.data)
  const source = await openedSource(values.from, values, signal)
  try {
    await withSite(dataDir, async (app) => {
      const ctx = createCtx(app)
      await bootstrap(ctx)
      print(`从 ${source.name} 转入，时间按 ${source.offset}${dry ? "；只看，不写" : ""}。`)
      mkdirSync(join(dataDir, "tmp"), { recursive: true })
      const path = join(dataDir, `import-${new Date().toISOString().replace(/[:.]/g, "-")}.txt`)
      const lines = openSync(path, "w", 0o600)
      let differences = 0
      const report = await takeOver(ctx, {
        source,
        folder,
        samples: join(root, "server", "modules", "site", "samples", "content"),
        dry,
        onStep: createProgress(),
        onDifference: (line) => {
          differences += 1
          writeSync(lines, `${line}\n`)
        },
      })
      closeSync(lines)
      printReport(report, dry)
      print(differences ? `有 ${differences} 处和原来不一样，写在 ${path}` : "没有和原来不一样的地方。")
      if (!dry) print("原来画好的页面现在就能读；网站启动后会重新画，看的人多的先画。再运行一次这个命令，只转入后来的变化。")
    })
  } finally {
    await source.close()
  }
}
