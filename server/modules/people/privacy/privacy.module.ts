import { privacy } from "@/lib/contract/people/privacy"
import { defineModule } from "@/server/module"
import { serve } from "@/server/routes"
import { eraseAccountsJob } from "./privacy.jobs"
import { cancelClosing, requestClosing } from "./account-closure.usecases"
import { deleteUsers } from "./staff-deletion.usecases"
import { exportData } from "./export.usecases"

export const privacyModule = defineModule({
  ...serve(privacy, {
    "GET /user/export": exportData,
    "POST /user/close": requestClosing,
    "DELETE /user/close": cancelClosing,
    "DELETE /user": deleteUsers,
  }),
  jobs: [eraseAccountsJob],
})
