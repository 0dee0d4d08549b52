import { expect } from "vitest"
import { analysePages } from "@/server/ports/structure/analyse"
import type { ConversionRun } from "@/server/ports/converter/testing/conversion.fixture"
import { inkWithin } from "../pdf/page-ink"
import type { Specimen } from "../specimen"
import { makeEmf, makeWmf } from "./metafiles"
import { printedByOffice } from "./office-program"
import * as word from "./word-file"

const { paragraph, text } = word

/** Returns the blocks of the text view, as one text. */
export const textViewOf = ({ pages }: ConversionRun): string => {
  const input = pages.map(({ page, width, height, textLayer, links }) => ({ page, width, height, runs: textLayer, links }))
  const structured = analysePages({ pages: input, from: 1, to: pages.length, outline: [] })
  return structured
    .flatMap(({ blocks }) => blocks.map((block) => block.text))
    .join("\n")
    .replace(/\s/g, "")
}

/**
 * Makes a specimen whose pages look like the PDF that LibreOffice prints of it, as PDFium draws that. `like`: makes the document without what
 * LibreOffice prints though nobody may see it.
 */
export const printed = (
  name: string,
  about: string,
  make: () => Buffer,
  expected: Exclude<Specimen["expected"], { refusal: unknown }>,
  like = make,
): Specimen => ({ name, about, make, reference: () => printedByOffice(name, like()), expected })

const verticalBody = [
  paragraph(text("竖排的第一行，从上往下读。")),
  paragraph(text("竖排的第二行（含括号）。")),
  word.table([word.row([word.cell(paragraph(text("格中竖排")), '<w:tcPr><w:tcW w:w="900"/><w:textDirection w:val="tbRlV"/></w:tcPr>')])]),
].join("")

/** A text box as Word 2010 and later write it, with one for older programs. */
const drawnBox = (words: string, body = "", top = 3_000_000): string =>
  `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="2" behindDoc="0" locked="0" layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="page"><wp:posOffset>3000000</wp:posOffset></wp:positionH><wp:positionV relativeFrom="page"><wp:posOffset>${top}</wp:posOffset></wp:positionV><wp:extent cx="1800000" cy="1500000"/><wp:wrapNone/><wp:docPr id="${top}" name="b"/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1800000" cy="1500000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="FFEECC"/></a:solidFill></wps:spPr><wps:txbx><w:txbxContent>${paragraph(text(words))}</w:txbxContent></wps:txbx><wps:bodyPr${body}/></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice><mc:Fallback>${word.textBox(paragraph(text("OLDPROGRAM"))).replace(/^<w:r>|<\/w:r>$/g, "")}</mc:Fallback></mc:AlternateContent></w:r>`

const textBoxes = (more = ""): Buffer =>
  word.makeWord({
    body:
      paragraph(text("正文") + drawnBox("新式文本框") + drawnBox("竖排文本框", ' vert="eaVert"', 5_000_000) + more) +
      paragraph(word.textBox(paragraph(text("旧式文本框")), "margin-left:50pt;margin-top:80pt")),
  })

/** Hides a text box as the list of objects of Word does. */
const hidden = (box: string): string =>
  box.replace(/(<wp:docPr [^>]*)\/>/, '$1 hidden="1"/>').replace(/(<v:shape style="[^"]*)"/, '$1;visibility:hidden"')

const picture = (target: string, width: number, height: number): string =>
  paragraph(
    `<w:r><w:drawing><wp:inline><wp:extent cx="${width}" cy="${height}"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${target}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${width}" cy="${height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
  )

const pageOf = (number: number): string =>
  Array.from({ length: 12 }, (_, line) => paragraph(text(`第${number}页正文第${line + 1}行，说明事情的经过和结果。`))).join("")
const pageBreak = paragraph('<w:r><w:br w:type="page"/></w:r>')

/** What Word lays out in its own ways. */
export const layoutSpecimens: readonly Specimen[] = [
  printed(
    "竖排.docx",
    "vertical text of a page and of a cell",
    () => word.makeWord({ body: verticalBody, section: '<w:textDirection w:val="tbRl"/>' }),
    {
      pages: 1,
      words: ["竖排的第一行"],
      check: ({ text: all, pages }) => {
        for (const words of ["竖排的第二行", "格中竖排"]) expect(all.replace(/\s/g, "")).toContain(words)
        // lines run from right to left: the first one is further right
        const left = (words: string): number => pages[0]!.textLayer.find(([run]) => run.includes(words.charAt(3)))![1]
        expect(left("竖排的第一行")).toBeGreaterThan(297)
      },
    },
  ),
  printed(
    "文本框.docx",
    "text boxes of Word 2010, vertical and hidden ones, and of older versions",
    () => textBoxes(`${hidden(drawnBox("HIDDENBOX", "", 7_000_000))}${hidden(word.textBox(paragraph(text("HIDDENOLD"))))}`),
    {
      pages: 1,
      absentWords: ["OLDPROGRAM", "HIDDENBOX", "HIDDENOLD"],
      check: ({ text: all }) => {
        for (const words of ["正文", "新式文本框", "竖排文本框", "旧式文本框"]) expect(all.replace(/\s/g, "")).toContain(words)
      },
    },
    () => textBoxes(),
  ),
  printed(
    "页眉页脚.docx",
    "heads and feet are on every page and in the search, but not in the text view",
    () =>
      word.makeWord({
        header: paragraph(text("某某公司内部资料")),
        footer: paragraph(
          `${text("保密期三年 第 ")}<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>${text(" 页")}`,
        ),
        body: [pageOf(1), pageBreak, pageOf(2), pageBreak, pageOf(3)].join(""),
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
    "图元文件.docx",
    "EMF and WMF pictures, one with a text",
    () =>
      word.makeWord(
        { body: paragraph(text("图元文件")) + picture("x1", 3_600_000, 1_800_000) + picture("x2", 3_600_000, 1_800_000) },
        {
          relations: [
            ["image", "media/a.emf"],
            ["image", "media/b.wmf"],
          ],
          files: { "word/media/a.emf": makeEmf(0x2010d0, "EMFTEXT"), "word/media/b.wmf": makeWmf(0xd01020) },
        },
      ),
    {
      pages: 1,
      words: ["图元文件", "EMFTEXT"],
      check: async (run) => {
        // the rectangle of the EMF, and that of the WMF below
        expect(await inkWithin(run, [100, 692, 340, 732])).toBeGreaterThan(0.9)
        expect(await inkWithin(run, [100, 500, 340, 585])).toBeGreaterThan(0.9)
      },
    },
  ),
]
