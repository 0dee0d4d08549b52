"use client"

import { api } from "@/lib/api/client"
import { RunCard } from "./run-card"

const question = {
  title: "清空网页缓存",
  content: "所有网页会在下次有人打开时重新渲染，清空后的一小会儿网站可能变慢。平时改动内容不需要这样做。",
  okText: "清空",
}

/** Clears all cached pages. Changes clear them automatically: this is for changes made outside the site, for example in the database. */
export const PageCache = () => (
  <RunCard
    title="网页缓存"
    text="网页渲染一次后给所有访客看，内容改动时自动更新。绕过网站改了数据时，可以在这里全部清空。"
    right="ConfigAPI/ClearPageCache"
    act="全部清空"
    question={question}
    run={() => api("DELETE /config/page/cache")}
    done="网页缓存已清空"
  />
)
