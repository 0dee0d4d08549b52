import { complaint } from "@/lib/contract/community/complaint"
import { defineModule } from "@/server/module"
import { serve } from "@/server/routes"
import { serveCaseFile } from "./case-file.http"
import { closeComplaintsJob } from "./deadline.jobs"
import { mailComplaintJob } from "./complaint.jobs"
import { complaintTable } from "./complaint.table"
import { readCase, readCaseFileAddress, readComplaintFigures, readComplaints, readOwnComplaints } from "./complaint.usecases"
import { decideComplaint, sendCounterNotice } from "./decision.usecases"
import { serveProofUpload } from "./proof-upload.http"
import { readOptions, submitComplaint } from "./submit.usecases"

export const complaintModule = defineModule({
  ...serve(complaint, {
    "POST /complaint": submitComplaint,
    "GET /complaint/options": readOptions,
    "GET /complaint/figures": readComplaintFigures,
    "GET /complaint/own/list": readOwnComplaints,
    "POST /complaint/counter": sendCounterNotice,
    "GET /complaint/list": readComplaints,
    "GET /complaint": readCase,
    "GET /complaint/file": readCaseFileAddress,
    "PUT /complaint": decideComplaint,
  }),
  jobs: [mailComplaintJob, closeComplaintsJob],
  endpoints: [{ stream: "POST /upload/complaint", serve: serveProofUpload }],
  addresses: [{ path: "/proof/", create: (app) => (exchange) => serveCaseFile(app, exchange) }],
  personal: [
    {
      table: complaintTable,
      notExported: "a case belongs to two sides; its author reads it at /me/complaint, without the other side's contact data",
      onErase: { keep: "a legal dispute must stay provable; the account's name is gone with the account" },
    },
  ],
})
