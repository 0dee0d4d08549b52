import { is } from "drizzle-orm"
import { getTableConfig, PgTable } from "drizzle-orm/pg-core"
import { expect, test } from "vitest"
import { personalOf, sweepsOf } from "../../server/module"
import { modules } from "../../server/modules"
import { userTable } from "../../server/modules/people/user/user.table"

const tableFiles = import.meta.glob<Record<string, unknown>>("../../server/modules/*/*/*.table.ts", { eager: true })
const tables = Object.values(tableFiles).flatMap((file) => Object.values(file).filter((value): value is PgTable => is(value, PgTable)))
const personal = personalOf(modules)
const nameOf = (table: PgTable) => getTableConfig(table).name

/** Checks for columns with a user's id, name, number or address, or a foreign key to the user table. */
const namesPeople = (table: PgTable): boolean => {
  const { columns, foreignKeys } = getTableConfig(table)
  return (
    table === userTable ||
    columns.some(({ name }) => /(^|_)user_id$|^(username|operator\w*|mobile|email|address|ip)$/.test(name)) ||
    foreignKeys.some((key) => key.reference().foreignTable === userTable)
  )
}

test("every table with personal data declares its export and what happens to it on erasure (docs/decisions/017)", () => {
  expect(tables.length).toBeGreaterThan(40)
  const declared = new Set(personal.map(({ table }) => table))
  expect(
    tables.filter((table) => namesPeople(table) && !declared.has(table)).map(nameOf),
    "declare it as `personal` in the module's manifest",
  ).toEqual([])
  expect(personal.length, "a table is declared once").toBe(declared.size)
})

test("the lists of an export have unique names, and every reason is a sentence", () => {
  const names = personal.flatMap((data) => ("exportAs" in data ? [data.exportAs] : []))
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(10)
  const reasons = personal.flatMap((data) => [
    ...("notExported" in data ? [data.notExported] : []),
    ...(typeof data.onErase === "object" ? [data.onErase.keep] : []),
  ])
  for (const reason of reasons) expect(reason.length, reason).toBeGreaterThan(10)
})

test("a table that its user reads or empties has a column with the user", () => {
  for (const data of personal) {
    const byColumn = ("exportAs" in data && !data.read) || data.onErase === "delete" || data.onDelete === "delete" || data.keepsAccount
    if (byColumn)
      expect(
        getTableConfig(data.table).columns.some(({ name }) => name === (data.column?.name ?? "user_id")),
        nameOf(data.table),
      ).toBe(true)
  }
})

test("a table whose rows expire is swept", () => {
  const swept = new Set(sweepsOf(modules).map(({ table }) => table))
  const expiring = tables.filter((table) => getTableConfig(table).columns.some(({ name }) => /^(expires_at|expire)$/.test(name)))
  expect(expiring.length).toBeGreaterThan(5)
  expect(expiring.filter((table) => !swept.has(table)).map(nameOf), "declare it as `sweep` in the module's manifest").toEqual([])
})
