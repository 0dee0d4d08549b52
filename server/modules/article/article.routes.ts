import { article } from "../../../lib/contract/article"
import { serve } from "../../routes"
import { readArticle, readArticles } from "./article.usecases"

export const articleRoutes = serve(article, { "GET /article": readArticle, "GET /article/list": readArticles })
