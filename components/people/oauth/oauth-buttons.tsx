"use client"

import { useId } from "react"
import type { OauthConfig } from "@/lib/contract/types"
import { ProviderIcon } from "./provider-icon"
import { useProvider } from "./use-provider"

/** What a provider is called: older servers know one name only. */
export const providerLabel = ({ label, name }: OauthConfig): string => label || name || "第三方"

/** Buttons for the providers of `GET /oauth/configs`; nothing without any. */
export const OauthButtons = ({ providers, redirect }: { providers: OauthConfig[]; redirect: string }) => {
  const id = useId()
  const { leaving, go } = useProvider(redirect)
  if (!providers.length) return null
  return (
    <div className="oauth">
      <p className="oauth-title" id={id}>
        <span>你可以通过以下方式快速注册或登录</span>
      </p>
      <ul className="oauth-list" aria-labelledby={id}>
        {providers.map((provider) => (
          <li key={provider.type}>
            <button
              type="button"
              className={`bt${leaving === provider.type ? " busy" : ""}`}
              onClick={() => void go(provider)}
              disabled={leaving !== 0 && leaving !== provider.type}
            >
              {leaving === provider.type ? (
                <span className="spin" aria-hidden="true" />
              ) : (
                <ProviderIcon type={provider.type} src={provider.icon} />
              )}
              {providerLabel(provider)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
