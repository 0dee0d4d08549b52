import type { z } from "zod"
import { HitKind } from "@/lib/contract/community/sensitive-word.enums"
import { ReportVerdict } from "@/lib/contract/community/report.enums"
import { ReviewKind } from "@/lib/contract/operations/review.enums"
import type { review as calls } from "@/lib/contract/operations/review"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { paths } from "@/lib/rules/path"
import type { Ctx, LoggedIn } from "@/server/context"
import { AppError, conflict, forbidden, notFound } from "@/server/errors"
import { checkArticles } from "../../articles/article/review.usecases"
import { checkComments } from "../../community/comment/review.usecases"
import { listSafetyChecks } from "../../community/content-safety/safety-check.usecases"
import { decideWaitingComplaint } from "../../community/complaint/decision.usecases"
import { decideCase } from "../../community/report/case.usecases"
import { readableContents } from "../../library/content/content.usecases"
import { isInsider } from "../../library/document/document.policy"
import { checkDocuments } from "../../library/document/review.usecases"
import { findNearBlobs } from "../../library/document/near-copies.usecases"
import { listPageTexts } from "../../library/document/text-check.usecases"
import { closeFailedRefund, retryFailedRefund } from "../../money/order/failed-refund.usecases"
import { decideProfile } from "../../people/account/profile-change.usecases"
import { answerAppeal, requireAnswerable } from "../../people/appeal/appeal.usecases"
import { findUser } from "../../people/user/people.usecases"
import { publicUsers } from "../../people/user/user.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import {
  addVerdict,
  countWaiting,
  endClaim,
  findArticle,
  findClaim,
  findComment,
  findDocument,
  findOrderNumber,
  findSignatures,
  findWaiting,
  listClaims,
  listHits,
  listNearDocuments,
  listWaiting,
  readFigures,
  readRecord,
  takeClaim,
  type ReviewClaimRow,
  type WaitingRow,
} from "./review.repository"

type InputOf<K extends keyof typeof calls> = z.output<(typeof calls)[K]["input"]>
type Item = { kind: number; id: number }

const { document, article, comment, report, profile, complaint, appeal, refund } = ReviewKind
/** The calls whose permissions are needed to see a kind in the review queue, and to decide it. */
const rights = {
  [document]: { list: "GET /document/list", decide: "PUT /document/check" },
  [article]: { list: "GET /article/list", decide: "PUT /article/check" },
  [comment]: { list: "GET /comment/list", decide: "POST /comment/check" },
  [report]: { list: "GET /report/list", decide: "PUT /report/case" },
  [profile]: { list: "GET /user/list", decide: "PUT /user/profile" },
  [complaint]: { list: "GET /complaint/list", decide: "PUT /complaint" },
  [appeal]: { list: "GET /appeal/list", decide: "PUT /appeal" },
  [refund]: { list: "GET /order/refund", decide: "POST /order/refund" },
} as const
type Kind = keyof typeof rights
const allKinds = [document, article, comment, report, profile, complaint, appeal, refund] as readonly Kind[]

const hourMs = 3_600_000
/** Reports are due sooner: the reported content may be causing harm now. */
const shareOfReports = 0.25
const dueAt = ({ kind, since, due }: Pick<WaitingRow, "kind" | "since" | "due">, hours: number): Date =>
  due ?? new Date(since.getTime() + hours * hourMs * (kind === report ? shareOfReports : 1))

const withPeople = async (ctx: Ctx, rows: WaitingRow[]) => {
  const [{ review_hours }, claims] = await Promise.all([settingsOf(ctx.app, "security"), listClaims(ctx.db, ctx.now())])
  const users = await publicUsers(
    ctx,
    [...rows, ...claims].flatMap(({ user_id }) => user_id || []),
  )
  const claimOf = (row: WaitingRow) => claims.find(({ kind, object_id }) => kind === row.kind && object_id === row.id)
  return rows.map((row) => {
    const held = claimOf(row)
    return {
      ...row,
      user: users.get(row.user_id) ?? null,
      waiting_since: row.since,
      due_at: dueAt(row, review_hours),
      claim: held ? { ...held, username: users.get(held.user_id)?.username ?? "" } : null,
    }
  })
}

/** Paging further would sort the rows of all kinds again and again; reviewers with that many items filter by kind. */
const maxRows = 500

