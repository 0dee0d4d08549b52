"use client"

import { Form, Input } from "antd"
import { useRouter } from "next/navigation"
import { useMemo, useState } from "react"
import { SessionEnded } from "@/components/people/account/login/session-ended"
import { useSession, useSessionStore } from "@/components/providers/session"
import { useMay } from "@/components/providers/use-may"
import { CallItem } from "@/components/ui/form/call-item"
import { CategoryChoice } from "@/components/ui/form/category-choice"
import { KeywordsField } from "@/components/ui/form/keywords-field"
import { SubmitButton } from "@/components/ui/form/submit-button"
import { useCall } from "@/components/ui/form/use-call"
import { RefusalNote } from "@/components/ui/refusal-note"
import { useLeaveGuard } from "@/components/ui/use-leave-guard"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import { useFeedback } from "@/components/providers/feedback"
import type { ArticleSource } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"
import type { CategoryNode } from "@/lib/view/library/category-tree"
import { ContentField, contentView, draftView } from "./content-field"
import { CrawlBox, type CrawledArticle } from "./crawl-box"
import { DraftBar, DraftState, ResumedBar } from "./draft-bar"
import { isSame, type PostFields } from "./drafts"
import { OtherText } from "./other-text"
import {
  changedOf,
  inputOf,
  pickFields,
  pickStaff,
  rebased,
  splitKeywords,
  staffInput,
  staffOf,
  startOf,
  type PostValues,
} from "./post-values"
import { StaffFields } from "./staff-fields"
import { useDrafts } from "./use-drafts"

type Props = { person: number; article: ArticleSource | null; categories: CategoryNode[]; after?: string }

const question = {
  title: "文章还没有保存",
  content: "写好的内容已经存成草稿，在这个浏览器里回来可以接着写。",
  okText: "离开",
  cancelText: "继续写",
}

const richQuestion = {
  title: "改用编辑器",
  content: "编辑器显示不了样式、视频和嵌入的网页；在编辑器里改动正文后，这些内容就没有了。",
  okText: "改用编辑器",
  cancelText: "继续改源码",
}

/**
 * The article form: saves drafts while the user writes and displays errors beside their fields. After saving it opens `after`, or the
 * article.
 */
