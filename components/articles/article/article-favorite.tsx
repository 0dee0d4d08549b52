"use client"

import { useEffect, useState } from "react"
import { useAfterLogin, useLoginFor } from "@/components/people/account/use-after-login"
import { useCall } from "@/components/ui/form/use-call"
import { useSession } from "@/components/providers/session"
import { Icon } from "@/components/ui/icon"
import { api } from "@/lib/api/client"
import { ContentKind } from "@/lib/contract/library/content.enums"
import { count } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"

type Props = { id: number; identifier: string; title: string; favorites: number }

const type = ContentKind.article

/**
 * 收藏文章 with the number of favourites. Visitors are sent to the login, and the article is added when they return. The cached page is the
 * same for every user.
 */
export const ArticleFavorite = ({ id, identifier, title, favorites }: Props) => {
  const token = useSession((state) => state.token)
  const [favoriteId, setKept] = useState(0)
  const [favoriteCount, setShown] = useState(favorites)
  const { busy, call } = useCall()

  useEffect(() => {
    setKept(0)
    if (!token) return
    let alive = true
    void api("GET /favorite", { document_id: id, type }).then((reply) => alive && reply.ok && setKept((now) => reply.data.id || now))
    return () => {
      alive = false
    }
  }, [id, token])

  const returnPage = { path: paths.article(identifier), title }
  const logIn = useLoginFor("favorite", returnPage)
  const asksForLogin = ({ status }: { status: number }) => {
    if (status === 401) logIn()
    return status === 401
  }
  const add = async () => {
    const added = await call(() => api("POST /favorite", { document_id: id, type }), {
      done: "收藏成功",
      fallback: "收藏失败",
      onRefused: asksForLogin,
    })
    if (!added) return
    setKept(added.id)
    setShown(favoriteCount + 1)
  }
  useAfterLogin("favorite", returnPage.path, () => void add())
  const remove = async () => {
    const removed = await call(() => api("DELETE /favorite", { id: [favoriteId] }), {
      done: "取消收藏成功",
      fallback: "取消收藏失败",
      onRefused: asksForLogin,
    })
    if (!removed) return
    setKept(0)
    setShown(Math.max(0, favoriteCount - 1))
  }
  return (
    <button
      type="button"
      className="bt favorite"
      aria-pressed={favoriteId > 0}
      aria-busy={busy}
      aria-label={favoriteId > 0 ? "取消收藏" : "收藏文章"}
      onClick={() => void (token ? (favoriteId > 0 ? remove() : add()) : logIn())}
    >
      <Icon name="bookmark" small />
      <span>{favoriteId > 0 ? "已收藏" : "收藏"}</span>
      {favoriteCount > 0 ? <span className="num">{count(favoriteCount)}</span> : null}
    </button>
  )
}