/** Lists the waiting items, the earliest due first. */
export const readQueue = async (ctx: LoggedIn, { page = 1, size = 50, kind }: InputOf<"GET /review/list">) => {
  const visible = allKinds.filter((one) => ctx.may(rights[one].list))
  const chosen = visible.filter((one) => !kind?.length || kind.includes(one))
  const length = Math.min(Math.max(size, 1), 100)
  const end = Math.min(Math.max(page, 1) * length, maxRows)
  const [{ review_hours }, totals, waiting] = await Promise.all([
    settingsOf(ctx.app, "security"),
    Promise.all(visible.map(async (one) => ({ kind: one as number, total: await countWaiting(ctx.db, one) }))),
    Promise.all(chosen.map((one) => listWaiting(ctx.db, one, end))),
  ])
  const rows = waiting.flat().toSorted((a, b) => dueAt(a, review_hours).getTime() - dueAt(b, review_hours).getTime() || a.id - b.id)
  const total = totals.filter((one) => chosen.some((other) => other === one.kind)).reduce((sum, one) => sum + one.total, 0)
  return { total, kinds: totals, review: await withPeople(ctx, rows.slice(Math.max(0, end - length), end)) }
}

const requireKind = (ctx: LoggedIn, kind: number, right: "list" | "decide"): Kind => {
  if (!ctx.may(rights[kind as Kind][right])) throw forbidden(`你没有权限${right === "list" ? "查看" : "审核"}${ReviewKind.labelOf(kind)}`)
  return kind as Kind
}
const requireWaiting = async (ctx: LoggedIn, { kind, id }: Item): Promise<WaitingRow> => {
  const row = await findWaiting(ctx.db, kind, id)
  if (!row) throw notFound("它已经不在等待审核了")
  return row
}

/** The hits of sensitive words and the verdicts of content-safety services that concern each kind. */
const hitKinds: Record<Kind, number[]> = {
  [document]: [HitKind.document, HitKind.documentText],
  [article]: [HitKind.article],
  [comment]: [HitKind.comment],
  [report]: [],
  [profile]: [HitKind.profile],
  [complaint]: [],
  [appeal]: [],
  [refund]: [],
}

/** How many pages and characters of text the review desk shows; the rest is in the document. */
const [textPages, maxText] = [50, 30_000]
const firstTexts = async (ctx: Ctx, row: Parameters<typeof listPageTexts>[1]) => {
  const texts: { page: number; text: string }[] = []
  let left = maxText
  for (const { page, text } of await listPageTexts(ctx.db, row, 1, textPages)) {
    if (left <= 0) break
    texts.push({ page, text: text.slice(0, left) })
    left -= text.length
  }
  return texts
}

/** Documents from this similarity on are shown beside the one in review. */
const nearLikeness = 0.7
const maxNear = 5
const nearOf = async (ctx: Ctx, { id, sha256 }: { id: number; sha256: string }) => {
  const likeness = await findNearBlobs(ctx, sha256, nearLikeness)
  const rows = await listNearDocuments(ctx.db, id, [...likeness.keys()])
  const people = await publicUsers(
    ctx,
    rows.map((row) => row.user_id),
  )
  return rows
    .map(({ user_id, sha256: hash, ...row }) => ({
      ...row,
      username: people.get(user_id)?.username ?? "",
      likeness: likeness.get(hash) ?? 0,
    }))
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, maxNear)
}

const contentOf = async (ctx: LoggedIn, { kind, id }: Item) => {
  if (kind === document) {
    const row = await findDocument(ctx.db, id)
    if (!row) return {}
    const { uuid, description, converted_pages } = row
    return {
      href: paths.document(uuid),
      uuid,
      description,
      pages: converted_pages,
      text: isInsider(ctx, row) ? await firstTexts(ctx, row) : [],
      duplicates: await nearOf(ctx, row),
    }
  }
  if (kind === article) {
    const row = await findArticle(ctx.db, id)
    return row
      ? { href: paths.article(row.identifier), description: row.description, article: ctx.may("GET /article") ? row.content : "" }
      : {}
  }
  if (kind === profile) {
    const signatures = await findSignatures(ctx.db, id)
    return signatures ? { href: paths.user(id), content: signatures.waiting, description: signatures.current } : {}
  }
  if (kind === refund) return { order_no: await findOrderNumber(ctx.db, id) }
  // a complaint has a call of its own
  const row = kind === comment ? await findComment(ctx.db, id) : null
  const target = row && (await readableContents(ctx, [row]))(row)
  return row ? { content: row.content, ...(target && { href: target.type ? paths.article(target.key) : paths.document(target.key) }) } : {}
}

/** Returns a waiting thing with the hits of sensitive words, the verdicts of content-safety services and its author's record. */
export const readItem = async (ctx: LoggedIn, input: InputOf<"GET /review">) => {
  const kind = requireKind(ctx, input.kind, "list")
  const row = await requireWaiting(ctx, input)
  const [[item], content, hits, safety, author] = await Promise.all([
    withPeople(ctx, [row]),
    contentOf(ctx, input),
    hitKinds[kind].length ? listHits(ctx.db, hitKinds[kind], input.id) : [],
    hitKinds[kind].length ? listSafetyChecks(ctx, hitKinds[kind], input.id) : [],
    row.user_id ? findUser(ctx, row.user_id) : null,
  ])
  const record = author && { ...(await readRecord(ctx.db, author.id)), registered_at: author.created_at }
  return { ...item!, ...content, hits, safety, record }
}

