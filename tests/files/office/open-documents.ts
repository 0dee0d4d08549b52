import { expect } from "vitest"
import type { Specimen } from "../specimen"
import { inkWithin } from "../pdf/page-ink"
import { printed, textViewOf } from "./layouts"
import { makeEmf, makeWmf } from "./metafiles"
import { makeOpenDocument } from "./open-document-file"

const A4 = 'fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="2cm"'
const SLIDE = 'fo:page-width="25.4cm" fo:page-height="19.05cm" fo:margin="0cm" style:print-orientation="landscape"'

const paragraph = (words: string, style = ""): string => `<text:p${style && ` text:style-name="${style}"`}>${words}</text:p>`
const frame = (attributes: string, content: string): string => `<draw:frame ${attributes}>${content}</draw:frame>`
const box = (words: string): string => `<draw:text-box>${paragraph(words)}</draw:text-box>`
const area = (x: number, y: number, width: number, height: number): string =>
  `svg:x="${x}cm" svg:y="${y}cm" svg:width="${width}cm" svg:height="${height}cm"`

const linesOf = (page: number): string =>
  Array.from({ length: 12 }, (_, line) =>
    paragraph(`第${page}页正文第${line + 1}行，说明事情的经过和结果。`, page > 1 && line === 0 ? "next" : ""),
  ).join("")
const nextPage =
  '<style:style style:name="next" style:family="paragraph"><style:paragraph-properties fo:break-before="page"/></style:style>'

const picture = (name: string): string =>
  paragraph(
    frame(
      'text:anchor-type="as-char" svg:width="10cm" svg:height="5cm"',
      `<draw:image xlink:href="Pictures/${name}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/>`,
    ),
  )

/** OpenDocument texts with what Writer lays out in its own ways. */
const texts: readonly Specimen[] = [
  printed(
    "竖排.odt",
    "vertical text",
    () =>
      makeOpenDocument("text", {
        page: `${A4} style:writing-mode="tb-rl"`,
        body: paragraph("竖排的第一行，从上往下读。") + paragraph("竖排的第二行（含括号）。"),
      }),
    {
      pages: 1,
      words: ["竖排的第一行"],
      check: ({ text, pages }) => {
        expect(text.replace(/\s/g, "")).toContain("竖排的第二行")
        // lines run from right to left: the first one is on the right half
        expect(pages[0]!.textLayer.find(([run]) => run.includes("第"))![1]).toBeGreaterThan(297)
      },
    },
  ),
  printed(
    "文本框.odt",
    "a text box and a shape with a text",
    () =>
      makeOpenDocument("text", {
        page: A4,
        body: paragraph(
          `正文${frame(`text:anchor-type="paragraph" ${area(5, 4, 6, 2)}`, box("框里的字"))}<draw:rect text:anchor-type="paragraph" ${area(5, 10, 6, 2)}>${paragraph("形状里的字")}</draw:rect>`,
        ),
      }),
    {
      pages: 1,
      check: ({ text }) => {
        for (const words of ["正文", "框里的字", "形状里的字"]) expect(text.replace(/\s/g, "")).toContain(words)
      },
    },
  ),
  printed(
    "页眉页脚.odt",
    "heads and feet are on every page and in the search, but not in the text view",
    () =>
      makeOpenDocument("text", {
        page: A4,
        automatic: nextPage,
        master: `<style:header>${paragraph("某某公司内部资料")}</style:header><style:footer>${paragraph('保密期三年 第 <text:page-number text:select-page="current">1</text:page-number> 页')}</style:footer>`,
        body: [1, 2, 3].map(linesOf).join(""),
      }),
    {
      pages: 3,
      check: (run) => {
        for (const page of run.pages) {
          expect(page.text.replace(/\s/g, "")).toContain("某某公司内部资料")
          expect(page.text.replace(/\s/g, "")).toContain(`保密期三年第${page.page}页`)
        }
        const view = textViewOf(run)
        expect(view).toContain("第2页正文第12行")
        for (const words of ["某某公司", "保密期"]) expect(view).not.toContain(words)
      },
    },
  ),
  printed(
    "图元文件.odt",
    "EMF and WMF pictures, one with a text",
    () =>
      makeOpenDocument("text", {
        page: A4,
        body: paragraph("图元文件") + picture("a.emf") + picture("b.wmf"),
        files: { "Pictures/a.emf": makeEmf(0x2010d0, "EMFTEXT"), "Pictures/b.wmf": makeWmf(0xd01020) },
      }),
    {
      pages: 1,
      words: ["图元文件", "EMFTEXT"],
      check: async (run) => {
        // the rectangle of the EMF, and that of the WMF below
        expect(await inkWithin(run, [100, 710, 300, 740])).toBeGreaterThan(0.9)
        expect(await inkWithin(run, [100, 525, 300, 590])).toBeGreaterThan(0.9)
      },
    },
  ),
]

