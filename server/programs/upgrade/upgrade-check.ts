import { existsSync, readFileSync } from "node:fs"
import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { readMigrationFiles } from "drizzle-orm/migrator"
import { settingGroups } from "@/lib/contract/site/settings.groups"
import type { Setting } from "@/lib/contract/setting"
import type { Database } from "@/server/db/client"
import { prepareBinaries } from "@/server/db/embedded-binaries"
import { databaseUser } from "@/server/db/embedded-cluster"
import { lastStepOf } from "@/server/db/site-version"
import { readEnv } from "@/server/env"
import { StartError } from "@/server/errors"
import { freeBytes } from "@/server/ports/storage/free-space"
import { settingRows } from "../../modules/site/settings/settings.usecases"
import { effectOf } from "./migration-effects"

/** The plan of an upgrade: lines for the operator, and the reasons that forbid it. */
export type UpgradeReport = { lines: string[]; faults: string[] }

const gb = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`

/** Returns the size of a folder (bytes). Files may disappear during the count. */
export const folderBytes = async (folder: string): Promise<number> => {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(entry.parentPath, entry.name)
    bytes += entry.isDirectory()
      ? await folderBytes(path)
      : await stat(path).then(
          ({ size }) => size,
          () => 0,
        )
  }
  return bytes
}

type Journal = { entries: { when: number; tag: string }[] }

/** Describes the migrations that the database lacks, each with the tables whose rows it touches. */
export const describeMigrations = async (db: Database, folder: string): Promise<string[]> => {
  const last = await lastStepOf(db)
  const { entries } = JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8")) as Journal
  const steps = readMigrationFiles({ migrationsFolder: folder }).filter(({ folderMillis }) => last === null || folderMillis > last)
  const { rows } = await db.execute<{ name: string; rows: string }>(
    sql`select relname as name, reltuples::bigint::text as rows from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const sizes = new Map(rows.map((row) => [row.name, Number(row.rows)]))
  return steps.map(({ folderMillis, sql: statements }) => {
    const effects = statements.flatMap((statement) => effectOf(statement) ?? []).filter(({ table }) => sizes.has(table))
    const texts = effects.map(({ table, work, blocks }) => {
      const count = sizes.get(table)!
      return `${table}（${count < 0 ? "行数未知" : `约 ${count.toLocaleString("en")} 行`}）${work}${blocks && `，期间${blocks}`}`
    })
    const tag = entries.find(({ when }) => when === folderMillis)?.tag ?? String(folderMillis)
    return `${tag}：${[...new Set(texts)].join("；") || "不动已有的行"}`
  })
}

const refusalOf = (setting: Setting, value: string): string | null => {
  if (setting.kind === "number" && (Number(value) < (setting.min ?? -Infinity) || Number(value) > (setting.max ?? Infinity)))
    return `应在 ${setting.min} 到 ${setting.max} 之间`
  if (setting.kind === "select" && !setting.options?.some((option) => option.split(":")[0] === value)) return "没有这个选项"
  return setting.check?.(value) ?? null
}

/** Lists the saved settings that this version lacks or would not accept, and the variables that it does not understand. */
export const describeSettings = async (db: Database, configuration: Record<string, string>): Promise<string[]> => {
  const groups = settingGroups as Record<string, Record<string, Setting>>
  const lines = [...(await settingRows({ db }))].flatMap(([field, { value }]) => {
    const [group = "", name = ""] = field.split(".")
    // texts that the site keeps for itself
    if (group === "internal") return []
    const setting = Object.hasOwn(groups, group) ? groups[group]![name] : undefined
    if (!setting) return [`设置 ${field} 在新版本里没有了，保存的值不再有作用`]
    const refusal = refusalOf(setting, value)
    return refusal ? [`设置“${setting.label}”（${field}）的值新版本不接受：${refusal}`] : []
  })
  try {
    readEnv(configuration)
  } catch (error) {
    lines.push(`环境变量：${error instanceof StartError ? error.sentence : String(error)}`)
  }
  return lines
}

type World = { root: string; dataDir: string; db: Database; configuration: Record<string, string>; versions: { from: string; to: string } }

/** Room beside the copy of the database (bytes). */
const reserve = 256 * 1024 ** 2

/** Examines what an upgrade to the version in `root` needs and does. Changes nothing. */
export const examineUpgrade = async ({ root, dataDir, db, configuration, versions }: World): Promise<UpgradeReport> => {
  const report: UpgradeReport = { lines: [`从 ${versions.from || "未知的版本"} 到 ${versions.to}`], faults: [] }
  if (!existsSync(join(root, "dist", "server", "main.mjs")) || !existsSync(join(root, ".next", "BUILD_ID")))
    report.faults.push(`${root} 里的新版本还没有编译，请先运行 npm run build。`)
  const cluster = join(dataDir, "postgres")
  if (existsSync(cluster)) {
    // one copy to return to, and one that migrations may write
    const [needed, free] = [2 * (await folderBytes(cluster)) + reserve, await freeBytes(dataDir)]
    report.lines.push(`磁盘：剩余 ${gb(free)}，升级最多要 ${gb(needed)}`)
    if (free < needed) report.faults.push(`${dataDir} 所在的磁盘空间不够，请先腾出 ${gb(needed - free)}。`)
    const [current, next] = [readFileSync(join(cluster, "PG_VERSION"), "utf8").trim(), prepareBinaries(dataDir, databaseUser()).major]
    if (current !== next)
      report.faults.push(
        `内置的 PostgreSQL 从 ${current} 换成了 ${next}：请用旧版本做一份备份，停掉网站，再用新版本恢复到新的目录（npm run restore -- 备份的目录 --data 新目录）。`,
      )
  }
  const steps = await describeMigrations(db, join(root, "server", "db", "migrations"))
  report.lines.push(steps.length ? `数据库要升级 ${steps.length} 步：` : "数据库不用升级", ...steps.map((step) => `  ${step}`))
  const settings = await describeSettings(db, configuration)
  report.lines.push(settings.length ? "意思变了的设置：" : "没有意思变了的设置", ...settings.map((one) => `  ${one}`))
  return report
}
