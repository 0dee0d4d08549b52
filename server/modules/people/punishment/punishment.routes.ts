import { punishment } from "@/lib/contract/people/punishment"
import { serve } from "@/server/routes"
import { punishmentTable } from "./punishment.table"
import { cancelPunishments, changePunishment, listPunishments, punish, readPunishment } from "./punishment.usecases"

export const punishmentRoutes = serve(
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
