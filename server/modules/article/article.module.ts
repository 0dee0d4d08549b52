import { defineModule } from "../../module"
import { readOwnArticles } from "./article.repository"
import { articleRoutes } from "./article.routes"
import { articleTable } from "./article.table"

export const articleModule = defineModule({
  ...articleRoutes,
  personal: [
    {
      table: articleTable,
      exportAs: "article",
      read: readOwnArticles,
      onErase: { keep: "what was published stays, under the account's new name" },
      keepsAccount: true,
    },
  ],
})
