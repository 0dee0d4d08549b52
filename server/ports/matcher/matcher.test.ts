import { expect, test } from "vitest"
import { threadScript } from "../../../tests/setup/thread-script"
import { directMatcher } from "./direct.matcher"
import { matcherSuite } from "./matcher.suite"
import { foldWord } from "./normal-text"
import { createThreadMatcher } from "./thread.matcher"

const script = await threadScript("server/ports/matcher/matcher.worker.ts")

matcherSuite("on the calling thread", directMatcher())
matcherSuite("in a thread", createThreadMatcher({ script }))

test("words that differ only in what makes no difference are the same word", () => {
  expect(foldWord("代開 發.票 ＶＩＰ1")).toBe(foldWord("代开发票vipl"))
  expect(foldWord("。 ，")).toBe("")
})

test("a thread that takes too long fails its task only, and a closed one takes none", async () => {
  const matcher = createThreadMatcher({ script, timeoutMs: 1 })
  await expect(matcher.compile([{ word: "发票", homophone: true }])).rejects.toThrow("too long")
  await matcher.close()
  await expect(matcher.compile([])).rejects.toThrow()
})
