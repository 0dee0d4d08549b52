import { article } from "../../../lib/contract/article"
import { serve } from "../../routes"
import { readArticle, readArticles } from "./article.usecases"
import { createArticle, deleteArticles, updateArticle } from "./writing.usecases"

export const articleRoutes = serve(article, {
  "GET /article": readArticle,
  "GET /article/list": readArticles,
  "POST /article": createArticle,
  "PUT /article": updateArticle,
  "DELETE /article": deleteArticles,
})
