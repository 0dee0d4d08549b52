import { defineModule } from "@/server/module"
import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import { noteAccountChange } from "./security-event.usecases"
import { securityEventTable } from "./security-event.table"
import { securityNoticeJob } from "./security-event.jobs"

/** Long enough to investigate incidents that are noticed late; the law requires six months. */
const days = 200

export const securityEventModule = defineModule({
  jobs: [securityNoticeJob],
  noteSafety: (ctx, labels) =>
    noteAccountChange(ctx, { type: SecurityEventType.settingChanged, user_id: ctx.user.id, detail: labels.join("、") }),
  personal: [{ table: securityEventTable, exportAs: "security_event", internal: ["request", "notice_to"], onErase: "delete" }],
  sweep: [{ table: securityEventTable, by: securityEventTable.created_at, before: (now) => new Date(now.getTime() - days * 86_400_000) }],
})
