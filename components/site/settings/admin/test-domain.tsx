"use client"

import { useEffect, useEffectEvent, useRef } from "react"
import { useMay } from "@/components/providers/use-may"
import { api } from "@/lib/api/client"
import { ActionButton, ActionCard } from "./action-card"
import { useCheck } from "./use-check"

/** Checks whether the site answers at its saved domain: on a click, and automatically after a different one was saved. */
export const TestDomain = ({ domain, unsaved }: { domain: string; unsaved: boolean }) => {
  const may = useMay()
  const isAllowed = may("ConfigAPI/TestDomain")
  const { result, busy, refusal, check, clear } = useCheck(() => api("GET /config/domain/test", {}))
  const lastDomain = useRef<string | null>(null)
  const onSaved = useEffectEvent((saved: string) => {
    const before = lastDomain.current
    lastDomain.current = saved
    if (before === null || before === saved) return
    if (saved && isAllowed) void check()
    else clear()
  })
  useEffect(() => {
    if (!unsaved) onSaved(domain)
  }, [domain, unsaved])
  if (!isAllowed || !domain) return null
  return (
    <ActionCard title="网站域名" text="到保存的域名去问一次：回答的是不是这个网站。" refusal={refusal}>
      <ActionButton busy={busy} disabled={unsaved} onClick={() => void check()}>
        {busy ? "正在检查" : unsaved ? "保存后再检查" : "检查域名"}
      </ActionButton>
      {result ? (
        <p className={result.error ? "st bad" : "st ok"} role="status">
          {result.error ? `${result.address}：${result.error}。` : `${result.address} 打开的就是这个网站。`}{" "}
          {result.error ? (
            <a className="lk" href={result.address} target="_blank" rel="noreferrer">
              打开看看
            </a>
          ) : null}
        </p>
      ) : null}
    </ActionCard>
  )
}
