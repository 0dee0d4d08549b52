import { privacy } from "../../../lib/contract/privacy"
import { serve } from "../../routes"
import { cancelClosing, requestClosing } from "./closing.usecases"
import { deleteUsers } from "./deletion.usecases"
import { exportData } from "./export.usecases"

export const privacyRoutes = serve(privacy, {
  "GET /user/export": exportData,
  "POST /user/close": requestClosing,
  "DELETE /user/close": cancelClosing,
  "DELETE /user": deleteUsers,
})