const claimMs = 10 * 60_000
const requireFree = async (ctx: LoggedIn, held: ReviewClaimRow | null): Promise<void> => {
  if (!held || held.user_id === ctx.user.id || held.until <= ctx.now()) return
  const holder = await findUser(ctx, held.user_id)
  throw conflict(`${holder?.username ?? "另一位同事"} 正在审核这一项`)
}

/** Claims an item for ten minutes, so that two reviewers do not decide it at the same time. */
export const claimItem = async (ctx: LoggedIn, { kind, id }: Item) => {
  requireKind(ctx, kind, "decide")
  await requireWaiting(ctx, { kind, id })
  if (kind === appeal) await requireAnswerable(ctx, id)
  const now = ctx.now()
  const wish = { kind, object_id: id, user_id: ctx.user.id, until: new Date(now.getTime() + claimMs) }
  const taken = await takeClaim(ctx.db, wish, now)
  if (!taken) await requireFree(ctx, await findClaim(ctx.db, kind, id))
  return { user_id: ctx.user.id, username: ctx.user.username, until: (taken ?? wish).until }
}

export const releaseItem = async (ctx: LoggedIn, { kind, id }: Item) => {
  await endClaim(ctx.db, kind, id, ctx.user.id)
  return {}
}

/** Applies a verdict with the use case of each kind, the same that its list uses. */
const decide = (ctx: LoggedIn, kind: Kind, id: number, approve: boolean, reason: string): Promise<unknown> => {
  if (kind === document)
    return checkDocuments(ctx, { id: [id], status: approve ? DocumentStatus.converted : DocumentStatus.rejected, reason })
  if (kind === report)
    return decideCase(ctx, { case_id: id, verdict: approve ? ReportVerdict.dismissed : ReportVerdict.upheld, answer: reason })
  if (kind === complaint) return decideWaitingComplaint(ctx, { id, approve, reason })
  if (kind === appeal) return answerAppeal(ctx, { id, upheld: approve, answer: reason })
  if (kind === profile) return decideProfile(ctx, { id, approve, reason })
  if (kind === refund) return approve ? retryFailedRefund(ctx, id) : closeFailedRefund(ctx, id, reason)
  const status = approve ? ReviewStatus.approved : ReviewStatus.rejected
  return kind === article
    ? checkArticles(ctx, { article_id: [id], status, reject_reason: reason })
    : checkComments(ctx, { id: [id], status })
}

/** Decides an item that still waits and that no other reviewer has claimed, and counts the verdict for the figures. */
export const decideItem = async (ctx: LoggedIn, input: InputOf<"POST /review/verdict">) => {
  const kind = requireKind(ctx, input.kind, "decide")
  const { id, approve, reason = "" } = input
  // loaded before the transaction; inside it, loading would wait for a second connection
  await settingsOf(ctx.app, "score")
  return ctx.tx(async (ctx) => {
    await requireFree(ctx, await findClaim(ctx.db, kind, id))
    const { since } = await requireWaiting(ctx, input)
    await decide(ctx, kind, id, approve, reason)
    await endClaim(ctx.db, kind, id, ctx.user.id)
    const now = ctx.now()
    const waited_seconds = Math.max(0, Math.round((now.getTime() - since.getTime()) / 1000))
    await addVerdict(ctx.db, { kind, object_id: id, user_id: ctx.user.id, approved: approve, waited_seconds, created_at: now })
    return {}
  })
}

/**
 * Decides several items one after the other, each in a transaction of its own. Those that are refused, for example because a colleague has
 * claimed them, are listed with the reason.
 */
export const decideItems = async (ctx: LoggedIn, { item, ...verdict }: InputOf<"POST /review/verdict/batch">) => {
  const items = [...new Map(item.map((one) => [`${one.kind}/${one.id}`, one])).values()]
  const failed: (Item & { message: string })[] = []
  for (const one of items)
    await decideItem(ctx, { ...one, ...verdict }).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      failed.push({ ...one, message: error.message })
    })
  return { decided: items.length - failed.length, failed }
}

const dayMs = 86_400_000
/** Counts the verdicts of each reviewer in the last days, and the waiting time of the items. */
export const readReviewFigures = async (ctx: LoggedIn, { days = 30 }: InputOf<"GET /review/figures">) => {
  const figures = await readFigures(ctx.db, new Date(ctx.now().getTime() - days * dayMs))
  const users = await publicUsers(
    ctx,
    figures.reviewer.map(({ user_id }) => user_id),
  )
  return { ...figures, reviewer: figures.reviewer.map((row) => ({ ...row, username: users.get(row.user_id)?.username ?? "" })) }
}