const slide = (name: string, content: string, style = ""): string =>
  `<draw:page draw:name="${name}"${style && ` draw:style-name="${style}"`} draw:master-page-name="Standard">${content}</draw:page>`
const slideBox = (words: string, y: number, id = ""): string =>
  frame(`${id && `xml:id="${id}" draw:id="${id}" `}${area(2, y, 14, 2)}`, box(words))
const hidden =
  '<style:style style:name="hidden" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
const notes = (words: string): string =>
  `<presentation:notes>${frame(`presentation:class="notes" ${area(2, 14, 16, 10)}`, box(words))}</presentation:notes>`
const comment = (words: string): string =>
  `<office:annotation ${area(1, 1, 2, 2)}><dc:creator>审阅人</dc:creator><dc:date>2026-01-01T00:00:00</dc:date>${paragraph(words)}</office:annotation>`

/** A click lets a shape appear. */
const appearing = (target: string): string =>
  `<anim:par presentation:node-type="timing-root"><anim:seq presentation:node-type="main-sequence"><anim:par smil:begin="next"><anim:par smil:begin="0s"><anim:par smil:begin="0s" smil:fill="hold" presentation:node-type="on-click" presentation:preset-class="entrance" presentation:preset-id="ooo-entrance-appear"><anim:set smil:begin="0s" smil:dur="0.001s" smil:fill="hold" smil:targetElement="${target}" smil:attributeName="visibility" smil:to="visible"/></anim:par></anim:par></anim:par></anim:seq></anim:par>`

const slides = (...pages: readonly string[]): Buffer =>
  makeOpenDocument("presentation", { page: SLIDE, automatic: hidden, body: pages.join("") })

/** OpenDocument presentations: what is on the slides, what belongs to the speaker, and what is hidden. */
const presentations: readonly Specimen[] = [
  printed(
    "隐藏页.odp",
    "a hidden slide is published nowhere, not even in the contents",
    () =>
      slides(
        slide("甲", slideBox("第一张", 2)),
        slide("HIDDENNAME", slideBox("HIDDENSLIDE", 2) + notes("HIDDENNOTES"), "hidden"),
        slide("丙", slideBox("第三张", 2)),
      ),
    {
      pages: 2,
      words: ["第一张", "第三张"],
      absentWords: ["HIDDENSLIDE", "HIDDENNOTES", "HIDDENNAME"],
      check: ({ outline }) => expect(JSON.stringify(outline)).not.toContain("HIDDEN"),
    },
  ),
  printed(
    "备注.odp",
    "notes of the speaker and comments of reviewers are not published",
    () => slides(slide("甲", slideBox("讲给大家", 2) + notes("NOTESSECRET") + comment("COMMENTSECRET"))),
    { pages: 1, words: ["讲给大家"], absentWords: ["NOTESSECRET", "COMMENTSECRET", "审阅人"] },
  ),
  printed(
    "动画.odp",
    "shapes that come in by a click are on the slide",
    () => slides(slide("甲", slideBox("一直在", 2) + slideBox("点击后出现", 8, "later") + appearing("later"))),
    { pages: 1, words: ["一直在", "点击后出现"] },
  ),
]

/** OpenDocument texts and presentations with the same features as the Word and PowerPoint files. */
export const openDocumentSpecimens: readonly Specimen[] = [...texts, ...presentations]
