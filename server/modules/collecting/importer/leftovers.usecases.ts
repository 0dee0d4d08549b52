import { columnsOf } from "@/server/db/rows"
import type { ImportContext, Mapping } from "./mapping.usecases"

/** Source tables that are not read row by row, or whose rows expire. */
const needless = new Set(["permission", "logout", "email_code"])
/** Columns of any table that are not stored here: the row has another key, does not arrive, or has a value that follows from others. */
const derived = new Set(["id", "enable_gzip", "preview_ext", "content_size", "deleted_at"])

/** Names the tables and columns of the source that do not exist here, with the number of rows. */
export const noteLeftovers = async (world: ImportContext, mappings: readonly Mapping[]): Promise<void> => {
  const { source, note } = world
  const mapped = new Map(mappings.map((mapping) => [mapping.source, mapping]))
  for (const table of source.tables().toSorted()) {
    const mapping = mapped.get(table)
    if (!mapping) {
      const rows = needless.has(table) ? 0 : await source.count(table, 0)
      if (rows) note(table, 0, `这张表的 ${rows} 条没有带过来：这里没有它的位置`)
      continue
    }
    const here = columnsOf(mapping.target)
    const others = [...source.columns(table)].filter((name) => !here.has(name) && !derived.has(name) && !mapping.uses?.includes(name))
    if (others.length && (await source.count(table, 0))) note(table, 0, `这些列没有带过来：${others.join("、")}`)
  }
}
