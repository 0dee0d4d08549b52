"use client"

import "@/app/styles/form.css"
import "@/app/styles/library/sharing.css"
import { useState, type FormEvent } from "react"
import { LoginLink } from "@/components/people/account/login/login-link"
import { BusyButton } from "@/components/ui/busy-button"
import { BoxField } from "@/components/ui/box-form"
import { Empty } from "@/components/ui/empty"
import { useCall } from "@/components/ui/form/use-call"
import { Link } from "@/components/ui/link"
import { RefusalNote } from "@/components/ui/refusal-note"
import { inTurn } from "@/lib/browser-storage"
import { rememberPaid } from "../reading/store/paid-by-owner"
import { api } from "@/lib/api/client"
import { ReaderBound, ShareState, type ReaderBoundName, type ShareStateName } from "@/lib/contract/library/sharing.enums"
import type { Input } from "@/lib/contract/types"
import { paidReaders } from "@/lib/rules/library/paid-readers"
import { paths } from "@/lib/rules/path"

const endings: Partial<Record<ShareStateName, string>> = {
  [ShareState.expired]: "这个分享链接已过期",
  [ShareState.usedUp]: "这个分享链接的访问次数已用完",
  [ShareState.revoked]: "这个分享链接已失效",
}

/** One after the other, also in two tabs: a browser that opens two links at once would count as two visitors. */
const openShare = (link: Input<"POST /document/share/open">) => inTurn("doujia-share", () => api("POST /document/share/open", link))

const Ended = ({ title }: { title: string }) => (
  <Empty
    page
    level="h1"
    title={title}
    action={
      <Link className="bt p" href={paths.home}>
        去首页看看
      </Link>
    }
  >
    请向分享的人要一个新的链接。
  </Empty>
)

// a full load, because the router may remember that the document's address was a 404
const goTo = (uuid: string): void => window.location.assign(paths.document(uuid))

/** Says that enough readers of this network read at the owner's expense today. The preview can be read anyway. */
const Bounded = ({ uuid, byLogin }: { uuid: string; byLogin: boolean }) => (
  <Empty
    page
    level="h1"
    title={byLogin ? "登录后可以读全文" : "今天只能读免费的几页"}
    action={
      <>
        {byLogin && <LoginLink className="bt p">登录</LoginLink>}
        <button type="button" className={byLogin ? "bt" : "bt p"} onClick={() => goTo(uuid)}>
          先读免费的几页
        </button>
      </>
    }
  >
    {byLogin
      ? `分享的人替读者付费，同一网络 24 小时内前 ${paidReaders.anonymous} 位不用登录，现在名额已经用完。`
      : `分享的人替读者付费，同一网络 24 小时内最多 ${paidReaders.all} 位，现在名额已经用完，请明天再打开这个链接。`}
  </Empty>
)

/**
 * The entry of a share link's visitor: a button, the password, why the link has ended, or why only the preview can be read. It shows no data of
 * the document.
 */
export const ShareEntry = ({ shareKey, state }: { shareKey: string; state: ShareStateName }) => {
  const [password, setPassword] = useState("")
  const [wrong, setWrong] = useState("")
  const [ended, setEnded] = useState(endings[state] ?? "")
  const [bounded, setBounded] = useState<{ uuid: string; bound: ReaderBoundName } | null>(null)
  const { busy, refusal, call } = useCall({ inline: true })
  const asks = state === ShareState.password

  const open = async (event: FormEvent) => {
    event.preventDefault()
    if (asks && !password) return setWrong("请输入访问密码")
    setWrong("")
    const opened = await call(() => openShare({ key: shareKey, ...(asks ? { password } : {}) }), {
      fallback: "没有打开，请再试一次",
      onRefused: ({ field, status, message }) => {
        if (status === 409) setEnded(message)
        else if (field === "password") setWrong(message)
        else return false
        return true
      },
    })
    if (!opened) return
    if (opened.whole) rememberPaid(opened.uuid)
    if (opened.bound === ReaderBound.login || opened.bound === ReaderBound.network) setBounded(opened)
    else goTo(opened.uuid)
  }
  if (ended) return <Ended title={ended} />
  if (bounded) return <Bounded uuid={bounded.uuid} byLogin={bounded.bound === ReaderBound.login} />
  return (
    <Empty
      page
      level="h1"
      title="有人与你分享了一份文档"
      action={
        <ShareForm asks={asks} password={password} wrong={wrong} busy={busy} refusal={refusal} onPassword={setPassword} onSubmit={open} />
      }
    >
      {asks ? "输入对方告诉你的密码就能阅读，不用登录。" : "不用登录，打开就能阅读。"}
    </Empty>
  )
}

type FormProps = {
  asks: boolean
  password: string
  wrong: string
  busy: boolean
  refusal: string
  onPassword: (password: string) => void
  onSubmit: (event: FormEvent) => Promise<void>
}

const ShareForm = ({ asks, password, wrong, busy, refusal, onPassword, onSubmit }: FormProps) => (
  <form className="fm share-entry" noValidate onSubmit={(event) => void onSubmit(event)}>
    <RefusalNote text={refusal} />
    {asks && (
      <BoxField
        label="访问密码"
        type="password"
        value={password}
        maxLength={64}
        autoComplete="one-time-code"
        wrong={wrong}
        secret
        onChange={onPassword}
      />
    )}
    <BusyButton type="submit" className="p" busy={busy}>
      {busy ? "正在打开" : "打开文档"}
    </BusyButton>
  </form>
)
