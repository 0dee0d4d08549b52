import { api } from "@/lib/api/client"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import { RefundStatus } from "@/lib/contract/money/order.enums"
import { WebhookStatus } from "@/lib/contract/site/webhook.enums"
import type { Document, Report, Result, Right } from "@/lib/contract/types"

/** How much there is, and the first of what the dashboard displays in place. */
export type WaitingAnswer = { total: number; document?: Document[]; report?: Report[] }

/** Work that needs a decision, with the list that contains exactly this work. */
export type Waiting = {
  label: string
  unit: string
  right: Right
  href: string
  /** usually zero: rendered only if there is any */
  rare?: true
  read: () => Promise<Result<WaitingAnswer>>
}

const one = { page: 1, size: 1 }
/** Number of items that the dashboard displays in place. */
const few = { page: 1, size: 3 }
const openRefunds = [RefundStatus.pending, RefundStatus.failed]

/** Most urgent first. Only entries with an existing list that the user may read are requested. */
export const waiting: readonly Waiting[] = [
  {
    label: "待审核的文档",
    unit: "份",
    right: "DocumentAPI/ListDocument",
    href: `/admin/document/list?status=${DocumentStatus.reviewing}`,
    read: () => api("GET /document/list", { status: [DocumentStatus.reviewing], ...few }),
  },
  {
    label: "转换失败的文档",
    unit: "份",
    right: "DocumentAPI/ListDocument",
    href: `/admin/document/list?status=${DocumentStatus.failed}`,
    read: () => api("GET /document/list", { status: [DocumentStatus.failed], ...few }),
  },
  {
    label: "待处理的举报",
    unit: "条",
    right: "ReportAPI/ListReport",
    href: "/admin/report?status=false",
    read: () => api("GET /report/list", { status: [false], ...few }),
  },
  {
    label: "待审核的评论",
    unit: "条",
    right: "CommentAPI/ListComment",
    href: `/admin/comment?status=${ReviewStatus.pending}`,
    read: () => api("GET /comment/list", { status: [ReviewStatus.pending], ...one }),
  },
  {
    label: "没有退完的款",
    unit: "笔",
    right: "OrderAPI/ListOrder",
    href: `/admin/order?${openRefunds.map((status) => `refund_status=${status}`).join("&")}`,
    read: () => api("GET /order/list", { refund_status: openRefunds, ...one }),
  },
  {
    label: "停用的 Webhook",
    unit: "个",
    rare: true,
    right: "WebhookAPI/ListWebhook",
    href: `/admin/config/system?tab=webhook&status=${WebhookStatus.stopped}`,
    read: () => api("GET /webhook/list", { status: [WebhookStatus.stopped], ...one }),
  },
  {
    label: "待审核的文章",
    unit: "篇",
    right: "ArticleAPI/ListArticle",
    href: `/admin/article/list?status=${ReviewStatus.pending}`,
    read: () => api("GET /article/list", { status: [ReviewStatus.pending], ...one }),
  },
]
