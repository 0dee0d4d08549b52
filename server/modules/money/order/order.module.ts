import { serveNotice } from "./payment-notices.http"
import { defineModule } from "@/server/module"
import { closeOverdueJob } from "./order.jobs"
import { remindMembersJob, vipReminderJob } from "./membership-reminder.jobs"
import { fileNoticeTable } from "./file-notice.table"
import { fileNoticeJob, settleMissingFilesJob } from "./missing-file.jobs"
import { orderRoutes } from "./order.routes"
import { orderTable, userVipTable } from "./order.table"
import { returnSurplusJob } from "./surplus.jobs"
import { refundJob, settleRefundsJob } from "./refund.jobs"
import { orderRefundTable } from "./refund.table"

const money = { onErase: { keep: "money stays written down" } } as const

export const orderModule = defineModule({
  ...orderRoutes,
  jobs: [
    closeOverdueJob,
    fileNoticeJob,
    refundJob,
    settleMissingFilesJob,
    settleRefundsJob,
    remindMembersJob,
    returnSurplusJob,
    vipReminderJob,
  ],
  endpoints: [
    { stream: "POST /callback/wechatpay", serve: serveNotice("wechatpay") },
    { stream: "POST /callback/alipay", serve: serveNotice("alipay") },
    { stream: "POST /callback/xunhupay", serve: serveNotice("xunhupay") },
  ],
  personal: [
    // staff's notes and other users' income from the order are not the user's data
    { table: orderTable, exportAs: "order", internal: ["remark", "income"], ...money },
    { table: orderRefundTable, exportAs: "order_refund", internal: ["remark", "income", "operator_id", "detail", "ask_at"], ...money },
    { table: fileNoticeTable, notExported: "the user's orders and activities say the same", onErase: "delete" },
    { table: userVipTable, exportAs: "user_vip", internal: ["reminded_days", "end_told"], ...money, onDelete: "delete" },
  ],
})
