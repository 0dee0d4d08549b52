import { odt } from "@/server/ports/converter/testing/hostile/bomb-files"
import type { Specimen } from "../specimen"
import { savedAs } from "./office-program"
import * as word from "./word-file"

const { paragraph, text, deleted, inserted } = word

/** The same sentence in every part of a document: its deleted words say where they stood. */
const revised = (place: string): string => text(`${place}留`) + deleted(`${place}DELETED`) + inserted(`${place}增`)

const comment = `<w:commentRangeStart w:id="0"/>${text("被批注的话")}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>`

const revisedDocument = (): Buffer =>
  word.makeWord({
    header: paragraph(revised("页眉")),
    footer: paragraph(revised("页脚")),
    footnote: paragraph(revised("脚注")),
    comment: "COMMENTSECRET",
    body: [
      paragraph(revised("正文") + '<w:r><w:footnoteReference w:id="1"/></w:r>'),
      paragraph(comment),
      paragraph(text("移动前") + word.movedFrom("MOVEDAWAY")),
      paragraph(text("移动后") + word.movedTo("移到这里")),
      paragraph(deleted("WHOLEPARAGRAPH"), word.deletedMark),
      paragraph(text("前半句"), word.deletedMark),
      paragraph(text("后半句")),
      word.table([
        word.row([word.cell(paragraph(revised("单元格"))), word.cell(paragraph(text("GONECELL")), word.deletedCell)]),
        word.row([word.cell(paragraph(text("GONEROW")))], word.deletedRow),
      ]),
      word.table([word.row([word.cell(paragraph(text("GONETABLE")))], word.deletedRow)]),
      paragraph(word.textBox(paragraph(revised("文本框")))),
      paragraph(text("隐藏文字前") + text("VANISHED", "<w:vanish/>") + text("后")),
      paragraph(text("改过格式", '<w:b/><w:rPrChange w:id="5" w:author="x"><w:rPr><w:i/></w:rPr></w:rPrChange>')),
    ].join(""),
  })

const docxGone = "VANISHED DELETED COMMENTSECRET MOVEDAWAY WHOLEPARAGRAPH GONECELL GONEROW GONETABLE".split(" ")

/** UTF-16 is allowed in packages, and no search for UTF-8 words finds anything in it. */
const wideDocument = (): Buffer => {
  const xml = `<?xml version="1.0" encoding="UTF-16"?><x:document xmlns:x="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><x:body><x:p><x:r><x:t>宽字符</x:t></x:r><x:del x:id="1" x:author="a"><x:r><x:delText>WIDESECRET</x:delText></x:r></x:del></x:p></x:body></x:document>`
  return word.makeWord({ body: "" }, { files: { "word/document.xml": Buffer.from(`\ufeff${xml}`, "utf16le") } })
}

const changes = (id: string, words: string): string =>
  `<text:tracked-changes><text:changed-region text:id="${id}"><text:deletion><office:change-info/><text:p>${words}</text:p></text:deletion></text:changed-region></text:tracked-changes>`

const revisedOdt = (): Buffer =>
  odt(
    `<office:body><office:text>${changes("c1", "DELETEDSECRET")}<text:p>正文留<text:change text:change-id="c1"/><text:change-start text:change-id="c2"/>正文增<text:change-end text:change-id="c2"/><office:annotation><text:p>COMMENTSECRET</text:p></office:annotation></text:p><text:p>隐藏文字<text:hidden-text text:condition="true" text:string-value="VANISHED" text:is-hidden="true"/></text:p><text:section text:name="s" text:display="none"><text:p>HIDDENSECTION</text:p></text:section></office:text></office:body>`,
    "",
    {
      "styles.xml": `<office:document-styles xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.2"><office:automatic-styles><style:page-layout style:name="pl"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="2cm"/><style:header-style/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="pl"><style:header>${changes("h1", "HEADERSECRET")}<text:p>页眉留<text:change text:change-id="h1"/></text:p></style:header></style:master-page></office:master-styles></office:document-styles>`,
    },
  )

const revisedRtf = String.raw`{\rtf1\ansi\ansicpg936\deff0{\fonttbl{\f0 SimSun;}}{\*\revtbl{Unknown;}{Reviewer;}}
{\header\pard HeadStays{\deleted\revauthdel1 HEADERSECRET}\par}
{\pard Stays {\deleted\revauthdel1\revdttmdel1 DELETEDSECRET}{\revised\revauth1\revdttm1 Inserted}{\*\atnid A}{\*\atnauthor A}\chatn{\*\annotation COMMENTSECRET}\par}
{\trowd\cellx4000\intbl CellStays{\deleted\revauthdel1 CELLSECRET}\cell\row}
{\pard Hidden{\v VANISHED}\par}
{\pard Note{\footnote\pard NoteStays{\deleted\revauthdel1 NOTESECRET}}\par}
}`
const rtfWords = ["HeadStays", "Stays Inserted", "CellStays", "NoteStays"]
const rtfGone = "VANISHED HEADERSECRET DELETEDSECRET COMMENTSECRET CELLSECRET NOTESECRET".split(" ")

/** Tracked changes and comments: readers see the final text. */
export const revisionSpecimens: readonly Specimen[] = [
  {
    name: "revised.docx",
    about: "changes in body, table, header, footer, footnote and text box",
    make: revisedDocument,
    expected: {
      words: ["正文留正文增", "被批注的话", "移动后移到这里", "前半句后半句", "单元格留单元格增", "改过格式"],
      absentWords: docxGone,
      check: ({ text: all }) => {
        const squeezed = all.replace(/\s/g, "")
        for (const part of ["页眉", "页脚", "脚注", "文本框"])
          if (!squeezed.includes(`${part}留${part}增`)) throw new Error(`${part} is missing`)
      },
    },
  },
  {
    name: "wide.docx",
    about: "changes in a UTF-16 part with another prefix",
    make: wideDocument,
    expected: { words: ["宽字符"], absentWords: ["WIDESECRET"] },
  },
  {
    name: "revised.odt",
    about: "changes in body and header",
    make: revisedOdt,
    expected: {
      words: ["页眉留", "正文留正文增"],
      absentWords: ["DELETEDSECRET", "HEADERSECRET", "COMMENTSECRET", "VANISHED", "HIDDENSECTION"],
    },
  },
  {
    name: "revised.rtf",
    about: "changes in body, table, header and footnote",
    make: () => Buffer.from(revisedRtf),
    expected: { words: rtfWords, absentWords: rtfGone },
  },
  {
    name: "revised.doc",
    about: "changes in a binary Word document",
    make: async () => (await savedAs("doc:MS Word 97", { "revised.docx": revisedDocument() }))["revised"] ?? Buffer.alloc(0),
    expected: { words: ["正文留正文增", "移动后移到这里"], absentWords: ["DELETED", "COMMENTSECRET", "MOVEDAWAY", "VANISHED"] },
  },
]
