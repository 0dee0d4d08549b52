import { expect } from "vitest"
import type { Specimen } from "../specimen"
import { box, fill, makeOfd, signature, text } from "./ofd-builder"
import { expectColours, expectInk } from "./page-pixels"
import { annotations, red, solid, song, withAnnotations } from "./sample-parts"

/** Templates, annotations, seals and what surrounds the pages. */
export const structures: Specimen[] = [
  {
    name: "template.ofd",
    about: "templates below and above the page",
    make: () =>
      makeOfd({
        pages: [box(10, 10, 20, 20, red)],
        common: '<TemplatePage ID="50" BaseLoc="T0.xml"/><TemplatePage ID="51" BaseLoc="T1.xml" ZOrder="Foreground"/>',
        pageHead: '<Template TemplateID="50"/><Template TemplateID="51"/>',
        resources: song,
        files: {
          "Doc_0/T0.xml": `<Page><Content><Layer>${box(0, 10, 20, 20, fill("0 0 255"))}${text("底稿", 60, 10)}</Layer></Content></Page>`,
          "Doc_0/T1.xml": `<Page><Content><Layer>${box(25, 10, 20, 20, fill("0 128 0"))}</Layer></Content></Page>`,
        },
      }),
    expected: {
      words: ["底稿"],
      check: (run) =>
        expectColours(run, [
          [5, 20, "0000ff"],
          [15, 20, "ff0000"],
          [27, 20, "008000"],
        ]),
    },
  },
  {
    name: "annotations.ofd",
    about: "annotations, hidden ones and hidden objects",
    make: () => {
      const annotation = (words: string, attributes = ""): string =>
        `<Annot ID="1" Type="Stamp" ${attributes}><Appearance Boundary="50 10 20 20">${box(0, 0, 20, 20, fill("255 255 0"))}${text(words, 0, 30)}</Appearance></Annot>`
      return makeOfd({
        pages: [text("正文", 5, 10) + text("秘密对象", 5, 20, "", 'Visible="false"')],
        resources: song,
        document: withAnnotations,
        files: annotations(annotation("批注") + annotation("秘密批注", 'Visible="false"')),
      })
    },
    expected: { words: ["正文", "批注"], absentWords: ["秘密"], check: (run) => expectInk(run, "ffff00", [50, 10, 70, 30]) },
  },
  {
    name: "composite.ofd",
    about: "a composite object with an opacity, twice",
    make: () =>
      makeOfd({
        pages: [0, 50].map((x) => `<CompositeObject Boundary="${x} 10 20 20" ResourceID="30" Alpha="128"/>`),
        resources: `<CompositeGraphicUnits><CompositeGraphicUnit ID="30" Width="20" Height="20"><Content>${box(0, 0, 20, 20, fill("0 0 0"))}${box(0, 0, 10, 20, red)}</Content></CompositeGraphicUnit></CompositeGraphicUnits>`,
      }),
    expected: {
      pages: 2,
      check: async (run) => {
        await expectColours(run, [
          [5, 20, "ff7f7f"],
          [15, 20, "7f7f7f"],
        ])
        await expectColours(run, [[55, 20, "ff7f7f"]], 2)
      },
    },
  },
  {
    name: "seal.ofd",
    about: "the seal of a signature, a picture",
    make: async () => makeOfd({ pages: [box(0, 0, 1, 1, fill("0 255 0"))], ...signature("png", await solid("png", "#c00000")) }),
    expected: { warnings: ["印章未经验证"], check: (run) => expectInk(run, "c00000", [40, 10, 60, 30]) },
  },
  {
    name: "ofd-seal.ofd",
    about: "a seal that is an OFD file, of which only a part is visible",
    make: () => {
      const seal = makeOfd({
        pages: [box(0, 0, 50, 50, fill("192 0 0")) + box(50, 0, 50, 50, fill("0 0 192")) + text("章内文字", 0, 20)],
        resources: song,
      })
      return makeOfd({ pages: [box(0, 0, 1, 1, fill("0 255 0"))], ...signature("ofd", seal, 'Boundary="40 10 20 20" Clip="0 0 10 20"') })
    },
    expected: {
      warnings: ["印章未经验证"],
      check: async (run) => {
        expect(run.text).not.toContain("章内")
        await expectColours(run, [
          [48, 28, "c00000"],
          [55, 20, "ffffff"],
        ])
      },
    },
  },
  {
    name: "bad-seal.ofd",
    about: "a signature without a readable seal",
    make: () => {
      const parts = signature("png", Buffer.alloc(0))
      return makeOfd({
        pages: [text("合同", 5, 10)],
        resources: song,
        ...parts,
        files: { ...parts.files, "Doc_0/Signs/Sign_0/SignedValue.dat": Buffer.from("none") },
      })
    },
    expected: { words: ["合同"], warnings: ["印章未经验证", "有 1 个印章无法显示"] },
  },
  {
    name: "two-documents.ofd",
    about: "two documents with an outline, links and attachments",
    make: () =>
      makeOfd(
        {
          pages: [
            box(10, 10, 20, 10, `<Actions><Action Event="CLICK"><URI URI="https://example.org/"/></Action></Actions>${red}`),
            text("次页", 5, 10),
          ],
          resources: song,
          document:
            '<Outlines><OutlineElem Title="第二章"><Actions><Action Event="CLICK"><Goto><Dest Type="XYZ" PageID="2" Top="0"/></Goto></Action></Actions></OutlineElem></Outlines><Attachments>Attachs.xml</Attachments>',
          files: {
            "Doc_0/Attachs.xml":
              '<Attachments><Attachment ID="1" Name="发票.xml" Format="xml"><FileLoc>x.xml</FileLoc></Attachment></Attachments>',
          },
        },
        { pages: [text("第二份", 5, 10)], resources: song },
      ),
    expected: {
      pages: 3,
      words: ["次页", "第二份"],
      warnings: ["文件带有 1 个附件，预览中不显示：发票.xml"],
      check: ({ pages, outline }) => {
        expect(outline).toEqual([{ title: "第二章", page: 2, level: 1 }])
        expect(pages[0]!.links).toMatchObject([{ url: "https://example.org/", x: 28.3, y: 28.3 }])
      },
    },
  },
]
