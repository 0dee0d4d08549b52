import { article } from "@/lib/contract/articles/article"
import { ReviewKind } from "@/lib/contract/operations/review.enums"
import { serve } from "@/server/routes"
import { articleTable } from "./article.table"
import { recommendArticles, setArticlesCategory } from "./batch.usecases"
import { readArticles } from "./article.usecases"
import { purgeAllArticles, purgeArticles, readRecycledArticles, restoreArticles } from "./recycle.usecases"
import { readArticleNeighbours, readRelatedArticles } from "./related-articles.usecases"
import { checkArticles } from "./review.usecases"
import { openArticle } from "./view.usecases"
import { unlessClaimed } from "../../operations/claim/claim.policy"
import { createArticle, deleteArticles, readArticleSource, updateArticle } from "./edit.usecases"

export const articleRoutes = serve(
  article,
  {
    "GET /article": openArticle,
    "GET /article/source": readArticleSource,
    "GET /article/list": readArticles,
    "GET /article/related": readRelatedArticles,
    "GET /article/neighbour": readArticleNeighbours,
    "POST /article": createArticle,
    "PUT /article": updateArticle,
    "DELETE /article": deleteArticles,
    "PUT /article/category": setArticlesCategory,
    "PUT /article/recommend": recommendArticles,
    "PUT /article/check": unlessClaimed(ReviewKind.article, ({ article_id }) => article_id, checkArticles),
    "GET /article/recycle/list": readRecycledArticles,
    "POST /article/recycle/restore": restoreArticles,
    "DELETE /article/recycle": purgeArticles,
    "DELETE /article/recycle/empty": purgeAllArticles,
  },
  { "PUT /article": { table: articleTable } },
)
