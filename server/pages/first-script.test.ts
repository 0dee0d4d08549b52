import { expect, test } from "vitest"
import { withFirstScriptFirst } from "./first-script"

const first = '<script data-first="" nonce="x">a()</script>'

test("the first script comes before style sheets and other scripts", () => {
  const page = (before: string, between: string, after: string) =>
    `<html><head>${before}<meta/><link/>${between}<title>t</title>${after}</head></html>`
  expect(withFirstScriptFirst(page("", first, "<script>b()</script>"))).toBe(page(first, "", "<script>b()</script>"))
})

test("a page without it, or with its mark in the text only, stays as it is", () => {
  for (const html of ["<html><head></head></html>", `<p>${first}</p>`, "", '<html><head></head><body> data-first=""</body></html>'])
    expect(withFirstScriptFirst(html)).toBe(html)
})
