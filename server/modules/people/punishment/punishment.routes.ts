import { entities } from "@/lib/contract/entities"
import { punishment } from "@/lib/contract/people/punishment"
import { punishmentTemplate } from "@/lib/contract/people/punishment.templates"
import { crudRoutes } from "@/server/crud"
import { serve } from "@/server/routes"
import { punishmentTable, punishmentTemplateTable as template } from "./punishment.table"
import { cancelPunishments, changePunishment, listPunishments, punish, readPunishment } from "./punishment.usecases"

const punishments = serve(
  punishment,
  {
    "POST /punishment": punish,
    "PUT /punishment": changePunishment,
    "GET /punishment": readPunishment,
    "GET /punishment/list": listPunishments,
    "PUT /punishment/cancel": cancelPunishments,
  },
  { "PUT /punishment": { table: punishmentTable } },
)
const templates = crudRoutes(punishmentTemplate, entities.punishmentTemplate, {
  table: template,
  searched: [template.title, template.reason],
})

export const punishmentRoutes = {
  area: { ...punishments.area, ...templates.area },
  handlers: { ...punishments.handlers, ...templates.handlers },
  versioned: { ...punishments.versioned, ...templates.versioned },
}
