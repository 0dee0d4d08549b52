import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { findRunningDatabase } from "@/server/db/embedded"
import { env, isConfigured, type Env } from "@/server/env"
import { StartError } from "@/server/errors"

/** A site that was started from this program's folder. `external`: its database is the one of DATABASE_URL. */
type SiteNote = { dataDir: string; external: boolean; pid: number }
type Config = Pick<Env, "DATA_DIR" | "DATABASE_URL" | "API_BASE_URL">

const notesFolder = (root: string) => join(root, "dist", "sites")
const noteFile = (root: string, dataDir: string) =>
  join(notesFolder(root), `${createHash("sha256").update(dataDir).digest("hex").slice(0, 16)}.json`)

/** Notes where the site keeps its data, so that commands find a site that was started with `--data`. */
export const rememberSite = (root: string, note: SiteNote): void => {
  try {
    mkdirSync(notesFolder(root), { recursive: true })
    writeFileSync(noteFile(root, note.dataDir), JSON.stringify(note), { mode: 0o600 })
  } catch {
    // The program's folder may be read-only. Commands then need --data.
  }
}

/** Removes the note of a site that was only tried. */
export const forgetSite = (root: string, dataDir: string): void => {
  try {
    rmSync(noteFile(root, dataDir), { force: true })
  } catch {
    // as above
  }
}

const readNotes = (root: string): SiteNote[] =>
  !existsSync(notesFolder(root))
    ? []
    : readdirSync(notesFolder(root)).flatMap((name) => {
        const path = join(notesFolder(root), name)
        try {
          const note = JSON.parse(readFileSync(path, "utf8")) as SiteNote
          if (existsSync(note.dataDir)) return [note]
          rmSync(path, { force: true })
          return []
        } catch {
          return [] // half written, or of another user
        }
      })

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}
const isRunning = async ({ dataDir, external, pid }: SiteNote) => (external ? isAlive(pid) : (await findRunningDatabase(dataDir)) !== null)

/** A folder with the private database, of a running or a stopped site. */
export const hasDatabase = (dataDir: string): boolean => existsSync(join(dataDir, "postgres", "PG_VERSION"))

/**
 * Returns the data folder that a command works on: `--data`, DATA_DIR, the running site, the default folder, the site that ran before, in
 * this order. A folder that is not the default one is announced. @throws StartError if several sites match
 */
export const findSiteFolder = async (root: string, typed: string | undefined, announce: (text: string) => void): Promise<string> => {
  if (typed) return resolve(typed)
  const folder = resolve(env().DATA_DIR)
  if (isConfigured("DATA_DIR")) return folder
  const notes = readNotes(root)
  const alive = await Promise.all(notes.map(isRunning))
  const running = notes.filter((_, at) => alive[at])
  const candidates = running.length ? running : hasDatabase(folder) ? [] : notes
  const [only, second] = candidates
  if (second)
    throw new StartError(
      `这里启动过几个网站，请用 --data 写明是哪一个：${candidates.map(({ dataDir }) => `--data ${dataDir}`).join("，或 ")}。`,
    )
  if (!only) return folder
  if (only.external && !env().DATABASE_URL)
    throw new StartError("网站是用 DATABASE_URL 启动的，请给命令设置同样的 DATABASE_URL，或把它写进 .env。")
  if (only.dataDir !== folder) announce(`网站的数据目录：${only.dataDir}`)
  return only.dataDir
}

/** Refuses a command where there is no database, instead of creating one. @throws StartError */
export const requireDatabase = (dataDir: string, { DATABASE_URL, API_BASE_URL }: Omit<Config, "DATA_DIR"> = env()): void => {
  if (API_BASE_URL) throw new StartError("设置了 API_BASE_URL，数据都在那个后端，这里没有数据库；请在那边运行这个命令。")
  if (DATABASE_URL || hasDatabase(dataDir)) return
  throw new StartError(`${dataDir} 里没有网站的数据。如果网站用 --data 启动，命令也加上同样的 --data；还没有启动过，请先运行 npm start。`)
}
