"use client"

import { useEffect, useState } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { Icon } from "@/components/ui/icon"
import { oauthCallbacks } from "@/lib/view/site/settings-screens"

/** The OAuth callback address of each provider, with a button to copy it. */
export const OauthCallbacks = () => {
  const feedback = useFeedback()
  const [origin, setOrigin] = useState("")
  useEffect(() => setOrigin(window.location.origin), [])
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      feedback.success("已复制")
    } catch {
      feedback.error("浏览器不允许访问剪贴板，请手动复制")
    }
  }
  return (
    <details className="card adm-note">
      <summary>
        <Icon name="help" small />
        回调地址：填到各平台的后台
      </summary>
      <dl>
        {oauthCallbacks.map(({ label, path }) => (
          <div key={path}>
            <dt>{label}</dt>
            <dd>
              <code>{origin + path}</code>
              <button type="button" className="bt sm" aria-label={`复制${label}的回调地址`} onClick={() => void copy(origin + path)}>
                复制
              </button>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
