import type { z } from "zod"
import type { job as calls } from "@/lib/contract/operations/job"
import { paths } from "@/lib/rules/path"
import type { LoggedIn } from "@/server/context"
import { pageOf } from "@/server/db/listing"
import { forbidden, invalid } from "@/server/errors"
import { requireConfirmed } from "@/server/security/confirmation"
import { conversionJobName } from "../../library/document/conversion-order.rules"
import { requeueAbandoned } from "../../library/document/conversion.jobs"
import { isVital, jobKinds, reasonOf, subjectOf, type JobSubject } from "./job-kinds.rules"
import { addPause, countJobs, deleteFailed, listFailed, listPauses, removePause, retryFailed } from "./job.repository"
import { findSubjects } from "./subjects.repository"

type Input<K extends keyof typeof calls> = z.output<(typeof calls)[K]["input"]>

/** Returns the kinds of jobs of this version, and those of other versions that have jobs or are paused. */
export const readJobs = async (ctx: LoggedIn) => {
  const [counts, pauses] = await Promise.all([countJobs(ctx.db), listPauses(ctx.db)])
  const schedules = new Map(ctx.app.queue.kinds.map(({ name, every }) => [name, every ?? ""]))
  const others = [...counts, ...pauses].map(({ name }) => name).filter((name) => !schedules.has(name) && !name.startsWith("__pgboss__"))
  const none = { waiting: 0, later: 0, active: 0, failed: 0, oldest_at: null }
  const job = [...schedules.keys(), ...new Set(others)].map((name) => ({
    ...none,
    ...counts.find((one) => one.name === name),
    name,
    title: Object.hasOwn(jobKinds, name) ? jobKinds[name]!.title : name,
    schedule: schedules.get(name) ?? "",
    vital: isVital(name),
    paused_at: pauses.find((one) => one.name === name)?.paused_at ?? null,
  }))
  return { job }
}

/** Returns failed jobs. Of their payloads, only the row that they concern is included. */
export const readFailedJobs = async (ctx: LoggedIn, { name, ...page }: Input<"GET /job/failed">) => {
  const { rows, total } = await listFailed(ctx.db, name, pageOf(page, 100, 20))
  const subjects = rows.map(({ data }) => subjectOf(name, data))
  const titles = await findSubjects(
    ctx.db,
    subjects.filter((one) => one !== null),
  )
  const job = rows.map((row, at) => ({
    id: row.id,
    reason: reasonOf(row.output),
    attempts: row.attempts,
    created_at: new Date(row.created_at),
    failed_at: new Date(row.failed_at),
    ...described(subjects[at] ?? null, titles),
  }))
  return { total, job }
}

const described = (subject: JobSubject | null, titles: Awaited<ReturnType<typeof findSubjects>>) => {
  if (!subject) return { subject: "", subject_id: "", subject_title: "", path: "" }
  const row = titles.get(`${subject.table} ${subject.id}`)
  const key = row?.key ?? ""
  const path = key && (subject.table === "document" ? paths.document(key) : paths.article(key))
  return { subject: subject.label, subject_id: String(row?.id ?? subject.id), subject_title: row?.title ?? "", path }
}

/** Without these jobs there are no refunds, warnings, scans or backups: only user 1 stops them, after confirming the password. */
const requireStopping = (ctx: LoggedIn, name: string): void => {
  if (!isVital(name)) return
  if (!ctx.user.root) throw forbidden("这类任务关系到钱和安全，只有站长可以停", "name")
  requireConfirmed(ctx)
}

/** @throws 400 if this version has no such kind of job: nothing would ever run it */
const requireKind = (ctx: LoggedIn, name: string): void => {
  if (!ctx.app.queue.kinds.some((kind) => kind.name === name)) throw invalid("没有这种任务", "name")
}

export const retryJobs = async (ctx: LoggedIn, { name, id }: Input<"POST /job/retry">) => {
  requireKind(ctx, name)
  return { count: await retryFailed(ctx.db, name, id) }
}

/** Also deletes jobs of kinds that only other versions have. */
export const deleteJobs = async (ctx: LoggedIn, { name, id }: Input<"DELETE /job">) => {
  requireStopping(ctx, name)
  return { count: await deleteFailed(ctx.db, name, id) }
}

/** Pauses a kind in every process, from now until it is resumed. */
export const pauseJobs = async (ctx: LoggedIn, { name, paused }: Input<"PUT /job/pause">): Promise<Record<string, never>> => {
  if (paused) {
    requireKind(ctx, name)
    requireStopping(ctx, name)
    await addPause(ctx.db, name)
    return {}
  }
  await removePause(ctx.db, name)
  // a paused slot ends without taking the document that its job was sent for
  if (name === conversionJobName) await requeueAbandoned(ctx)
  return {}
}
