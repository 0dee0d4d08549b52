"use client"

import { useId } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import type { OauthConfig } from "@/lib/contract/types"
import { ProviderIcon } from "./provider-icon"
import { useProvider } from "./use-provider"

/** Returns the label of a provider; older servers have only `name`. */
export const providerLabel = ({ label, name }: OauthConfig): string => label || name || "第三方"

/** Buttons for the providers of `GET /oauth/configs`; renders nothing if there are none. */
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
            <BusyButton
              busy={leaving === provider.type}
              icon={<ProviderIcon type={provider.type} src={provider.icon} />}
              onClick={() => void go(provider)}
              disabled={leaving !== 0 && leaving !== provider.type}
            >
              {providerLabel(provider)}
            </BusyButton>
          </li>
        ))}
      </ul>
    </div>
  )
}
