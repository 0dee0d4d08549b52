"use client"

import { useId, useRef, useState, type FormEvent, type KeyboardEvent } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import { LoginLink } from "@/components/people/account/login/login-link"
import { CaptchaField } from "@/components/people/captcha/captcha-field"
import { noCaptcha, type CaptchaHandle } from "@/components/people/captcha/captcha-types"
import { useSessionStore } from "@/components/providers/session"
import { textOnly } from "@/components/ui/form/text-only"
import { useCall } from "@/components/ui/form/use-call"
import { WithCall } from "@/components/ui/with-call"
import { MoreIcon } from "@/components/ui/more-icon"
import { api } from "@/lib/api/client"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import { readCommentDraft, writeCommentDraft } from "./comment-drafts"
import type { CommentTarget } from "./comment-target"
import { PageField, pageOf } from "./page-field"

const most = 1000

/** A submitted comment: published or in review. */
export type SubmittedComment = { id: number; content: string; page: number; status: number }
type Props = {
  target: CommentTarget
  /** id of the user who writes, also after the session has ended */
  writer: number
  /** the comment being replied to */
  parent?: { id: number; name: string }
  onSent: (sent: SubmittedComment) => void
  onCancel?: () => void
}

/** Focuses the reply form when it appears, unless it continues an unsent text on a page that has just loaded. */
const focusOnce = (field: HTMLTextAreaElement | null) => {
  if (field?.value === "") field.focus()
}

/** The form of a comment or a reply, which continues the user's unsent text. The captcha loads when the user begins to write. */
export const CommentForm = ({ target, writer, parent, onSent, onCancel }: Props) => {
  const ids = useId()
  const captcha = useRef<CaptchaHandle>(null)
  const session = useSessionStore()
  const parentId = parent?.id ?? 0
  const [draft] = useState(() => readCommentDraft(writer, target, parentId))
  const [content, setContent] = useState(draft.text)
  const [page, setPage] = useState(draft.page)
  const [solved, setSolved] = useState(noCaptcha)
  const [begun, setBegun] = useState(draft.text !== "")
  const { busy, call } = useCall()
  const [failure, setFailure] = useState({ message: "", field: "", out: false })
  const fail = (message: string, { field = "", status = 0 } = {}) => setFailure({ message, field, out: status === 401 })
  /** an error that names no other field is about the text */
  const wrongText = failure.message !== "" && failure.field !== "page" && failure.field !== "captcha"
  const write = (text: string, about: string) => {
    setContent(text)
    setPage(about)
    writeCommentDraft(writer, target, parentId, text, about)
  }
  const cancel = () => {
    write("", "")
    onCancel?.()
  }

  const send = async (event?: FormEvent) => {
    event?.preventDefault()
    const message = content.trim()
    const about = pageOf(page, target.pages)
    const missing = message ? (captcha.current?.missing() ?? "") : "请输入评论内容"
    if (missing) return fail(missing)
    if (about === null) return fail(`页码应在 1 到 ${target.pages} 之间`, { field: "page" })
    const input = {
      document_id: target.id,
      type: target.type,
      content: message,
      ...(parent ? { parent_id: parent.id } : {}),
      ...(about > 0 ? { page: about } : {}),
      ...(solved.captcha ? solved : {}),
    }
    fail("")
    const added = await call(() => api("POST /comment", input), {
      done: ({ status }) => (status === ReviewStatus.approved ? "评论成功" : "评论已提交，审核通过后公开"),
      fallback: "评论失败",
      onRefused: (refusal) => {
        fail(refusal.message, refusal)
        if (refusal.status === 401) session.getState().end()
        return true
      },
    })
    // every response uses up the captcha
    captcha.current?.reload()
    if (!added) return
    write("", "")
    setBegun(false)
    onSent({ id: added.id, content: message, page: about, status: added.status })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send()
    if (event.key === "Escape" && onCancel && !content.trim()) cancel()
  }

  return (
    <form className="comment-form" noValidate onSubmit={(event) => void send(event)}>
      <textarea
        ref={parent ? focusOnce : undefined}
        className={wrongText ? "ta err" : "ta"}
        value={content}
        maxLength={most}
        aria-label={parent ? `回复 ${parent.name}` : "评论内容"}
        aria-invalid={wrongText}
        aria-describedby={`${ids}why`}
        placeholder={parent ? `回复 @${parent.name}` : "哪里有用，哪里有错，说给后来的人听"}
        onFocus={() => setBegun(true)}
        onChange={(event) => write(event.target.value, page)}
        onKeyDown={onKey}
        {...textOnly(fail, "评论里只能写文字，图片和文件没有加进来")}
      />
      {begun && <CaptchaField ref={captcha} purpose="comment" value={solved} onChange={setSolved} />}
      <p id={`${ids}why`} className="form-error" role="alert" hidden={!failure.message}>
        <MoreIcon name="fail" small />
        {failure.message}
        {failure.out && <LoginLink className="lk">去登录</LoginLink>}
      </p>
      <div className="comment-acts">
        <span className="muted civil">请文明评论，理性发言</span>
        {!parent && target.pages > 1 && (
          <WithCall call="POST /comment" field="page">
            <PageField
              value={page}
              pages={target.pages}
              wrong={failure.field === "page"}
              describedBy={`${ids}why`}
              onChange={(about) => write(content, about)}
            />
          </WithCall>
        )}
        {content !== "" && (
          <span
            className={content.length >= most ? "num count full" : "num count"}
            aria-label={`已写 ${content.length} 字，最多 ${most} 字`}
          >
            {content.length}/{most}
          </span>
        )}
        <span className="end">
          {onCancel && (
            <button type="button" className="bt text" onClick={cancel}>
              取消
            </button>
          )}
          <BusyButton type="submit" className="soft" busy={busy}>
            {busy ? "正在发表" : parent ? "回复" : "发表点评"}
          </BusyButton>
        </span>
      </div>
    </form>
  )
}
