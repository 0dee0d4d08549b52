// Creates Word files for measurements and screenshots.
import { Document, HeadingLevel, Packer, Paragraph, TextRun } from "docx"

/** Fonts of typical Chinese office documents. @typedef {{ latin: string, chinese: string }} Fonts @type {Fonts} */
export const officeFonts = { latin: "Arial", chinese: "微软雅黑" }

/**
 * One section of a document. It begins with `heading`, on a new page if `newPage` is set.
 * @typedef {{ heading: string, paragraphs: string[], newPage?: boolean }} Section
 */

/**
 * @param {{ title: string, subject?: string, fonts?: Fonts, sections: Section[] }} document
 * @returns {Promise<Buffer>} the bytes of a .docx file
 */
export function wordFile({ title, subject = "", fonts = officeFonts, sections }) {
  const font = { ascii: fonts.latin, hAnsi: fonts.latin, eastAsia: fonts.chinese }
  const children = sections.flatMap(({ heading, paragraphs, newPage = false }) => [
    new Paragraph({
      heading: HeadingLevel.HEADING_2,
      pageBreakBefore: newPage,
      children: [new TextRun({ text: heading, font, size: 28, bold: true })],
    }),
    ...paragraphs.map(
      (text) =>
        new Paragraph({
          spacing: { line: 360, after: 120 },
          indent: { firstLine: 480 },
          children: [new TextRun({ text, font, size: 22 })],
        }),
    ),
  ])
  return Packer.toBuffer(new Document({ title, subject, creator: "豆架", sections: [{ children }] }))
}
