import { expect, test } from "vitest"
import { ConversionError } from "@/server/ports/converter/converter.port"
import { isDeclaredPage } from "./kinds.rules"
import { sentenceOf } from "./sentences.rules"

test("a download that turned out to be a page or an error of an interface is explained as a login", () => {
  expect(sentenceOf(new ConversionError("web_page"))).toContain("需要登录")
  expect(sentenceOf(new ConversionError("data_answer"))).toContain("需要登录")
  expect(sentenceOf(new ConversionError("encrypted"))).not.toContain("需要登录")
})

test("an answer counts as a page if its type says so, whatever its address", () => {
  expect(isDeclaredPage({ type: "text/html; charset=utf-8" })).toBe(true)
  expect(isDeclaredPage({ type: "application/pdf" })).toBe(false)
  expect(isDeclaredPage({ type: "" })).toBe(false)
})
