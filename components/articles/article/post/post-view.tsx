"use client"

import "@/app/styles/articles/article-post.css"
import { useEffect, useState, type ReactNode } from "react"
import { useMay } from "@/components/providers/use-may"
import { useSession } from "@/components/providers/session"
import { useWriter } from "@/components/providers/use-writer"
import { MoreIcon } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import { Skeleton } from "@/components/ui/skeleton"
import { api } from "@/lib/api/client"
import { refusalText, type Refused } from "@/lib/api/result"
import type { ArticleSource } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"
import type { CategoryNode } from "@/lib/view/library/category-tree"
import { PostForm } from "./post-form"

type Props = {
  id: number
  identifier: string
  categories: CategoryNode[]
  /** the path to open after saving; by default the article itself */
  after?: string
}

/** The state of loading: waiting, refused with a reason, or ready with the article to edit. */
type LoadState = { phase: "waiting" } | { phase: "refused"; reason: string } | { phase: "ready"; article: ArticleSource | null }

/** The page for writing a new article or editing the user's own; visitors get a link to the login. */
export const PostView = (props: Props) => (
  <>
    <h1>{props.id > 0 || props.identifier !== "" ? "编辑文章" : "发布文章"}</h1>
    <PostDesk {...props} />
  </>
)

/** The article form without a heading, or the reason why it is unavailable. */
export const PostDesk = (props: Props) => {
  const ready = useSession((state) => state.ready)
  const token = useSession((state) => state.token)
  const person = useWriter()
  if (!ready || (token && !person)) return <Waiting />
  return person ? <Loaded key={person} person={person} {...props} /> : <SignIn {...props} />
}

const Waiting = () => (
  <div className="post-grid" aria-busy="true" role="status" aria-label="正在加载">
    <div className="post-main">
      <Skeleton height={44} />
      <Skeleton height={596} />
    </div>
    <Skeleton height={480} />
  </div>
)

const Refusal = ({ reason, children }: { reason: string; children: ReactNode }) => (
  <section className="card pad post-no">
    <div className="alert warn" role="alert">
      <MoreIcon name="alert" />
      <b>{reason}</b>
    </div>
    <p className="post-no-do">{children}</p>
  </section>
)

const SignIn = ({ id, identifier }: Props) => {
  const back = id ? paths.editArticle(id) : identifier ? `${paths.post}?identifier=${identifier}` : paths.post
  return (
    <Refusal reason="你暂时无法发布文章，请先登录">
      <Link className="bt p" href={paths.login(back)}>
        前往登录
      </Link>
      <Link className="bt" href={paths.home}>
        返回首页
      </Link>
    </Refusal>
  )
}

const reasonOf = (refused: Refused): string => refusalText(refused, refused.status === 403 ? "你暂无权限发布文章" : "发布权限没有读到")

const useLoadState = ({ person, id, identifier }: Pick<Props, "id" | "identifier"> & { person: number }): LoadState => {
  const may = useMay()
  const editsAll = may("ArticleAPI/UpdateArticle")
  const [loadState, setLoadState] = useState<LoadState>({ phase: "waiting" })
  useEffect(() => {
    let alive = true
    const look = async (): Promise<LoadState> => {
      if (id || identifier) {
        const reply = await api("GET /article/source", id ? { id } : { identifier })
        if (!reply.ok) return { phase: "refused", reason: refusalText(reply, "文章没有加载出来，请稍后再试") }
        if (reply.data.user_id === person || editsAll) {
          if (!editsAll) {
            const right = await api("GET /user/canipublisharticle")
            if (!right.ok) return { phase: "refused", reason: reasonOf(right) }
          }
          return { phase: "ready", article: reply.data }
        }
        return { phase: "refused", reason: "你没有权限修改此文章" }
      }
      const right = await api("GET /user/canipublisharticle")
      return right.ok || right.status === 0 ? { phase: "ready", article: null } : { phase: "refused", reason: reasonOf(right) }
    }
    void look().then((next) => alive && setLoadState((before) => (before.phase === "ready" ? before : next)))
    return () => {
      alive = false
    }
  }, [person, id, identifier, editsAll])
  return loadState
}

const Loaded = ({ person, categories, after, ...target }: Props & { person: number }) => {
  const loadState = useLoadState({ person, ...target })
  if (loadState.phase === "waiting") return <Waiting />
  if (loadState.phase === "refused")
    return (
      <Refusal reason={loadState.reason === "你没有权限发布文章" ? "你暂时无法发布文章" : loadState.reason}>
        <Link className="bt" href={paths.home}>
          返回首页
        </Link>
      </Refusal>
    )
  return <PostForm person={person} article={loadState.article} categories={categories} after={after} />
}
