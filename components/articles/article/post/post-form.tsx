"use client"

import { Form, Input } from "antd"
import dynamic from "next/dynamic"
import { useRouter } from "next/navigation"
import { useState } from "react"
import { SessionEnded } from "@/components/people/account/login/session-ended"
import { useOffers } from "@/components/providers/settings"
import { useSession, useSessionStore } from "@/components/providers/session"
import { useMay } from "@/components/providers/use-may"
import { CategoryChoice } from "@/components/ui/form/category-choice"
import { KeywordsField } from "@/components/ui/form/keywords-field"
import { SubmitButton } from "@/components/ui/form/submit-button"
import { useCall } from "@/components/ui/form/use-call"
import { Skeleton } from "@/components/ui/skeleton"
import { useLeaveGuard } from "@/components/ui/use-leave-guard"
import { api } from "@/lib/api/client"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import type { Article } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"
import { deepestOf, type CategoryNode } from "@/lib/view/library/category-tree"
import { CrawlBox, type CrawledArticle } from "./crawl-box"
import { DraftBar, DraftState, ResumedBar } from "./draft-bar"
import { isSame, type PostFields } from "./drafts"
import { StaffFields, type StaffValues } from "./staff-fields"
import { useDrafts } from "./use-drafts"

const HtmlEditor = dynamic(() => import("../editor/html-editor").then((module) => module.HtmlEditor), {
  ssr: false,
  loading: () => <Skeleton height={596} />,
})

type Props = { person: number; article: Article | null; categories: CategoryNode[]; after?: string }
type Fields = PostFields & StaffValues

const question = {
  title: "文章还没有保存",
  content: "写好的内容已经存成草稿，在这个浏览器里回来可以接着写。",
  okText: "离开",
  cancelText: "继续写",
}

const splitKeywords = (text: string): string[] =>
  text
    .split(/[,，、;；]/)
    .map((word) => word.trim())
    .filter(Boolean)

const startOf = (article: Article | null, categories: CategoryNode[]): PostFields => ({
  title: article?.title ?? "",
  content: article?.content ?? "",
  category: deepestOf(categories, article?.category_id ?? []) ?? 0,
  keywords: splitKeywords(article?.keywords ?? ""),
  description: article?.description ?? "",
  source: article?.source ?? "",
  source_url: article?.source_url ?? "",
})

const staffOf = (article: Article | null): StaffValues => ({
  identifier: article?.identifier ?? "",
  status: article?.status ?? ReviewStatus.approved,
  reject_reason: article?.reject_reason ?? "",
  is_recommend: article !== null && article.recommend_at !== null,
  notice: article?.notice ?? 0,
})

const inputOf = ({ title, content, category, keywords, description, source, source_url }: PostFields) => ({
  title,
  content,
  keywords: keywords.join(","),
  description,
  source,
  source_url,
  category_id: category ? [category] : [],
})

/**
 * The article form: saves drafts while the user writes and displays errors beside their fields. After saving it opens `after`, or the
 * article.
 */
