import { expect } from "vitest"
import type { Specimen } from "./specimen"

const markdown = (...lines: string[]): Buffer => Buffer.from(lines.join("\n"))

/** Formulas and links of Markdown. */
const markdownSpecimens: readonly Specimen[] = [
  {
    name: "formulas.md",
    about: "formulas in lines and in blocks",
    make: () =>
      markdown(
        "# 求根公式 $ax^2+bx+c=0$",
        "",
        "设 $\\Delta = b^2-4ac$，则 \\(x_1 + x_2 = -\\frac{b}{a}\\)。",
        "",
        "$$",
        "x = \\frac{-b \\pm \\sqrt{b^2-4ac}}{2a}",
        "$$",
        "",
        "\\[ \\sum_{i=1}^{n} i^2 \\]",
        "",
        "```math",
        "\\text{面积} = \\pi r^2",
        "```",
        "",
        "| 量 | 值 |",
        "|---|---|",
        "| $\\mathbf{v}$ | $\\alpha_{ij}$ |",
      ),
    expected: {
      words: ["求根公式ax²+bx+c=0", "设Δ=b²−4ac，则x₁+x₂=−b/a。", "x=(−b±√(b²−4ac))/(2a)", "∑", "i²", "面积=πr²", "v", "α_(ij)"],
      absentWords: ["$", "\\frac", "\\text"],
    },
  },
  {
    name: "prices.md",
    about: "dollars that are no formulas, in text and in code",
    make: () => markdown("单价 $5，总价 $10。美元 $ 符号；`$x^2$`", "", "```sh", "echo $HOME $PATH", "```", "", "转义 \\$x\\$ 结束"),
    expected: { words: ["单价 $5，总价 $10。", "$x^2$", "echo $HOME $PATH", "转义 $x$ 结束"] },
  },
  {
    name: "no-tex.md",
    about: "formulas that are not TeX, that expand without end or are too long",
    make: () =>
      markdown("前 $\\unknowncommand{x}$ 后", "", "$\\def\\a{\\a\\a}\\a$ 中", "", `$${"x".repeat(5000)}$ 末`, "", "$$", "没有结束"),
    expected: { words: ["前 $\\unknowncommand{x}$ 后", "$\\def\\a{\\a\\a}\\a$ 中", "xxxxx", "末", "$$", "没有结束"] },
  },
  {
    name: "mermaid.md",
    about: "a diagram that stays code",
    make: () => markdown("流程：", "", "```mermaid", "graph TD; 甲-->乙", "```"),
    expected: { pages: 1, words: ["流程：", "graph TD; 甲-->乙"] },
  },
  {
    name: "cells.md",
    about: "links in the cells of a table, to addresses and to a heading",
    make: () =>
      markdown("| 名称 | 链接 |", "|---|---|", "| 官网 | 见 [主页](https://example.org/) 和 [下文](#下文) |", "| 无 | 无 |", "", "## 下文"),
    expected: {
      pages: 1,
      words: ["名称", "官网", "见 主页 和 下文", "下文"],
      check: ({ pages }) => {
        const [page] = pages
        expect(page?.links).toMatchObject([
          { to: 0, url: "https://example.org/" },
          { to: 1, url: "" },
        ])
        // the link lies on its words: 见, a space, then two characters of 9 points
        const cell = page!.textLayer.find(([run]) => run.startsWith("见"))!
        expect(page!.links[0]!.x - cell[1]).toBeCloseTo(9 * 1.28, 0)
        expect(page!.links[0]!.width).toBeCloseTo(18, 0)
        expect(page!.links[0]!.y).toBeCloseTo(cell[2], 0)
      },
    },
  },
  {
    name: "wrapped-cells.html",
    about: "a link on the second line of a cell",
    make: () =>
      Buffer.from(
        `<table><tr><td>${"很长的文字".repeat(40)}<a href="https://example.org/">链接</a></td><td>${"乙".repeat(300)}</td></tr></table>`,
      ),
    expected: {
      pages: 1,
      words: ["链接"],
      check: ({ pages }) => {
        const [link] = pages[0]!.links
        const line = pages[0]!.textLayer.find(([run]) => run.includes("链接"))!
        expect(link).toMatchObject({ url: "https://example.org/" })
        expect(link!.y).toBeCloseTo(line[2], 0)
        expect(line[2]).toBeGreaterThan(100)
      },
    },
  },
]

/** Plain text, code, Markdown and HTML. */
export const textSpecimens: readonly Specimen[] = [
  {
    name: "notes.txt",
    about: "UTF-8 with Chinese",
    make: () => Buffer.from("第一行\n第二行"),
    expected: { pages: 1, words: ["第一行", "第二行"] },
  },
  { name: "blank.txt", about: "nothing at all", make: () => Buffer.alloc(0), expected: { refusal: "empty" } },
  ...markdownSpecimens,
]