export const PostForm = ({ person, article: opened, categories, after }: Props) => {
  const router = useRouter()
  const may = useMay()
  const [form] = Form.useForm<PostValues>()
  const feedback = useFeedback()
  // the version that the changes are based on
  const [article, setArticle] = useState(opened)
  const start = useMemo(() => startOf(article, categories), [article, categories])
  const session = useSessionStore()
  const ended = useSession((state) => state.endedUser > 0)
  const drafts = useDrafts({ person, article: article?.id ?? 0, base: article?.updated_at ?? "", start, interrupted: ended })
  const [resumed, setResumed] = useState(drafts.resumed)
  const [fields, setFields] = useState(resumed ?? start)
  // content that does not come from the editor itself needs a new editor
  const [editorContent, setEditorContent] = useState({ ...(resumed ? draftView : contentView)(fields.content, article), round: 0 })
  const setShown = (view: ReturnType<typeof contentView>) => setEditorContent(({ round }) => ({ ...view, round: round + 1 }))
  /** why saving was rejected, if another user has changed the article */
  const [outdated, setOutdated] = useState("")
  const [others, setOthers] = useState<ArticleSource | null>(null)
  const [saved, setSaved] = useState(false)
  const { busy, call } = useCall({ form, names: { category_id: "category" } })
  const formCall = article ? "PUT /article" : "POST /article"
  const permitted = may(article ? "ArticleAPI/UpdateArticle" : "ArticleAPI/CreateArticle")
  // Pages such as 关于我们 belong to no category. Staff write them, and their editors may save them without one.
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
    setShown(draftView(draft.content, article))
  }
  const discardResumed = () => {
    setResumed(null)
    form.setFieldsValue(start)
    take(start)
    setShown(contentView(start.content, article))
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
    setShown(contentView(content, article))
  }
  const takeOthers = ({ content }: ArticleSource) => {
    form.setFieldValue("content", content)
    take({ ...fields, content })
    setShown(contentView(content, article))
    setOthers(null)
  }
  const takeNewest = async () => {
    if (!article) return
    const reply = await api("GET /article/source", { id: article.id })
    if (!reply.ok) return feedback.error(refusalText(reply, "最新内容没有读到"))
    const newest = reply.data
    const typed = form.getFieldsValue(true) as PostValues
    const next = rebased(start, pickFields(typed), startOf(newest, categories))
    form.setFieldsValue({ ...next, ...(permitted ? rebased(staffOf(article), pickStaff(typed), staffOf(newest)) : {}) })
    setArticle(newest)
    take(next)
    if (next.content === newest.content) setShown(contentView(next.content, newest))
    else if (newest.content !== article.content) setOthers(newest)
    setOutdated("已载入最新内容，你的修改还在：请看过后再保存。")
  }
  const openRich = async () => {
    if (article && (await feedback.confirm(richQuestion))) setShown({ content: article.content, html: article.display, rich: true })
  }
  const newOf = (values: PostValues) => ({
    ...inputOf(pickFields(values)),
    ...(permitted ? { ...staffInput(values), identifier: values.identifier } : {}),
  })
  const changesOf = (values: PostValues, edited: ArticleSource) => {
    const { is_recommend, ...settings } = permitted ? changedOf(staffInput(staffOf(edited)), staffInput(values)) : {}
    // PUT /article/recommend withdraws a recommendation
    return { ...changedOf(inputOf(start), inputOf(pickFields(values))), ...settings, ...(is_recommend && { is_recommend }) }
  }
  const save = async (values: PostValues) => {
    const done = article ? "修改成功" : "新增成功"
    setOutdated("")
    const onRefused = ({ status, message, field }: { status: number; message: string; field?: string }) => {
      if (status === 409 && !field && article) {
        setOutdated(message)
        return true
      }
      if (status !== 401) return false
      session.getState().end()
      // another tab may have logged in since
      return session.getState().token === ""
    }
    const reply = article
      ? await call(() => api("PUT /article", { ...changesOf(values, article), id: article.id }, { ifMatch: article.version }), {
          done,
          fallback: "修改失败",
          onRefused,
        })
      : await call(() => api("POST /article", newOf(values)), { done, fallback: "新增失败", onRefused })
    if (!reply) return
    if (article?.recommend_at && permitted && values.is_recommend === false && may("ArticleAPI/RecommendArticles"))
      await api("PUT /article/recommend", { article_id: [article.id], is_recommend: false })
    drafts.finish()
    setSaved(true)
    const identifier = article?.identifier ?? ("identifier" in reply ? reply.identifier : "")
    router.push(after ?? paths.article(identifier || article?.id))
  }
  return (
    <Form<PostValues>
      noValidate
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
            <ContentField
              key={editorContent.round}
              view={editorContent}
              onRich={article && fields.content === article.content ? () => void openRich() : null}
            />
          </Form.Item>
          {others ? <OtherText html={others.display} onTake={() => takeOthers(others)} onClose={() => setOthers(null)} /> : null}
        </div>
        <div className="post-side">
          <div className="post-go">
            <SessionEnded>写好的内容都在，登录后接着{article ? "更新" : "发布"}。</SessionEnded>
            <RefusalNote text={outdated}>
              <button type="button" className="bt sm" onClick={() => void takeNewest()}>
                载入最新内容
              </button>
            </RefusalNote>
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
            <CallItem call={formCall} name="source" label="来源" extra="转载的请写明出处">
              <Input maxLength={128} placeholder="作者、网站或书名" />
            </CallItem>
            <CallItem
              call={formCall}
              name="source_url"
              label="来源网址"
              rules={[{ pattern: /^https?:\/\/[^\s/?#]+\.[^\s/?#]+/i, message: "来源网址要以 http:// 或 https:// 开头" }]}
            >
              <Input maxLength={1024} inputMode="url" placeholder="https://" />
            </CallItem>
          </div>
          {permitted ? <StaffFields call={formCall} /> : null}
        </div>
      </div>
    </Form>
  )
}

const lettersOf = (html: string): number => html.replace(/<[^>]*>|&\w+;|\s+/g, "").length
