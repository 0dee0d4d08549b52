import type { z } from "zod"
import type { audit as calls } from "@/lib/contract/operations/audit"
import { auditKinds } from "@/lib/contract/operations/audit.objects"
import { contract } from "@/lib/contract/contract"
import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import { streams } from "@/lib/contract/streams"
import type { LoggedIn } from "@/server/context"
import { rangeOf } from "@/lib/rules/day"
import { pageOf } from "@/server/db/listing"
import { notFound } from "@/server/errors"
import { displayed } from "./mask.rules"
import { listEntries, readEvents, readOperations, type AuditFilter, type AuditEntryKey } from "./list.repository"

type Filters = z.output<(typeof calls)["GET /audit/list"]["input"]>
type Answer = z.input<(typeof calls)["GET /audit"]["output"]>

/** One id for both tables: staff calls are even, security events are odd. */
const idOf = ({ kind, id }: AuditEntryKey): number => id * 2 + (kind === auditKinds.security ? 1 : 0)
const entryOf = (id: number): AuditEntryKey => ({ id: Math.floor(id / 2), kind: id % 2 ? auditKinds.security : auditKinds.operation })

const actions: readonly { action: string; title: string }[] = [
  ...Object.entries({ ...contract, ...streams }).map(([action, { title }]) => ({ action, title })),
  ...SecurityEventType.options.map(({ value, label }) => ({ action: String(value), title: label })),
]

/** Returns the actions whose titles contain all of the words; undefined if there are no words. */
const actionsWith = (wd: string | undefined): string[] | undefined => {
  const words = (wd ?? "").toLowerCase().split(/\s+/).filter(Boolean)
  if (!words.length) return undefined
  return actions
    .filter(({ action, title }) => words.every((word) => `${title} ${action}`.toLowerCase().includes(word)))
    .map((one) => one.action)
}

const filterOf = ({ wd, action, object, object_id, created_at, kind, user_id, ip }: Filters): AuditFilter => {
  const matchingActions = actionsWith(wd)
  const wanted = action && matchingActions ? action.filter((one) => matchingActions.includes(one)) : (action ?? matchingActions)
  const objects = object_id ? (object ?? []).map((one) => `${one}:${object_id}`) : object
  return {
    kind,
    user_id,
    ip,
    ...rangeOf(created_at),
    ...(wanted && { calls: wanted.filter((one) => one.includes("/")), types: wanted.filter((one) => /^\d{1,6}$/.test(one)).map(Number) }),
    ...(objects?.length && { objects }),
  }
}

/** Builds the response entries, in the order of `entries`. */
const answersOf = async ({ db }: LoggedIn, entries: readonly AuditEntryKey[]): Promise<Answer[]> => {
  const idsOf = (kind: number) => entries.flatMap((entry) => (entry.kind === kind ? [entry.id] : []))
  const [operations, events] = await Promise.all([
    readOperations(db, idsOf(auditKinds.operation)),
    readEvents(db, idsOf(auditKinds.security)),
  ])
  const answers = [
    ...operations.map(({ call, ...row }) => ({
      ...row,
      input: displayed(row.input, call),
      changes: (row.changes ?? []).map((change) => displayed(change, change.object)),
      kind: auditKinds.operation,
      action: call,
    })),
    ...events.map(({ type, ...row }) => ({
      ...row,
      kind: auditKinds.security,
      action: String(type),
      title: SecurityEventType.labelOf(type),
    })),
  ].map((row): Answer => ({ ...row, id: idOf(row) }))
  const byId = new Map(answers.map((row) => [row.id, row]))
  return entries.flatMap((entry) => byId.get(idOf(entry)) ?? [])
}

/** Lists staff calls and security events, newest first, without inputs and values and with the names of at most three rows. */
export const readAuditList = async (ctx: LoggedIn, input: Filters) => {
  const { entries, total } = await listEntries(ctx.db, filterOf(input), pageOf(input, 100))
  const rows = await answersOf(ctx, entries)
  return {
    total,
    audit: rows.map(({ input: _, changes = [], user_agent: __, ...row }) => ({
      ...row,
      changes: (changes ?? []).slice(0, 3).map(({ object, title }) => ({ object, title, before: null, after: null })),
    })),
  }
}

/** Returns one entry with all details. */
export const readAudit = async (ctx: LoggedIn, { id }: { id: number }): Promise<Answer> => {
  const [row] = await answersOf(ctx, [entryOf(id)])
  if (!row) throw notFound("审计日志里没有这一条")
  return row
}
