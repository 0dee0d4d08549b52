import { expect, test } from "vitest"
import { markLinksXml, withLinkStyle } from "./word-links"

const link = (runs: string) => `<w:p><w:r><w:t>前</w:t></w:r><w:hyperlink r:id="rId9">${runs}</w:hyperlink><w:r><w:t>后</w:t></w:r></w:p>`
const style = '<w:rStyle w:val="DoujiaLink"/>'
const word = "<w:t>豆架</w:t></w:r>"

test.each([
  ["a run without properties", `<w:r>${word}`, `<w:r><w:rPr>${style}</w:rPr>${word}`],
  ["one with empty ones", `<w:r w:rsidR="1"><w:rPr/>${word}`, `<w:r w:rsidR="1"><w:rPr>${style}</w:rPr>${word}`],
  ["one with its own look", `<w:r><w:rPr><w:b/></w:rPr>${word}`, `<w:r><w:rPr>${style}<w:b/></w:rPr>${word}`],
  ["each of several", `<w:r>${word}<w:r>${word}`, `<w:r><w:rPr>${style}</w:rPr>${word}`.repeat(2)],
])("gives %s of a link a style", (_, runs, expected) => {
  expect(markLinksXml(link(runs))).toBe(link(expected))
})

test.each([
  ["a run that has a style", link(`<w:r><w:rPr><w:rStyle w:val="a4"/><w:b/></w:rPr>${word}`)],
  ["links without words, and text without links", `<w:hyperlink r:id="x"/><w:p><w:r><w:rPr><w:b/></w:rPr>${word}</w:p>`],
  ["what only begins like a run", link("<w:rubyAlign/><w:rPr/>")],
])("leaves %s unchanged", (_, xml) => {
  expect(markLinksXml(xml)).toBe(xml)
})

test("gives a style to the text of a field link, not to its instruction", () => {
  const field = (words: string, end = "<w:r>") =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "https://a.cn" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${words}${end}<w:fldChar w:fldCharType="end"/></w:r>`
  expect(markLinksXml(field(`<w:r>${word}`))).toBe(field(`<w:r><w:rPr>${style}</w:rPr>${word}`, `<w:r><w:rPr>${style}</w:rPr>`))
  const page = field(`<w:r>${word}`).replace("HYPERLINK", "PAGE")
  expect(markLinksXml(page)).toBe(page)
})

test("the style is added to the others", () => {
  expect(withLinkStyle("<w:styles><w:style/></w:styles>")).toMatch(
    /^<w:styles><w:style\/><w:style [^>]*w:styleId="DoujiaLink">.*<\/w:styles>$/,
  )
})
