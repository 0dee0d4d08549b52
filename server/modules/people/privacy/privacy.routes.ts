import { privacy } from "@/lib/contract/people/privacy"
import { serve } from "@/server/routes"
import { cancelClosing, requestClosing } from "./closing.usecases"
import { deleteUsers } from "./deletion.usecases"
import { exportData } from "./export.usecases"

export const privacyRoutes = serve(privacy, {
  "GET /user/export": exportData,
  "POST /user/close": requestClosing,
  "DELETE /user/close": cancelClosing,
  "DELETE /user": deleteUsers,
})
