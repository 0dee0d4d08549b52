import { defineModule } from "@/server/module"
import { accountRoutes } from "./account.routes"
import { profileChangeTable } from "./profile-change.table"

export const accountModule = defineModule({
  ...accountRoutes,
  personal: [{ table: profileChangeTable, exportAs: "profile_change", order: profileChangeTable.created_at, onErase: "delete" }],
})
