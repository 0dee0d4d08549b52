import { and, asc, between, eq } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { pageTable } from "../files/drawing.table"
import type { DocumentRow } from "./document.repository"

/** Returns the texts of these pages of a document, in order; pages without text are missing. */
export const listPageTexts = (db: Db, row: Pick<DocumentRow, "sha256" | "version">, from: number, to: number) =>
  db
    .select({ page: pageTable.page, text: pageTable.text })
    .from(pageTable)
    .where(and(eq(pageTable.sha256, row.sha256), eq(pageTable.version, row.version), between(pageTable.page, from, to)))
    .orderBy(asc(pageTable.page))
