import { expect, test } from "vitest"
import { forEverybody } from "./render"
import { visitorHeaders } from "./visitor-headers"

test("headers and cookies that open Next's preview mode do not reach it, and others do", () => {
  const key = "c998d581fe34905bb2ffd809c2a83386"
  const headers = {
    "x-prerender-revalidate": key,
    "x-prerender-revalidate-if-generated": "1",
    "accept-language": "zh-CN",
    cookie: `__prerender_bypass=${key}; doujia_session=abc; __next_preview_data=${key}; a=__prerender_bypass`,
  }
  expect(visitorHeaders(headers)).toEqual({ "accept-language": "zh-CN", cookie: "; doujia_session=abc; a=__prerender_bypass" })
})

test("a visitor cannot mark a render as one for everybody, and the body's headers end here", () => {
  expect(visitorHeaders({ [forEverybody]: "1", "content-length": "3", "accept-encoding": "gzip", accept: "text/html" })).toEqual({
    accept: "text/html",
  })
})
