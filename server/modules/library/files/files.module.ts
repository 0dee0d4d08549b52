import { defineModule } from "@/server/module"
import { attachmentTable } from "./attachment.table"
import { forgetSender, removeSender } from "./attachments.usecases"
import { purgeFilesJob } from "./files.jobs"

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
