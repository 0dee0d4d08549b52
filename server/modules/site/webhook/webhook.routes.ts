import { desc } from "drizzle-orm"
import { entities } from "@/lib/contract/entities"
import { webhook } from "@/lib/contract/site/webhook"
import { crudRoutes } from "@/server/crud"
import {
  createWebhook,
  readDeliveries,
  readDelivery,
  replaceSecret,
  replay,
  testWebhook,
  updateWebhook,
  withoutTokens,
} from "./webhook.usecases"
import { deleteDeliveriesOf } from "./webhook.repository"
import { webhookTable as t } from "./webhook.table"

export const webhookRoutes = crudRoutes(
  webhook,
  entities.webhook,
  {
    table: t,
    searched: [t.title],
    sorted: { id: t.id, created_at: t.created_at, updated_at: t.updated_at, delivered_at: t.delivered_at },
    order: [desc(t.id)],
    decorate: withoutTokens,
    beforeDelete: async ({ db }, ids) => void (await deleteDeliveriesOf(db, ids)),
  },
  {
    "POST /webhook": createWebhook,
    "PUT /webhook": updateWebhook,
    "PUT /webhook/secret": replaceSecret,
    "POST /webhook/test": testWebhook,
    "GET /webhookdelivery/list": readDeliveries,
    "GET /webhookdelivery": readDelivery,
    "PUT /webhookdelivery/replay": replay,
  },
)
