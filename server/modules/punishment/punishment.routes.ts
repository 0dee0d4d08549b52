import { punishment } from "../../../lib/contract/punishment"
import { serve } from "../../routes"
import { cancelPunishments, changePunishment, listPunishments, punish, readPunishment } from "./punishment.usecases"
import { punishmentTable } from "./punishment.table"

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
