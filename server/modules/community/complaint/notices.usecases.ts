import { ComplaintStatus } from "@/lib/contract/community/complaint.enums"
import type { NotificationData } from "@/lib/contract/community/notification.kinds"
import { day } from "@/lib/rules/time"
import type { Ctx } from "@/server/context"
import { mailComplaintJob } from "./complaint.jobs"
import type { ComplaintRow, ComplaintTargetRow } from "./complaint.repository"

const { takenDown, restored, upheld } = ComplaintStatus

const verdicts: Record<number, NotificationData["verdict"]> = { [takenDown]: "disabled", [restored]: "restored", [upheld]: "rejected" }

/** Notifies both sides of a new status: the author on the site, the complainant by mail. */
export const tellBoth = async (ctx: Ctx, row: ComplaintRow, targets: ComplaintTargetRow[]): Promise<void> => {
  const verdict = verdicts[row.status]
  const [first] = targets
  const reason = row.outcome || row.reason
  if (verdict && first)
    await ctx.notify([
      {
        kind: "complaint",
        user_id: row.user_id,
        by: 0,
        subject: { type: first.type, document_id: first.document_id },
        data: {
          verdict,
          name: row.number,
          ...(reason && { reason }),
          ...(row.status === takenDown && row.due_at && { until: day(row.due_at) }),
        },
      },
    ])
  await tellComplainant(ctx, row)
}

/** Mails the new status to the complainant. */
export const tellComplainant = (ctx: Ctx, { id, status }: ComplaintRow): Promise<void> =>
  ctx.enqueue(mailComplaintJob, { complaint_id: id, step: status }, { key: `${id} ${status}` })
