import { and, desc, eq, inArray, notInArray, or } from "drizzle-orm"
import { ComplaintStatus } from "@/lib/contract/community/complaint.enums"
import type { Ctx, LoggedIn } from "@/server/context"
import { pageOf, listPage, patternsOf, holds } from "@/server/db/listing"
import { notFound } from "@/server/errors"
import { publicUsers } from "../../people/user/user.usecases"
import {
  countInfringementsOf,
  findComplaint,
  listComplaints,
  listProofs,
  listTargets,
  readFigures,
  type ComplaintRow,
} from "./complaint.repository"
import { complaintTable as t } from "./complaint.table"
import { caseFilePath } from "./proof-key.rules"
import { hrefsOf } from "./targets.usecases"

const { pending, dismissed } = ComplaintStatus

const withPeople = async (ctx: Ctx, rows: ComplaintRow[]) => {
  const [targets, people] = await Promise.all([
    listTargets(
      ctx.db,
      rows.map(({ id }) => id),
    ),
    publicUsers(
      ctx,
      rows.map(({ user_id }) => user_id),
    ),
  ])
  return rows.map((row) => {
    const contents = targets.filter(({ complaint_id }) => complaint_id === row.id)
    const author = people.get(row.user_id) ?? null
    return { ...row, username: author?.username ?? "", author, title: contents[0]?.title ?? "", targets: contents.length, own: contents }
  })
}

type Filter = { page?: number; size?: number; limit?: number; wd?: string; status?: number[]; user_id?: number[] }

/** Lists complaints, newest first; `wd` searches number, complainant and work. */
export const readComplaints = async (ctx: LoggedIn, input: Filter) => {
  const where = and(
    input.status?.length ? inArray(t.status, input.status) : undefined,
    input.user_id?.length ? inArray(t.user_id, input.user_id) : undefined,
    ...patternsOf(input.wd).map((word) => or(holds(t.number, word), holds(t.claimant, word), holds(t.work, word))),
  )
  const { rows, total } = await listComplaints(ctx.db, where, input)
  return { total, complaint: await withPeople(ctx, rows) }
}

/** Returns a case with its contents, its proof files and the record of its author. */
export const readCase = async (ctx: LoggedIn, { id }: { id: number }) => {
  const row = await findComplaint(ctx.db, id)
  if (!row) throw notFound("投诉不存在")
  const [[withAuthor], file, infringements] = await Promise.all([
    withPeople(ctx, [row]),
    listProofs(ctx.db, id),
    countInfringementsOf(ctx.db, [row.user_id]),
  ])
  const { own, ...rest } = withAuthor!
  const hrefOf = await hrefsOf(ctx, own)
  return {
    ...rest,
    target: own.map((one) => ({ ...one, href: hrefOf(one) })),
    file,
    infringements: infringements.get(row.user_id) ?? 0,
  }
}

/** Returns an address of a proof file or of the case as a PDF, valid for a minute. */
export const readCaseFileAddress = async (ctx: LoggedIn, { id, file_id = 0 }: { id: number; file_id?: number }) => {
  if (!(await findComplaint(ctx.db, id))) throw notFound("投诉不存在")
  if (file_id && !(await listProofs(ctx.db, id)).some((file) => file.id === file_id)) throw notFound("材料不存在")
  return { url: await caseFilePath(ctx.app, id, file_id) }
}

/** Lists complaints about the caller's contents, newest first: neither undecided nor dismissed ones. */
export const readOwnComplaints = async (ctx: LoggedIn, input: { page?: number; size?: number }) => {
  const where = and(eq(t.user_id, ctx.user.id), notInArray(t.status, [pending, dismissed]))
  const { rows, total } = await listPage(ctx.db, t, { where, order: [desc(t.id)], ...pageOf(input, 50, 20) })
  const complaints = await withPeople(ctx, rows)
  const hrefOf = await hrefsOf(
    ctx,
    complaints.flatMap(({ own }) => own),
  )
  return { total, complaint: complaints.map(({ own, ...row }) => ({ ...row, target: own.map((one) => ({ ...one, href: hrefOf(one) })) })) }
}

export const readComplaintFigures = async (ctx: Ctx) => ({ year: await readFigures(ctx.db) })
