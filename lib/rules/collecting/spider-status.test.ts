import { describe, expect, test } from "vitest"
import { SpiderDocumentStatus as D, SpiderUrlStatus as U } from "../../contract/collecting/spider.enums"
import * as documents from "./spider-document-status"
import * as urls from "./spider-url-status"

describe("a link", () => {
  test("the table names every status, and only these transitions of a link", () => {
    const steps = Object.entries(urls.transitions).flatMap(([from, events]) =>
      Object.entries(events).map(([event, to]) => `${U.labelOf(Number(from))} ${event} ${U.labelOf(to!)}`),
    )
    expect(steps).toEqual([
      "待采集 claim 采集中",
      "待采集 stop 采集失败",
      "采集中 claim 采集中",
      "采集中 finish 采集完成",
      "采集中 fail 采集失败",
      "采集中 stop 采集失败",
      "采集完成 restart 待采集",
      "采集失败 restart 待采集",
    ])
    expect(Object.keys(urls.transitions).map(Number)).toEqual(U.options.map(({ value }) => value))
  })
  test("staff restart and stop; they cannot set a crawl to running or done", () => {
    const meant = U.options.flatMap((from) => U.options.map((to) => [from.value, to.value, urls.urlEventOf(from.value, to.value)]))
    expect(meant.filter(([, , event]) => event)).toEqual([
      [U.pending, U.failed, "stop"],
      [U.crawling, U.failed, "stop"],
      [U.done, U.pending, "restart"],
      [U.failed, U.pending, "restart"],
    ])
    expect(urls.afterUrlEvent(9, "claim")).toBeNull()
    expect(urls.urlStatusesBefore("claim")).toEqual([U.pending, U.crawling])
  })
})

describe("a crawled document", () => {
  test("the table names every status, and only these transitions of a crawled document", () => {
    const steps = Object.entries(documents.transitions).flatMap(([from, events]) =>
      Object.entries(events).map(([event, to]) => `${from} ${event} ${to}`),
    )
    expect(steps).toEqual([
      "0 queue 1",
      "1 fetch 2",
      "1 unqueue 0",
      "2 fetch 2",
      "2 fetched 3",
      "2 fetchFailed 4",
      "3 queue 1",
      "3 submit 5",
      "4 queue 1",
      "5 publish 6",
      "5 withdraw 3",
      "6 publish 6",
      "6 published 7",
      "6 publishFailed 8",
      "8 submit 5",
      "8 queue 1",
    ])
    expect(Object.keys(documents.transitions).map(Number)).toEqual(D.options.map(({ value }) => value))
  })
  test("staff queue, submit and undo; a published document remains published", () => {
    const meant = D.options.flatMap((from) =>
      D.options.flatMap((to) => {
        const event = documents.documentEventOf(from.value, to.value)
        return event ? [`${from.value}→${to.value} ${event}`] : []
      }),
    )
    expect(meant).toEqual(["0→1 queue", "1→0 unqueue", "3→1 queue", "3→5 submit", "4→1 queue", "5→3 withdraw", "8→1 queue", "8→5 submit"])
    expect(documents.documentStatusesBefore("publish")).toEqual([D.publishQueued, D.publishing])
  })
  test("a document with a file and a title is publishable", () => {
    const publishable = D.options.filter(({ value: status }) => documents.isPublishable({ status, title: "有标题" }))
    expect(publishable.map(({ value }) => value)).toEqual([D.downloaded, D.publishFailed])
    expect(documents.isPublishable({ status: D.downloaded, title: "  " })).toBe(false)
  })
})
