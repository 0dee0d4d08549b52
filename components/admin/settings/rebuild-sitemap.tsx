"use client"

import { useMay } from "@/components/admin/use-may"
import { useCall } from "@/components/form/use-call"
import { Icon } from "@/components/ui/icon"
import { useOffers } from "@/components/providers/settings"
import { api } from "@/lib/api/client"

/** Has the site map written anew; it is kept up to date by itself, so this is for who does not want to wait. */
export const RebuildSitemap = () => {
  const may = useMay()
  const has = useOffers()
  const { busy, refusal, call } = useCall({ inline: true })
  if (!may("ConfigAPI/UpdateSitemap") || !has("PUT /sitemap")) return null
  return (
    <section className="card adm-settings adm-test" aria-label="站点地图">
      <h2>站点地图</h2>
      <p className="muted">
        每小时自动更新一次。
        <a href="/sitemap.xml" target="_blank" rel="noopener">
          查看站点地图
        </a>
      </p>
      <button
        type="button"
        className={busy ? "bt busy" : "bt"}
        disabled={busy}
        aria-busy={busy}
        onClick={() => void call(() => api("PUT /sitemap"), { done: "站点地图正在更新，文档很多时要几分钟" })}
      >
        {busy ? <span className="spin" /> : null}
        现在更新
      </button>
      {refusal ? (
        <div className="alert bad" role="alert">
          <Icon name="fail" />
          <b>{refusal}</b>
        </div>
      ) : null}
    </section>
  )
}