export const PostForm = ({ person, article, categories, after }: Props) => {
  const router = useRouter()
  const may = useMay()
  const [form] = Form.useForm<Fields>()
  const [start] = useState(() => startOf(article, categories))
  const session = useSessionStore()
  const ended = useSession((state) => state.endedUser > 0)
  const drafts = useDrafts({ person, article: article?.id ?? 0, base: article?.updated_at ?? "", start, interrupted: ended })
  const [resumed, setResumed] = useState(drafts.resumed)
  const [fields, setFields] = useState(resumed ?? start)
  // content that does not come from the editor itself needs a new editor
  const [editorContent, setShown] = useState({ html: fields.content, round: 0 })
  const [saved, setSaved] = useState(false)
  const { busy, call } = useCall({ form, names: { category_id: "category" } })
  const offers = useOffers()
  const offered = (field: "source" | "source_url" | "notice") => offers(article ? `PUT /article ${field}` : `POST /article ${field}`)
  const permitted = may(article ? "ArticleAPI/UpdateArticle" : "ArticleAPI/CreateArticle")
  // Pages such as 关于我们 belong to no category. Staff write them, and whoever edits one may save it as it is.
  const needsCategory = categories.length > 0 && !permitted && !(article && article.category_id.length === 0)
  const dirty = !saved && !isSame(fields, start)
  // the way to the login keeps the draft, and the form continues with it
  useLeaveGuard(dirty && !ended, question)

  const take = (next: PostFields) => {
    setFields(next)
    drafts.change(next)
  }
  const restore = () => {
    const draft = drafts.restore()
    if (!draft) return
    form.setFieldsValue(draft)
    setFields(draft)
    setShown({ html: draft.content, round: editorContent.round + 1 })
  }
  const discardResumed = () => {
    setResumed(null)
    form.setFieldsValue(start)
    take(start)
    setShown({ html: start.content, round: editorContent.round + 1 })
  }
  const adopt = ({ title, content, keywords, description, source, source_url }: CrawledArticle) => {
    const next = {
      ...fields,
      title,
      content,
      keywords: splitKeywords(keywords),
      description: description.slice(0, 500),
      source,
      source_url,
    }
    form.setFieldsValue(next)
    take(next)
    setShown({ html: content, round: editorContent.round + 1 })
  }
  const save = async (values: Fields) => {
    const input = { ...inputOf(pickFields(values)), ...(permitted ? staffInput(values, article) : {}) }
    const done = article ? "修改成功" : "新增成功"
    const onRefused = ({ status }: { status: number }) => {
      if (status !== 401) return false
      session.getState().end()
      // another tab may have logged in meanwhile
      return session.getState().token === ""
    }
    const reply = article
      ? await call(() => api("PUT /article", { ...input, id: article.id }), { done, fallback: "修改失败", onRefused })
      : await call(() => api("POST /article", input), { done, fallback: "新增失败", onRefused })
    if (!reply) return
    if (article?.recommend_at && permitted && values.is_recommend === false && may("ArticleAPI/RecommendArticles"))
      await api("PUT /article/recommend", { article_id: [article.id], is_recommend: false })
    drafts.finish()
    setSaved(true)
    const identifier = article?.identifier ?? ("identifier" in reply ? reply.identifier : "")
    router.push(after ?? paths.article(identifier || article?.id))
  }
  return (
    <Form<Fields>
      form={form}
      className="form post-form"
      layout="vertical"
      size="large"
      requiredMark
      scrollToFirstError={{ focus: true }}
      initialValues={{ ...(drafts.resumed ?? start), ...staffOf(article) }}
      onValuesChange={(_, all) => take(pickFields(all))}
      onFinish={(values) => void save(values)}
    >
      {drafts.offered ? (
        <DraftBar
          draft={drafts.offered}
          changed={article !== null && drafts.offered.base !== (article.updated_at ?? "")}
          onRestore={restore}
          onDiscard={drafts.discard}
        />
      ) : null}
      {resumed ? <ResumedBar onDiscard={discardResumed} /> : null}
      <CrawlBox onTaken={adopt} />
      <div className="post-grid">
        <div className="post-main">
          <Form.Item name="title" label="标题" rules={[{ required: true, whitespace: true, message: "请输入文章标题" }]}>
            <Input maxLength={255} placeholder="一句话说清楚写的是什么" autoComplete="off" />
          </Form.Item>
          <Form.Item name="content" label="正文" required rules={[{ required: true, message: "请输入正文" }]}>
            <ContentField key={editorContent.round} html={editorContent.html} />
          </Form.Item>
        </div>
        <div className="post-side">
          <div className="post-go">
            <SessionEnded>写好的内容都在，登录后接着{article ? "更新" : "发布"}。</SessionEnded>
            <SubmitButton busy={busy} working="保存中" className="lg block">
              {article ? "更新文章" : "发布文章"}
            </SubmitButton>
            <DraftState state={drafts.state} at={drafts.at} letters={lettersOf(fields.content)} />
          </div>
          <div className="card pad">
            <Form.Item
              name="category"
              label="分类"
              required={needsCategory}
              hidden={categories.length === 0}
              extra={permitted ? "单独的网页（例如关于我们）可以不选" : undefined}
              rules={[
                {
                  validator: (_rule, value: number) =>
                    value || !needsCategory ? Promise.resolve() : Promise.reject(new Error("请选择文章分类")),
                },
              ]}
            >
              <CategoryChoice categories={categories} placeholder="放在哪一类" />
            </Form.Item>
            <Form.Item name="keywords" label="关键词">
              <KeywordsField />
            </Form.Item>
            <Form.Item name="description" label="简介" extra="不写就从正文里摘取">
              <Input.TextArea maxLength={500} rows={4} placeholder="写了什么，适合谁看" />
            </Form.Item>
            <Form.Item name="source" label="来源" extra="转载的请写明出处" hidden={!offered("source")}>
              <Input maxLength={128} placeholder="作者、网站或书名" />
            </Form.Item>
            <Form.Item
              name="source_url"
              label="来源网址"
              hidden={!offered("source_url")}
              rules={[{ pattern: /^https?:\/\/[^\s/?#]+\.[^\s/?#]+/i, message: "来源网址要以 http:// 或 https:// 开头" }]}
            >
              <Input maxLength={1024} inputMode="url" placeholder="https://" />
            </Form.Item>
          </div>
          {permitted ? <StaffFields fixed={article !== null} announces={offered("notice")} /> : null}
        </div>
      </div>
    </Form>
  )
}

const pickFields = ({ title, content, category, keywords, description, source, source_url }: Fields): PostFields => ({
  title: title ?? "",
  content: content ?? "",
  category: category ?? 0,
  keywords: keywords ?? [],
  description: description ?? "",
  source: source ?? "",
  source_url: source_url ?? "",
})

const lettersOf = (html: string): number => html.replace(/<[^>]*>|&\w+;|\s+/g, "").length

/** Returns the settings that staff may change beside the text; the URL of an existing article does not change. */
const staffInput = ({ identifier, status, reject_reason, is_recommend, notice }: StaffValues, article: Article | null) => ({
  ...(article ? {} : { identifier }),
  status,
  reject_reason: status === ReviewStatus.rejected ? reject_reason : "",
  is_recommend,
  notice: notice ?? 0,
})

type ContentProps = { html: string; id?: string; onChange?: (html: string) => void; "aria-invalid"?: "true" }

const ContentField = ({ html, onChange, id, "aria-invalid": invalid }: ContentProps) => (
  <HtmlEditor
    html={html}
    label="正文"
    describedBy={id ? `${id}_help` : undefined}
    invalid={invalid === "true"}
    onChange={(content) => onChange?.(content)}
  />
)
