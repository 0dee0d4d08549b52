import { labelled } from "../labelled"

/** Statuses of a crawled link; for the transitions see `lib/rules/collecting/spider-url-status.ts`. */
export const SpiderUrlStatus = /* @__PURE__ */ labelled({
  pending: [0, "待采集"],
  crawling: [1, "采集中"],
  done: [2, "采集完成"],
  failed: [3, "采集失败"],
})

/** Statuses of a crawled document, from download to publication (`lib/rules/collecting/spider-document-status.ts`). */
export const SpiderDocumentStatus = /* @__PURE__ */ labelled({
  found: [0, "待下载"],
  queued: [1, "下载队列"],
  downloading: [2, "下载中"],
  downloaded: [3, "下载成功"],
  downloadFailed: [4, "下载失败"],
  publishQueued: [5, "发布队列"],
  publishing: [6, "发布中"],
  published: [7, "发布成功"],
  publishFailed: [8, "发布失败"],
})
