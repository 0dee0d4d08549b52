import { auditObjects } from "../../contract/operations/audit.objects"
import type { Audit } from "../../contract/types"

/** "轮播图 7" of "banner:7". */
export const objectName = (name: string): string => {
  const [kind = "", ...id] = name.split(":")
  const label = (auditObjects as Record<string, string>)[kind] ?? kind
  return id.length > 0 ? `${label} ${id.join(":")}` : label
}

/** Whose entry it is; a name that is gone with its account leaves the number. */
export const whoText = ({ username, user_id }: Pick<Audit, "username" | "user_id">): string =>
  username || (user_id ? `用户 ${user_id}` : "访客")

const maxNames = 3

/** What an entry is about, in one line: names of rows, or how a security event came about. */
export const subjectText = ({ detail, objects, changes }: Pick<Audit, "detail" | "objects" | "changes">): string => {
  if (detail) return detail
  const rows = objects.filter((one) => one.includes(":"))
  const titles = new Map(changes.map(({ object, title }) => [object, title]))
  const told = rows.slice(0, maxNames).map((one) => {
    const title = titles.get(one)
    return title ? `${objectName(one.split(":")[0]!)}“${title}”` : objectName(one)
  })
  if (told.length === 0) return objects.map(objectName).join("、") || "—"
  return rows.length > maxNames ? `${told.join("、")} 等 ${rows.length} 项` : told.join("、")
}

/** A value of a row or an input as people read it. */
export const valueOf = (value: unknown): string => {
  if (value === undefined) return ""
  if (value === null || value === "") return "（空）"
  if (typeof value === "boolean") return value ? "是" : "否"
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

/** The names of fields that differ, in the order in which they stand in the row. */
export const changedFields = ({ before, after }: Audit["changes"][number]): string[] => [
  ...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]),
]
