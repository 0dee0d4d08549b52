"use client"

import { api } from "@/lib/api/client"
import { RunCard } from "./run-card"

const text = (
  <>
    每小时自动更新一次。
    <a href="/sitemap.xml" target="_blank" rel="noopener">
      查看站点地图
    </a>
  </>
)

/** Rewrites the site map. It is kept up to date automatically, so this is only for staff who do not want to wait. */
export const RebuildSitemap = () => (
  <RunCard
    title="站点地图"
    text={text}
    right="ConfigAPI/UpdateSitemap"
    act="现在更新"
    run={() => api("PUT /sitemap")}
    done="站点地图正在更新，文档很多时要几分钟"
  />
)
