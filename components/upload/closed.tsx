"use client"

import { useMemo, type ReactNode } from "react"
import { RegisterLink } from "@/components/people/account/register/register-link"
import { useSettings } from "@/components/providers/settings"
import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/rules/path"
import { uploadLimits } from "@/lib/upload/rules"
import { LimitCard } from "./limit-card"

type Props = { tone: "bad" | "warn"; reason: string; children: ReactNode }

/** Explains why uploading is unavailable and what to do instead, above a preview of the page. */
const Closed = ({ tone, reason, children }: Props) => {
  const { max_document_size, document_allowed_ext } = useSettings().security
  const limit = useMemo(() => uploadLimits(max_document_size, document_allowed_ext), [max_document_size, document_allowed_ext])
  return (
    <div className="up-main up-closed">
      <section className="card up-no">
        <div className={`alert ${tone}`} role="alert">
          <MoreIcon name={tone === "bad" ? "fail" : "alert"} />
          <b>{reason}</b>
        </div>
        {children}
      </section>
      <LimitCard limit={limit} />
      <div className="drop" data-off role="group" aria-disabled="true">
        <Icon name="upload" />
        <b>选择文件，或拖到这一页</b>
        <span className="desk-only">可以拖入整个文件夹，也可以直接粘贴</span>
      </div>
    </div>
  )
}

export const SignIn = () => (
  <Closed tone="warn" reason="你未登录，请先登录再上传">
    <p className="muted">文档会放在你的名下，转换好就能在线阅读。</p>
    <p className="up-no-do">
      <Link className="bt p" href={paths.login(paths.upload)}>
        登录
      </Link>
      <RegisterLink className="bt" target={paths.upload} />
    </p>
  </Closed>
)

/** Returns the server's message if it is more specific than a missing permission. */
const sentenceOf = (reason: string) => (reason === "" || reason === "没有权限上传文档" ? "你暂无权限上传文档" : reason)

export const Refused = ({ reason }: { reason: string }) => (
  <Closed tone="bad" reason={sentenceOf(reason)}>
    <p className="muted">已经上传的文档不受影响，可以照常管理。</p>
    <Link className="bt" href={paths.myDocuments}>
      查看我的文档
    </Link>
  </Closed>
)
