import { expect, test } from "vitest"
import { levelHeadingsXml } from "./heading-levels"

const style = (name: string, rest = ""): string => `<w:style w:type="paragraph" w:styleId="X"><w:name w:val="${name}"/>${rest}</w:style>`

test.each([
  ["a bare heading", style("Heading 1"), '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>'],
  [
    "one with its own paragraph set-up",
    style("heading 3", "<w:pPr><w:keepNext/></w:pPr><w:rPr/>"),
    '<w:pPr><w:keepNext/><w:outlineLvl w:val="2"/></w:pPr>',
  ],
  ["one with letters only", style("标题 2", "<w:qFormat/><w:rPr><w:b/></w:rPr>"), '<w:pPr><w:outlineLvl w:val="1"/></w:pPr><w:rPr>'],
])("gives %s its level", (_, xml, expected) => {
  expect(levelHeadingsXml(`<w:styles>${xml}</w:styles>`)).toContain(expected)
})

test.each([
  ["a heading that has one", style("heading 1", '<w:pPr><w:outlineLvl w:val="4"/></w:pPr>')],
  ["other styles", style("Normal") + style("Heading 1 Char") + style("List Heading")],
])("leaves %s unchanged", (_, xml) => {
  expect(levelHeadingsXml(xml)).toBe(xml)
})
