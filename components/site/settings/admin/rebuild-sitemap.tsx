"use client"

import { useMay } from "@/components/providers/use-may"
import { useCall } from "@/components/ui/form/use-call"
import { useOffers } from "@/components/providers/settings"
import { api } from "@/lib/api/client"
import { ActionButton, ActionCard } from "./action-card"

/** Rewrites the site map. It is kept up to date automatically, so this is only for staff who do not want to wait. */
export const RebuildSitemap = () => {
  const may = useMay()
  const has = useOffers()
  const { busy, refusal, call } = useCall({ inline: true })
  if (!may("ConfigAPI/UpdateSitemap") || !has("PUT /sitemap")) return null
  const rebuild = () => call(() => api("PUT /sitemap"), { done: "站点地图正在更新，文档很多时要几分钟" })
  const text = (
    <>
      每小时自动更新一次。
      <a href="/sitemap.xml" target="_blank" rel="noopener">
        查看站点地图
      </a>
    </>
  )
  return (
    <ActionCard title="站点地图" text={text} refusal={refusal}>
      <ActionButton busy={busy} onClick={() => void rebuild()}>
        现在更新
      </ActionButton>
    </ActionCard>
  )
}
