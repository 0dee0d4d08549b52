"use client"

import { useState } from "react"
import { useCall } from "@/components/ui/form/use-call"
import { api } from "@/lib/api/client"
import { headlineOf, type Headline } from "@/lib/view/site/home"
import { Headlines } from "./headlines"

const size = 8

/** 推荐文章; 换一批 displays the next ones and starts over after the last. */
export const Recommended = ({ total, articles }: { total: number; articles: Headline[] }) => {
  const [batch, setShown] = useState({ page: 1, articles })
  const { busy, call } = useCall()
  const turn = async () => {
    const page = batch.page * size < total ? batch.page + 1 : 1
    const next = await call(() => api("GET /article/list", { is_recommend: [true], page, size, order: "recommend_at desc" }), {
      fallback: "获取推荐文章失败",
    })
    if (next) setShown({ page, articles: next.article.map(headlineOf) })
  }
  return (
    <Headlines
      title="推荐文章"
      articles={batch.articles}
      action={
        total > size ? (
          <button type="button" className="bt text sm" aria-busy={busy} onClick={() => void turn()}>
            换一批
          </button>
        ) : undefined
      }
    />
  )
}
