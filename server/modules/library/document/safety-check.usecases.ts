import { HitKind } from "@/lib/contract/community/sensitive-word.enums"
import { isHidden } from "@/lib/rules/library/document-status"
import type { Ctx } from "@/server/context"
import {
  inspect,
  safetySetting,
  storeInspection,
  type Inspection,
  type SafetyPart,
} from "../../community/content-safety/safety-check.usecases"
import { coverKey, thumbKey } from "../files/storage-keys.rules"
import { findCustomText, findDocument, lockDocuments, type DocumentRow } from "./document.repository"
import { judge } from "./review.usecases"
import { listPageTexts } from "./text-check.repository"

/** Characters of a text that its owner wrote instead of the file's which are checked. */
const maxText = 20_000

const fieldsOf = ({ title, keywords, description }: DocumentRow): string => [title, keywords, description].filter(Boolean).join("\n")

/** The first pages as text and picture; the cover is a larger picture of the first page than its thumbnail. */
const partsOf = async (ctx: Ctx, row: DocumentRow, pages: number): Promise<SafetyPart[]> => {
  const texts = await listPageTexts(ctx.db, row, 1, pages)
  const pictures = Array.from({ length: pages }, (_, at) => ({
    place: "picture" as const,
    page: at + 1,
    picture: at === 0 ? coverKey(row.sha256, row.version) : thumbKey(row.sha256, row.version, at + 1),
  }))
  return [...texts.map(({ page, text }) => ({ place: "text" as const, page, text })), ...pictures]
}

/**
 * Sends a document to the content-safety service: what describes it, and the text and pictures of its first pages. A problem sends it to
 * review, where a person decides.
 */
export const checkDocumentSafety = async (ctx: Ctx, id: number, signal?: AbortSignal): Promise<void> => {
  const [row, setting] = await Promise.all([findDocument(ctx.db, { id }), safetySetting(ctx.app)])
  if (!row || !setting) return
  const fields = fieldsOf(row)
  const aboutFields = { kind: HitKind.document, object_id: id }
  const text = (await findCustomText(ctx.db, id, maxText)) ?? ""
  const parts = async (): Promise<SafetyPart[]> => [
    { place: "fields", page: 0, text: fields },
    { place: "text", page: 0, text },
  ]
  const inspections = [
    await inspect(ctx, aboutFields, [fields, text], parts, signal),
    await inspectPages(ctx, row, setting.pages, signal),
  ].filter((one): one is Inspection => one !== null)
  if (!inspections.length) return
  await ctx.tx(async (ctx) => {
    const [locked] = await lockDocuments(ctx.db, [id])
    // another title or file, whose own check follows
    if (!locked || fieldsOf(locked) !== fields || locked.sha256 !== row.sha256 || locked.version !== row.version) return
    for (const inspection of inspections) await storeInspection(ctx, inspection)
    const reason = inspections.map((one) => one.reason).find(Boolean)
    if (reason && !isHidden(locked.status)) await judge(ctx, locked, "review", reason)
  })
}

const inspectPages = async (ctx: Ctx, row: DocumentRow, limit: number, signal?: AbortSignal): Promise<Inspection | null> => {
  const pages = Math.min(row.converted_pages, limit)
  if (pages < 1) return null
  const about = { kind: HitKind.documentText, object_id: row.id }
  return inspect(ctx, about, [row.sha256, row.version, pages], () => partsOf(ctx, row, pages), signal)
}
