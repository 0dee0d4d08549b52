"use client"

import dynamic from "next/dynamic"
import { useRouter } from "next/navigation"
import { useState } from "react"
import { useMay } from "@/components/providers/use-may"
import { useCall } from "@/components/ui/form/use-call"
import { useFeedback } from "@/components/providers/feedback"
import { useSession } from "@/components/providers/session"
import { useBodyClass } from "@/components/ui/body-class"
import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import { api } from "@/lib/api/client"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import { paths } from "@/lib/rules/path"

const RejectDialog = dynamic(() => import("./reject-dialog").then((module) => module.RejectDialog), { ssr: false })

export type Managed = { id: number; title: string; author_id: number; status: number; recommended: boolean }

/** Edit and delete for the author, and moderation for staff (docs/reference/api.md 2.6); renders nothing for other users. */
export const ArticleManage = ({ article }: { article: Managed }) => {
  const mine = useSession((state) => state.user !== null && state.user.id === article.author_id)
  const may = useMay()
  const rights = {
    edit: mine || may("ArticleAPI/UpdateArticle"),
    remove: mine || may("ArticleAPI/DeleteArticle"),
    recommend: may("ArticleAPI/RecommendArticles"),
    check: may("ArticleAPI/CheckArticles"),
  }
  return Object.values(rights).some(Boolean) ? <Actions article={article} rights={rights} /> : null
}

type Rights = { edit: boolean; remove: boolean; recommend: boolean; check: boolean }

const Actions = ({ article, rights }: { article: Managed; rights: Rights }) => {
  const router = useRouter()
  const feedback = useFeedback()
  const { busy, call } = useCall()
  const [rejecting, setRejecting] = useState(false)
  const { id, title, status, recommended } = article
  useBodyClass("article-managed")

  const done = (taken: unknown) => {
    if (taken) router.refresh()
  }
  const recommend = async () =>
    done(
      await call(() => api("PUT /article/recommend", { article_id: [id], is_recommend: !recommended }), {
        done: recommended ? "已取消推荐" : "已设为推荐",
      }),
    )
  const approve = async () =>
    done(await call(() => api("PUT /article/check", { article_id: [id], status: ReviewStatus.approved }), { done: "已通过" }))
  const remove = async () => {
    const agreed = await feedback.confirm({
      title: `删除《${title}》`,
      content: "读者将不能再打开，它会先放进回收站。",
      okText: "删除",
      danger: true,
    })
    if (agreed && (await call(() => api("DELETE /article", { id: [id] }), { done: "删除成功", fallback: "删除失败" })))
      router.push(paths.article())
  }
  return (
    <div className="article-manage" role="group" aria-label="管理文章" aria-busy={busy}>
      {rights.edit && (
        <Link className="bt sm" href={paths.editArticle(id)}>
          <MoreIcon name="pencil" small />
          编辑
        </Link>
      )}
      {rights.check && status !== ReviewStatus.approved && (
        <button type="button" className="bt sm" onClick={() => void approve()}>
          <MoreIcon name="check" small />
          通过
        </button>
      )}
      {rights.check && status !== ReviewStatus.rejected && (
        <button type="button" className="bt sm" onClick={() => setRejecting(true)}>
          <Icon name="flag" small />
          拒绝
        </button>
      )}
      {rights.recommend && (
        <button type="button" className="bt sm" onClick={() => void recommend()}>
          <Icon name="star" small />
          {recommended ? "取消推荐" : "设为推荐"}
        </button>
      )}
      {rights.remove && (
        <button type="button" className="bt sm danger" onClick={() => void remove()}>
          <MoreIcon name="trash" small />
          删除
        </button>
      )}
      {rejecting && <RejectDialog id={id} onClose={() => setRejecting(false)} />}
    </div>
  )
}
