import { defineModule } from "../../module"
import { purgeFilesJob } from "./purge.jobs"
import { forgetSender, removeSender } from "./attachments.usecases"
import { attachmentTable } from "./attachment.table"

export const filesModule = defineModule({
  jobs: [purgeFilesJob],
  personal: [
    {
      table: attachmentTable,
      notExported: "documents and articles name their files",
      onErase: forgetSender,
      onDelete: removeSender,
    },
  ],
})
