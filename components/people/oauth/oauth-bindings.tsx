"use client"

import { useCallback, useEffect, useState } from "react"
import "@/app/styles/people/account-oauth.css"
import { BusyButton } from "@/components/ui/busy-button"
import { useCall } from "@/components/ui/form/use-call"
import { useFeedback } from "@/components/providers/feedback"
import { Link } from "@/components/ui/link"
import { Skeleton } from "@/components/ui/skeleton"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import { OauthType } from "@/lib/contract/people/oauth.enums"
import type { OauthBinding, OauthConfig } from "@/lib/contract/types"
import { offeredHere } from "@/lib/view/people/oauth"
import { paths } from "@/lib/rules/path"
import { minute } from "@/lib/rules/time"
import { providerLabel } from "./oauth-buttons"
import { ProviderIcon } from "./provider-icon"
import { useProvider } from "./use-provider"

type Row = { type: number; label: string; icon: string; provider: OauthConfig | null; binding: OauthBinding | null }
type LoadResult = { rows: Row[] } | { message: string } | null

/** Returns one row per provider offered here, plus one for each binding whose provider is not offered (any more). */
const rowsOf = (providers: OauthConfig[], bindings: OauthBinding[]): Row[] => {
  const offered = offeredHere(providers, navigator.userAgent)
  const bindingOf = (type: number) => bindings.find(({ oauth_type }) => oauth_type === type) ?? null
  const rest = bindings.filter(({ oauth_type }) => !offered.some(({ type }) => type === oauth_type))
  return [
    ...offered.map((provider) => ({
      type: provider.type,
      label: providerLabel(provider),
      icon: provider.icon,
      provider,
      binding: bindingOf(provider.type),
    })),
    ...rest.map((binding) => {
      const provider = providers.find(({ type }) => type === binding.oauth_type)
      return {
        type: binding.oauth_type,
        label: provider ? providerLabel(provider) : OauthType.labelOf(binding.oauth_type),
        icon: provider?.icon ?? "",
        provider: null,
        binding,
      }
    }),
  ]
}

const Facts = ({ binding }: { binding: OauthBinding | null }) =>
  binding ? (
    <p>
      {binding.nickname || binding.username || "已绑定"}
      {binding.updated_at && <span className="muted"> · 绑定于 {minute(binding.created_at ?? binding.updated_at)}</span>}
      {binding.last && (
        <span className="only-way">
          这是你唯一的登录方式，先
          <Link className="lk" href={paths.myPassword}>
            设置密码
          </Link>
          再解绑。
        </span>
      )}
    </p>
  ) : (
    <p className="muted">未绑定</p>
  )

const NoProviders = () => <p className="muted">本站没有开启第三方登录。</p>

/** The height of an account without a note (px). */
const rowHeight = 66

const Loading = ({ providers }: { providers: number }) => (
  <div className="bindings" aria-busy="true" aria-label="正在加载">
    {Array.from({ length: providers }, (_, at) => (
      <Skeleton key={at} height={rowHeight} />
    ))}
  </div>
)

/** The user's third-party accounts, with bind and unbind. For /me/profile. `providers`: how many are offered, to reserve their space. */
export const OauthBindings = ({ providers }: { providers: number }) => {
  const feedback = useFeedback()
  const { leaving, go } = useProvider(`${paths.myProfile}?tab=oauth`)
  const [loadResult, setKnown] = useState<LoadResult>(null)
  const [ending, setEnding] = useState(0)
  const { busy, call } = useCall()

  const load = useCallback(async () => {
    const [configs, bindings] = await Promise.all([api("GET /oauth/configs"), api("GET /user/oauth")])
    if (!configs.ok) return setKnown({ message: refusalText(configs, "绑定信息没有读到") })
    if (!bindings.ok) return setKnown({ message: refusalText(bindings, "绑定信息没有读到") })
    setKnown({ rows: rowsOf(configs.data.oauths ?? [], bindings.data.oauth ?? []) })
  }, [])
  useEffect(() => void load(), [load])

  const unbind = async ({ label, binding }: Row) => {
    if (
      !binding ||
      !(await feedback.confirm({
        title: "提示",
        content: `解绑后，不能再用${label}快速登录这个账号。要解绑吗？`,
        okText: "解绑",
        danger: true,
      }))
    )
      return
    setEnding(binding.id)
    const ended = await call(() => api("DELETE /user/oauth", { id: binding.id }), { done: "解绑成功", fallback: "解绑失败" })
    if (ended) await load()
  }

  if (!loadResult) return providers > 0 ? <Loading providers={providers} /> : <NoProviders />
  if ("message" in loadResult)
    return (
      <div className="alert bad" role="alert">
        <span />
        <p>{loadResult.message}</p>
        <button type="button" className="bt sm" onClick={() => void load()}>
          重试
        </button>
      </div>
    )
  if (!loadResult.rows.length) return <NoProviders />
  return (
    <ul className="bindings">
      {loadResult.rows.map((row) => (
        <li key={row.type}>
          <ProviderIcon type={row.type} src={row.icon} />
          <div>
            <b>{row.label}</b>
            <Facts binding={row.binding} />
          </div>
          {row.binding ? (
            <BusyButton
              busy={busy && ending === row.binding.id}
              disabled={row.binding.last}
              onClick={() => void unbind(row)}
              aria-label={`解绑${row.label}`}
            >
              解绑
            </BusyButton>
          ) : (
            <BusyButton
              className="soft"
              busy={leaving === row.type}
              onClick={() => row.provider && void go(row.provider)}
              aria-label={`绑定${row.label}`}
            >
              绑定
            </BusyButton>
          )}
        </li>
      ))}
    </ul>
  )
}
