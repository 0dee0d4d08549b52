import { existsSync, readFileSync } from "node:fs"
import { Failure } from "./failure.mjs"
import { inProject } from "./project.mjs"

const journal = "server/db/migrations/meta/_journal.json"

/** Returns the name of the newest migration of the sources; "" if the journal is missing (a partial checkout). */
function newestMigration() {
  if (!existsSync(inProject(journal))) return ""
  /** @type {{ entries: { tag: string }[] }} */
  const { entries } = JSON.parse(readFileSync(inProject(journal), "utf8"))
  return entries.at(-1)?.tag ?? ""
}

/** The last line of each bundled program: the newest migration that it understands. */
export const migrationMark = (migration = newestMigration()) => `// newest migration: ${migration}`

/** Reads the mark of a program; "" for one that an older version bundled. @param {string} bundle its text */
const markedMigration = (bundle) => /^\/\/ newest migration: (\S+)$/m.exec(bundle.slice(-500))?.[1] ?? ""

/**
 * Refuses to run a program that was bundled before the newest migration: it would apply or accept a schema that it does not understand.
 * @param {string} bundle its text
 */
export function requireCurrentBundle(bundle, newest = newestMigration()) {
  const bundled = markedMigration(bundle)
  if (bundled === newest) return
  throw new Failure(
    `编译好的程序是旧的：它只知道数据库的 ${bundled || "更早的表"}，代码已经到了 ${newest}。请先运行 npm run build（npm start 会自己编译）。`,
  )
}
