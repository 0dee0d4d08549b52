import { deliveryDays } from "@/lib/contract/site/webhook.events"
import { defineModule } from "@/server/module"
import { webhookDeliveryTable } from "./webhook-delivery.table"
import { deliverWebhookJob, sweepWebhooksJob } from "./webhook.jobs"
import { webhookRoutes } from "./webhook.routes"
import { webhookStoppedJob } from "./webhook-stopped.jobs"

export const webhookModule = defineModule({
  ...webhookRoutes,
  jobs: [deliverWebhookJob, sweepWebhooksJob, webhookStoppedJob],
  sweep: [
    {
      table: webhookDeliveryTable,
      by: webhookDeliveryTable.created_at,
      before: (now) => new Date(now.getTime() - deliveryDays * 86_400_000),
    },
  ],
})
