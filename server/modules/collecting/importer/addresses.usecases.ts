import type { ImportContext, MappedRow } from "./mapping.usecases"

const scheme = /^([a-z][a-z\d+.-]*):/i
const safeSchemes = new Set(["http", "https", "mailto", "tel"])

/** Checks whether a browser would only open the address, and not run it. Browsers ignore white space and control characters in it. */
export const isSafeAddress = (address: string): boolean => {
  const [, name] = scheme.exec(address.replace(/[\u0000-\u0020\u007f]/g, "")) ?? []
  return name === undefined || safeSchemes.has(name.toLowerCase())
}

/** Empties addresses that would run a script, and reports them. */
export const withSafeAddresses = (world: ImportContext, table: string, rows: MappedRow[], column: string): MappedRow[] =>
  rows.map((one) => {
    const address = String(one.values[column] ?? "")
    if (isSafeAddress(address)) return one
    world.note(table, one.id, `${column} 不是网址，清空了：${address.slice(0, 60)}`)
    return { ...one, values: { ...one.values, [column]: "" } }
  })
