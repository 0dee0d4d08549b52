import { defineModule } from "@/server/module"
import { attachmentTable } from "./attachment.table"
import { forgetSender, removeSender } from "./attachments.usecases"
import { purgeFilesJob } from "./files.jobs"
import { thickenPagesJob } from "./page-ink.jobs"

export const filesModule = defineModule({
  jobs: [purgeFilesJob, thickenPagesJob],
  personal: [
    {
      table: attachmentTable,
      notExported: "documents and articles name their files",
      onErase: forgetSender,
      onDelete: removeSender,
    },
  ],
})
