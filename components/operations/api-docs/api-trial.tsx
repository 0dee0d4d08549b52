"use client"

import { createContext, useContext, useId, useState, type ReactNode } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import { useSession } from "@/components/providers/session"
import { tryCall, type Tried } from "@/lib/api/try-call"

const Token = createContext("")

/** Wraps the calls of a page and holds the token used to try them, if the site has any (`tokens`). The token stays in this page's memory. */
export const ApiTrials = ({ tokens, children }: { tokens: boolean; children: ReactNode }) => {
  const id = useId()
  const [token, setToken] = useState("")
  const name = useSession((state) => state.user?.username ?? "")
  return (
    <Token value={token}>
      {tokens ? (
        <div className="api-token">
          <label htmlFor={id}>试用时的访问令牌</label>
          <span className="in">
            <input
              id={id}
              type="password"
              value={token}
              placeholder="dj_…"
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setToken(event.target.value.trim())}
            />
          </span>
          <p className="muted">
            {token ? "只留在这一页里，离开就没有了。" : name ? `没有填时，以“${name}”的登录来试。` : "没有填时，以游客来试。"}
          </p>
        </div>
      ) : null}
      {children}
    </Token>
  )
}

type Props = { method: string; path: string; inBody: boolean; example: string }

/** Sends one call to this site and displays the response. */
export const ApiTrial = ({ method, path, inBody, example }: Props) => {
  const id = useId()
  const token = useContext(Token)
  const [open, setOpen] = useState(false)
  const [input, setInput] = useState(example)
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState<Tried | null>(null)
  const send = async () => {
    setBusy(true)
    setTried(await tryCall({ method, path, input, inBody, token }))
    setBusy(false)
  }
  if (!open)
    return (
      <button type="button" className="bt sm" onClick={() => setOpen(true)}>
        试一试
      </button>
    )
  return (
    <div className="api-trial">
      <label htmlFor={id}>{inBody ? "请求体（JSON）" : "地址里的参数，例如 id=1&page=1"}</label>
      <textarea
        id={id}
        className="in"
        rows={inBody ? 8 : 2}
        value={input}
        spellCheck={false}
        onChange={(event) => setInput(event.target.value)}
      />
      <div className="form-acts">
        {method !== "GET" && <p className="muted">会真的改动网站上的内容。</p>}
        <BusyButton className="p" busy={busy} disabled={busy} onClick={() => void send()}>
          {busy ? "正在发送" : "发送"}
        </BusyButton>
      </div>
      <div role="status">
        {tried && (
          <>
            <p className="meta">
              <b className={tried.ok ? "api-ok" : "api-bad"}>{tried.status || "没有发出"}</b>
              <span>{tried.ms} 毫秒</span>
            </p>
            <pre>{tried.text}</pre>
          </>
        )}
      </div>
    </div>
  )
}
