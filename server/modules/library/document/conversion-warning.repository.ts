import { and, eq, inArray, like, ne, or, sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { machineWarnings } from "@/server/ports/converter/converter.port"
import { conversionTable as t } from "../files/drawing.table"
import { documentTable } from "./document.table"
import type { DocumentRow } from "./document.repository"

const lostPage = /^第 (\d+) 页无法预览$/
const staffMark = "[staff] "
/** A damaged book may lack a thousand chapters. */
const maxWarnings = 10

/** Returns the stored line of a warning. */
export const storedWarning = ({ message, staffOnly }: { message: string; staffOnly?: true }): string =>
  staffOnly ? staffMark + message : message

/**
 * Joins the warnings of a conversion into one sentence: lost pages and omitted content for owner and staff, missing programs and fonts for
 * staff only (docs/reference/conversion.md 7).
 */
export const warningOf = (stored: string, permitted: boolean): string => {
  const lines = stored.split("\n").filter(Boolean)
  const lost = lines.flatMap((line) => lostPage.exec(line)?.[1] ?? [])
  const others = lines.filter((line) => !lostPage.test(line) && (permitted || !line.startsWith(staffMark)))
  const sentences = [...new Set(others.map((line) => line.replace(staffMark, "")))]
  const rest =
    sentences.length > maxWarnings ? [...sentences.slice(0, maxWarnings), `另有 ${sentences.length - maxWarnings} 处`] : sentences
  return [...(lost.length ? [`第 ${lost.join("、")} 页无法预览`] : []), ...rest].join("；")
}

/** Reads the warnings of the page versions that these documents show, by document id. */
export const listWarnings = async (db: Db, rows: DocumentRow[]): Promise<Map<number, string>> => {
  if (rows.length === 0) return new Map()
  const warningRows = await db
    .select({ sha256: t.sha256, version: t.version, warnings: t.warnings })
    .from(t)
    .where(and(inArray(t.sha256, [...new Set(rows.map((row) => row.sha256))]), ne(t.warnings, "")))
  return new Map(
    rows.flatMap((row) =>
      warningRows.filter((one) => one.sha256 === row.sha256 && one.version === row.version).map((one) => [row.id, one.warnings] as const),
    ),
  )
}

/** Condition on documents: their visible pages were converted while the machine lacked a program or fonts (`machineWarnings`). */
export const isIncomplete = (db: Db) => {
  const lacks = Object.values(machineWarnings).map((message) => like(t.warnings, `%${message}%`))
  const conversions = db
    .select({ one: sql`1` })
    .from(t)
    .where(and(eq(t.sha256, documentTable.sha256), eq(t.version, documentTable.version), or(...lacks)))
  return sql`exists (${conversions})`
}
