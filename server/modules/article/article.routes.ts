import { article } from "../../../lib/contract/article"
import { serve } from "../../routes"
import { readArticles } from "./article.usecases"
import { openArticle } from "./view.usecases"
import { createArticle, deleteArticles, updateArticle } from "./writing.usecases"

export const articleRoutes = serve(article, {
  "GET /article": openArticle,
  "GET /article/list": readArticles,
  "POST /article": createArticle,
  "PUT /article": updateArticle,
  "DELETE /article": deleteArticles,
})
