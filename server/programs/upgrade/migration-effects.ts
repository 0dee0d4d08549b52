/** The effect of a migration's statement on a table that has rows. `blocks`: the statements that wait until it ends. */
export type Effect = { table: string; work: string; blocks: "" | "不能写" | "不能读写" }

const name = String.raw`(?:only\s+)?(?:if\s+(?:not\s+)?exists\s+)?(?:"?public"?\.)?"?(\w+)"?`
const startsWith = (text: string, head: string) => new RegExp(String.raw`^${head}\s+${name}`, "i").exec(text)?.[1]

const changeOf = (text: string): string => {
  if (/\balter\s+column\b[\s\S]*\btype\b/i.test(text)) return "重写整张表"
  if (/\badd\s+constraint\b|\bset\s+not\s+null\b/i.test(text)) return "检查每一行"
  if (/\bdrop\b/i.test(text)) return "删除列或约束"
  return "改表的定义，很快"
}

/** Returns what a statement does to existing rows; null if it touches none, such as a new table. */
export const effectOf = (statement: string): Effect | null => {
  const text = statement.replace(/^\s*(--[^\n]*\n\s*)*/, "")
  const index = /^create\s+(?:unique\s+)?index\s+(concurrently\s+)?[\s\S]*?\son\s+(?:"?public"?\.)?"?(\w+)"?/i.exec(text)
  if (index) return { table: index[2]!, work: "建索引", blocks: index[1] ? "" : "不能写" }
  const altered = startsWith(text, String.raw`alter\s+table`)
  if (altered) return { table: altered, work: changeOf(text), blocks: "不能读写" }
  const dropped = startsWith(text, String.raw`drop\s+table`)
  if (dropped) return { table: dropped, work: "删除表", blocks: "不能读写" }
  const updated = startsWith(text, "update")
  if (updated) return { table: updated, work: "改已有的行", blocks: "" }
  const deleted = startsWith(text, String.raw`delete\s+from`)
  return deleted ? { table: deleted, work: "删除行", blocks: "" } : null
}
