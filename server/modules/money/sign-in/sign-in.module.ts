import { defineModule } from "@/server/module"
import { signRoutes } from "./sign-in.routes"
import { signTable } from "./sign-in.table"

export const signModule = defineModule({
  ...signRoutes,
  personal: [{ table: signTable, exportAs: "sign", onErase: "delete" }],
})
