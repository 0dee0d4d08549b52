import { attachment } from "@/lib/contract/library/attachment"
import { serve } from "@/server/routes"
import { attachmentTable } from "../files/attachment.table"
import { changeAttachment, readAttachment, readAttachments, removeAttachments } from "./staff.usecases"

export const attachmentRoutes = serve(
  attachment,
  {
    "PUT /attachment": changeAttachment,
    "DELETE /attachment": removeAttachments,
    "GET /attachment": readAttachment,
    "GET /attachment/list": readAttachments,
  },
  { "PUT /attachment": { table: attachmentTable } },
)
