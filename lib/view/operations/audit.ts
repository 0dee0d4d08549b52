import { auditObjects } from "../../contract/operations/audit.objects"
import type { Audit } from "../../contract/types"

/** Formats "banner:7" as "轮播图 7". */
export const objectName = (name: string): string => {
  const [kind = "", ...id] = name.split(":")
  const label = (auditObjects as Record<string, string>)[kind] ?? kind
  return id.length > 0 ? `${label} ${id.join(":")}` : label
}

/** Returns the user of an entry; the number if the account and its name were deleted. */
export const whoText = ({ username, user_id }: Pick<Audit, "username" | "user_id">): string =>
  username || (user_id ? `用户 ${user_id}` : "访客")

const maxNames = 3

/** Summarises an entry in one line: the names of rows, or the detail of a security event. */
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

/** Formats a value of a row or an input for display. */
export const valueOf = (value: unknown): string => {
  if (value === undefined) return ""
  if (value === null || value === "") return "（空）"
  if (typeof value === "boolean") return value ? "是" : "否"
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

/** Returns the names of the fields that differ, in the row's field order. */
export const changedFields = ({ before, after }: Audit["changes"][number]): string[] => [
  ...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]),
]
