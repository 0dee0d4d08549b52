import { render, screen } from "@testing-library/react"
import { expect, it } from "vitest"
import { world } from "@/tests/setup/world"
import { RecommendedWords } from "./recommended-words"

it("names the recommended words that find no document, and nothing before words are saved", async () => {
  world.answer("GET /search/recommended", {
    word: [
      { word: "使用手册", useful: true },
      { word: "唐诗", useful: false },
      { word: "宋词", useful: false },
    ],
  })
  const { container, rerender } = render(<RecommendedWords saved="" />)
  expect(container.textContent).toBe("")
  rerender(<RecommendedWords saved="使用手册,唐诗,宋词" />)
  expect((await screen.findByRole("status")).textContent).toBe("“唐诗”“宋词”现在搜不到文档，网站上暂时不显示。")
})
