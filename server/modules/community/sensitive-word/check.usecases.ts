import { HitKind } from "@/lib/contract/community/sensitive-word.enums"
import type { Key } from "@/lib/contract/types"
import type { Ctx } from "@/server/context"
import { invalid } from "@/server/errors"
import { maxMatches } from "@/server/ports/matcher/matcher.port"
import { effectOf, excerptOf, fieldLabels, masked } from "./check.rules"
import { noteRefusedHits, replaceHits, type NewHit } from "./hits.usecases"
import { matchWords, type WordMatch } from "./word-list.usecases"

/** The words do not block a reviewer of this kind: a match is only recorded. */
const reviewers: Record<number, Key> = {
  [HitKind.document]: "PUT /document/check",
  [HitKind.article]: "PUT /article/check",
  [HitKind.comment]: "POST /comment/check",
  [HitKind.profile]: "PUT /user/profile",
}

type Texts = Record<string, string | undefined>
export type Checked<T extends Texts> = {
  /** the fields to store, with the words masked that must be */
  texts: T
  /** the object goes to review */
  review: boolean
  /** replaces the hits of the checked fields, in the transaction that stores the object */
  record: (ctx: Pick<Ctx, "db" | "now">, id: number) => Promise<void>
}

type Options = {
  /** the wire name of a field in the refusal, if it is not its name */
  fieldName?: (field: string) => string
  /** the owner of the text, if it is not the caller */
  userId?: number
  /** a mask for formats other than plain text, by field */
  mask?: Record<string, (text: string, ranges: readonly WordMatch[]) => string>
  /** the text that is matched, if it is not the field itself, by field */
  read?: Record<string, (text: string) => string>
}

/**
 * Checks the texts of one object before they are stored; fields that are undefined are not written. Call it before the transaction.
 * @throws 400 that names the first field with a word that is refused; its hits are recorded
 */
export const checkTexts = async <T extends Texts>(ctx: Ctx, kind: number, texts: T, options: Options = {}): Promise<Checked<T>> => {
  const fields = Object.keys(texts).filter((field) => texts[field] !== undefined)
  const read = (field: string) => options.read?.[field]?.(texts[field]!) ?? texts[field]!
  const written = fields.map(read)
  const all = await matchWords(ctx, written)
  const reviewer = reviewers[kind]
  const exempt = reviewer !== undefined && ctx.may(reviewer)
  const hits = fields.flatMap((field, at) => hitsOf({ kind, field, user_id: options.userId ?? ctx.user?.id ?? 0 }, written[at]!, all[at]!))
  const record = (ctx: Pick<Ctx, "db" | "now">, id: number) => replaceHits(ctx, { kind, object_id: id, fields }, hits)
  if (exempt || !hits.length) return { texts, review: false, record }
  const stored: Texts = { ...texts }
  let review = false
  for (const [at, field] of fields.entries()) {
    const matches = all[at]!
    const withEffect = (effect: string) => matches.filter(({ action }) => effectOf(kind, field, action) === effect)
    const [refused] = withEffect("refuse")
    // a text with the maximum number of matches may contain more
    if (refused || matches.length >= maxMatches)
      throw refusal(ctx, { field, options, hits, word: refused && written[at]!.slice(refused.begin, refused.end) })
    review ||= withEffect("review").length > 0
    const ranges = withEffect("mask")
    if (ranges.length) stored[field] = (options.mask?.[field] ?? masked)(texts[field]!, ranges)
  }
  return { texts: stored as T, review, record }
}

type Refused = { field: string; options: Options; hits: readonly NewHit[]; word: string | undefined }

const refusal = (ctx: Ctx, { field, options, hits, word }: Refused): Error => {
  noteRefusedHits(ctx, hits)
  const label = fieldLabels[field] ?? "内容"
  const message = word ? `${label}里的“${word.slice(0, 64)}”不能发布，请修改后再提交` : `${label}里有太多不能发布的词，请修改后再提交`
  return invalid(message, options.fieldName?.(field) ?? field)
}

/** Returns one hit for each word of a text, with its first occurrence. */
export const hitsOf = (
  about: { kind: number; field: string; user_id: number; page?: number },
  text: string,
  matches: readonly WordMatch[],
): NewHit[] => {
  const first = new Map<string, WordMatch>()
  for (const match of matches) if (!first.has(match.word)) first.set(match.word, match)
  return [...first.values()].map((match) => ({
    ...about,
    word: match.word,
    category: match.category,
    action: match.action,
    excerpt: excerptOf(text, match),
  }))
}
