import type { Ctx, LoggedIn } from "@/server/context"
import { notFound } from "@/server/errors"
import { owns } from "../document/document.policy"
import { isListed } from "../document/visibility.policy"
import { keywordsOf } from "../document/keywords.rules"
import { findNearBlobs } from "../document/near-copies.usecases"
import { detectLanguage } from "../language/detection.rules"
import { listEnabledLanguages } from "../language/language.usecases"
import { publicUsers } from "../../people/user/user.usecases"
import { findByHash, findOwnFile, findAnalysis, listDocumentsOfBlobs } from "./claim.repository"
import { headingOf, isMeaninglessTitle, titleOfName } from "./suggestion.rules"

/** Returns the readable document of a file with this MD5; throws 404 if there is none (docs/reference/api.md 2.5). */
export const findExisting = async (ctx: Ctx, { hash }: { hash: string }) => {
  const document = await findByHash(ctx.db, hash.toLowerCase())
  if (!document) throw notFound("站内没有这份文档")
  return document
}

const maxKeywords = 8
const shownDuplicates = 5
/** How many characters of a text decide its language. */
const detectedLength = 4_000
/** Documents from this similarity on (0 to 1) are suggested as duplicates. */
const nearLikeness = 0.7

/**
 * Suggests form values for the user's own file: from its content if the same content has been converted, else from its name. Adds documents
 * with nearly the same text that the user may see.
 */
export const suggest = async (ctx: LoggedIn, { attachment_id }: { attachment_id: number }) => {
  const file = await findOwnFile(ctx.db, attachment_id, ctx.user.id)
  if (!file) throw notFound("没有这个文件，请重新上传")
  const analysis = await findAnalysis(ctx.db, file.sha256)
  const named = titleOfName(file.name)
  const title = (isMeaninglessTitle(named) && analysis ? headingOf(analysis) : "") || named
  const text = analysis?.text ?? ""
  const [fromName, enabled, duplicates] = await Promise.all([
    analysis?.keywords ? [] : keywordsOf(named, maxKeywords),
    listEnabledLanguages(ctx),
    listDuplicates(ctx, file.sha256),
  ])
  return {
    title,
    keywords: analysis?.keywords ? analysis.keywords.split(",").slice(0, maxKeywords) : fromName,
    description: text.replace(/\s+/g, " ").trim().slice(0, 255),
    language: detectLanguage(
      `${named}\n${text.slice(0, detectedLength)}`,
      enabled.map(({ code }) => code),
    ),
    duplicates,
  }
}

const listDuplicates = async (ctx: LoggedIn, sha256: string) => {
  const likeness = await findNearBlobs(ctx, sha256, nearLikeness)
  const rows = (await listDocumentsOfBlobs(ctx.db, [...likeness.keys()])).filter((row) => isListed(ctx.user, row))
  const people = await publicUsers(
    ctx,
    rows.map((row) => row.user_id),
  )
  return rows
    .map((row) => ({
      uuid: row.uuid,
      title: row.title,
      username: people.get(row.user_id)?.username ?? "",
      own: owns(ctx, row),
      likeness: likeness.get(row.sha256) ?? 0,
      created_at: row.created_at,
    }))
    .toSorted((one, other) => other.likeness - one.likeness)
    .slice(0, shownDuplicates)
}
