import { join } from "node:path"
import { readFileSync } from "node:fs"
import { readMigrationFiles } from "drizzle-orm/migrator"
import { expect, test } from "vitest"

/*
 * Expand and contract: while processes of two versions run, and after a return to the previous one, the older program reads and writes the
 * newer schema. A step may therefore only add. What is not used any more is removed by a later release than the one that stopped using it.
 */

const folder = join(import.meta.dirname, "../../server/db/migrations")

/** Removals that are allowed: the step's tag, with the release that stopped using what the step removes. */
const contractions: Record<string, { unusedSince: string }> = {}

const baseline = "0000_baseline"

/** Returns why an older program could not work with the schema after this statement; null if it can. */
const breaks = (statement: string): string | null => {
  const text = statement
    .replace(/--[^\n]*/g, " ")
    .replace(/\s+/g, " ")
    .trim()
  if (/^drop (table|view|type|schema)\b/i.test(text)) return "drops an object"
  if (!/^alter (table|type)\b/i.test(text)) return null
  if (/\brename\b/i.test(text)) return "renames"
  if (/\bdrop column\b|\bdrop (?!column\b|constraint\b|default\b|not null\b|identity\b|expression\b)"?\w+/i.test(text))
    return "drops a column"
  if (/\balter column "?\w+"? (set data )?type\b/i.test(text)) return "changes the type of a column"
  if (/\bset not null\b/i.test(text)) return "requires a value that the older program may leave out"
  const added = text.split(/\badd column\b/i).slice(1)
  const required = (column: string) => /\bnot null\b/i.test(column) && !/\b(default|generated|serial|bigserial)\b/i.test(column)
  return added.some(required) ? "adds a column that the older program cannot fill" : null
}

test.each([
  [`ALTER TABLE "document" DROP COLUMN "title"`, "drops a column"],
  [`ALTER TABLE "document" DROP "title"`, "drops a column"],
  [`-- gone\nDROP TABLE "document"`, "drops an object"],
  [`ALTER TABLE "document" RENAME COLUMN "title" TO "name"`, "renames"],
  [`ALTER TABLE "document" RENAME TO "paper"`, "renames"],
  [`ALTER TABLE "document" ALTER COLUMN "pages" SET DATA TYPE smallint`, "changes the type of a column"],
  [`ALTER TABLE "document" ALTER COLUMN "pages" SET NOT NULL`, "requires a value that the older program may leave out"],
  [`ALTER TABLE "document" ADD COLUMN "ink" integer NOT NULL`, "adds a column that the older program cannot fill"],
  [`ALTER TABLE "document" ADD COLUMN "ink" integer DEFAULT 0 NOT NULL`, null],
  [`ALTER TABLE "document" ADD COLUMN "ink" integer`, null],
  [
    `ALTER TABLE "document" ADD COLUMN "ink" integer DEFAULT 0 NOT NULL, ADD COLUMN "dye" integer NOT NULL`,
    "adds a column that the older program cannot fill",
  ],
  [`ALTER TABLE "document" DROP CONSTRAINT "document_pages_check"`, null],
  [`ALTER TABLE "document" ALTER COLUMN "pages" DROP NOT NULL`, null],
  [`ALTER TABLE "document" ALTER COLUMN "pages" DROP DEFAULT`, null],
  [`DROP INDEX "document_list"`, null],
  [`CREATE TABLE "paper" ("title" text NOT NULL)`, null],
])("the rule reads %s", (statement, expected) => {
  expect(breaks(statement)).toBe(expected)
})

test("no step takes away what the release before it uses", () => {
  const { entries } = JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8")) as {
    entries: { when: number; tag: string }[]
  }
  const tags = new Map(entries.map(({ when, tag }) => [when, tag]))
  const faults = readMigrationFiles({ migrationsFolder: folder }).flatMap(({ folderMillis, sql }) => {
    const tag = tags.get(folderMillis)!
    if (tag === baseline || contractions[tag]) return []
    return sql.flatMap((statement) => {
      const fault = breaks(statement)
      return fault ? [`${tag} ${fault}: ${statement.trim().slice(0, 120)}`] : []
    })
  })
  expect(faults).toEqual([])
})

test("a removal names an earlier release than this one", () => {
  const { version } = JSON.parse(readFileSync(join(folder, "../../../package.json"), "utf8")) as { version: string }
  const numberOf = (text: string) => text.split(".").reduce((sum, part) => sum * 1_000 + Number(part), 0)
  for (const [tag, { unusedSince }] of Object.entries(contractions)) expect(numberOf(unusedSince), tag).toBeLessThan(numberOf(version))
})
