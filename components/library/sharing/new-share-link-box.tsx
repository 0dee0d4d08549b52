"use client"

import { useId, useState, type FormEvent } from "react"
import "@/app/styles/form.css"
import { Box } from "@/components/ui/box"
import { BoxActs, BoxField } from "@/components/ui/box-form"
import { useSettings } from "@/components/providers/settings"
import { useCall } from "@/components/ui/form/use-call"
import { api } from "@/lib/api/client"
import type { ShareLink } from "@/lib/contract/types"
import { paidReaders } from "@/lib/rules/library/paid-readers"
import { halfWidth } from "@/lib/rules/typed-text"

const dayMs = 86_400_000
/** Lifetimes in days; 0 = without an end. */
const lifetimes = [1, 7, 30, 90, 0]
const firstLifetime = 7

type Wrong = { field: "password" | "visits" | ""; text: string }
/** The wire names of fields that the server may refuse. */
const fields: Record<string, Wrong["field"]> = { password: "password", max_visits: "visits" }

/** `price` in credits; 0 = the document is free */
type Props = { documentId: number; title: string; price: number; onMade: (link: ShareLink) => void; onClose: () => void }

/** Asks for a new link's password, end, number of visits and whether the file may be downloaded. */
export const NewShareLinkBox = ({ documentId, title, price, onMade, onClose }: Props) => {
  const id = useId()
  const [password, setPassword] = useState("")
  const [days, setDays] = useState(firstLifetime)
  const [visits, setVisits] = useState("")
  const [download, setDownload] = useState(false)
  const [pays, setPays] = useState(false)
  const { credit_name } = useSettings().system
  const [wrong, setWrong] = useState<Wrong>({ field: "", text: "" })
  const { busy, call } = useCall()

  const make = async (event: FormEvent) => {
    event.preventDefault()
    if (visits && !/^[1-9]\d{0,5}$/.test(visits)) return setWrong({ field: "visits", text: "访问次数应为 1 到 999999 的整数" })
    if (pays && !visits) return setWrong({ field: "visits", text: "替读者付费时要填最多访问次数" })
    setWrong({ field: "", text: "" })
    const input = {
      document_id: documentId,
      password,
      expires_at: days ? new Date(Date.now() + days * dayMs).toISOString() : "",
      max_visits: Number(visits),
      download,
      ...(pays && { pays }),
    }
    const made = await call(() => api("POST /document/share", input), {
      done: "分享链接已建立",
      onRefused: ({ field, message }) => {
        const named = fields[field ?? ""]
        if (!named) return false
        setWrong({ field: named, text: message })
        return true
      },
    })
    if (made) onMade(made)
  }
  return (
    <Box open title="新建分享链接" onClose={onClose}>
      <form className="fm share-form" noValidate onSubmit={(event) => void make(event)}>
        <p className="muted">
          拿到链接的人不用登录就能读《{title}》，直到链接到期或被撤销。{price > 0 ? "收费的文档只能读免费的几页，除非你替读者付费。" : ""}
        </p>
        <BoxField
          label="访问密码"
          value={password}
          maxLength={64}
          placeholder="不填就不用密码"
          autoComplete="off"
          wrong={wrong.field === "password" ? wrong.text : ""}
          first
          secret
          onChange={setPassword}
        />
        <div>
          <label htmlFor={`${id}days`}>有效期</label>
          <span>
            <select id={`${id}days`} className="in" value={days} onChange={(event) => setDays(Number(event.target.value))}>
              {lifetimes.map((one) => (
                <option key={one} value={one}>
                  {one ? `${one} 天` : "不过期"}
                </option>
              ))}
            </select>
          </span>
        </div>
        <BoxField
          label="最多访问次数"
          value={visits}
          inputMode="numeric"
          maxLength={6}
          placeholder="不填就不限制；一个浏览器算一次"
          autoComplete="off"
          wrong={wrong.field === "visits" ? wrong.text : ""}
          onChange={(text) => setVisits(halfWidth(text).trim())}
        />
        <label className="share-check">
          <input type="checkbox" checked={download} onChange={(event) => setDownload(event.target.checked)} />
          可以下载原文件
        </label>
        {price > 0 && (
          <label className="share-check">
            <input type="checkbox" checked={pays} onChange={(event) => setPays(event.target.checked)} />
            替读者付费：每位读者最多扣 {price} {credit_name}，能读全文；余额不够时只能读免费的几页。同一网络 24 小时内只替前{" "}
            {paidReaders.anonymous} 位付费，之后的读者要登录，最多 {paidReaders.all} 位
          </label>
        )}
        <BoxActs cancel="取消" submit="新建" working="正在新建" busy={busy} onCancel={onClose} />
      </form>
    </Box>
  )
}
