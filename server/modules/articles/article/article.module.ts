import { defineModule } from "@/server/module"
import { articleSafetyJob, expireArticlesJob, rehostPicturesJob } from "./article.jobs"
import { readOwnArticles } from "./article.repository"
import { articleRoutes } from "./article.routes"
import { articleTable, articleVisitTable } from "./article.table"

export const articleModule = defineModule({
  ...articleRoutes,
  jobs: [articleSafetyJob, expireArticlesJob, rehostPicturesJob],
  personal: [
    {
      table: articleTable,
      exportAs: "article",
      read: readOwnArticles,
      onErase: { keep: "what was published stays, under the account's new name" },
      keepsAccount: true,
    },
  ],
  // A visitor counts once an hour; after two days the row is no longer needed.
  sweep: [{ table: articleVisitTable, by: articleVisitTable.hour, before: (now) => Math.floor(now.getTime() / 3_600_000) - 48 }],
})
