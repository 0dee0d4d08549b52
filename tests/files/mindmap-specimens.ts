import { encode } from "iconv-lite"
import { expect } from "vitest"
import { makeZip } from "@/server/ports/converter/testing/office.fixture"
import type { Specimen } from "./specimen"

const topic = (title: string, ...attached: object[]): object => ({ title, ...(attached.length > 0 && { children: { attached } }) })
const xmind = (...sheets: object[]): Buffer =>
  makeZip({ "content.json": JSON.stringify(sheets), "metadata.json": "{}", "manifest.json": "{}" })
const xmind8 = (body: string, manifest = "<manifest/>"): Buffer =>
  makeZip({
    "content.xml": `<?xml version="1.0" encoding="UTF-8"?><xmap-content xmlns="urn:xmind:xmap:xmlns:content:2.0" xmlns:xlink="http://www.w3.org/1999/xlink">${body}</xmap-content>`,
    "META-INF/manifest.xml": manifest,
  })
const deep = (levels: number): object => Array.from({ length: levels }).reduce<object>((inner) => topic("层", inner), topic("底"))

/** Mind maps and outlines. */
export const mindmapSpecimens: readonly Specimen[] = [
  {
    name: "plan.xmind",
    about: "a map of XMind with notes, a link and a floating topic",
    make: () =>
      xmind({
        title: "画布 1",
        rootTopic: {
          title: "年度计划",
          children: {
            attached: [
              {
                title: "研发",
                notes: { plain: { content: "先做搜索" } },
                children: { attached: [topic("需求", topic("访谈")), topic("测试")] },
              },
              { title: "网站", href: "https://example.org/" },
            ],
            detached: [topic("漂浮")],
          },
        },
      }),
    expected: {
      pages: 1,
      words: ["年度计划", "研发", "先做搜索", "• 需求", "• 访谈", "• 测试", "网站", "漂浮"],
      check: ({ outline, pages }) => {
        expect(outline.map(({ title, level }) => [title, level])).toEqual([
          ["年度计划", 1],
          ["研发", 2],
          ["网站", 2],
          ["漂浮", 2],
        ])
        expect(pages[0]?.links).toMatchObject([{ to: 0, url: "https://example.org/" }])
        const left = (word: string): number => pages[0]!.textLayer.find(([run]) => run === word)![1]
        expect(left("访谈") - left("需求")).toBe(18)
      },
    },
  },
  {
    name: "sheets.xmind",
    about: "two sheets",
    make: () => xmind({ rootTopic: topic("甲") }, { rootTopic: topic("乙") }),
    expected: { pages: 2, words: ["甲", "乙"] },
  },
  {
    name: "old.xmind",
    about: "the XML of XMind 8, where summaries are no topics of their own",
    make: () =>
      xmind8(
        '<sheet><topic><title>总题</title><children><topics type="attached"><topic xlink:href="https://example.org/a"><title>分题</title><notes><plain>备注</plain></notes></topic></topics><topics type="summary"><topic><title>概要</title></topic></topics></children></topic></sheet>',
      ),
    expected: { pages: 1, words: ["总题", "分题", "备注"], absentWords: ["概要"] },
  },
  {
    name: "locked.xmind",
    about: "a map with a password",
    make: () => xmind8("<sheet/>", '<manifest><file-entry full-path="content.xml"><encryption-data/></file-entry></manifest>'),
    expected: { refusal: "encrypted" },
  },
  { name: "none.xmind", about: "no sheet", make: () => xmind(), expected: { refusal: "empty" } },
  { name: "any.xmind", about: "any zip", make: () => makeZip({ "a.txt": "x" }), expected: { refusal: "mismatch" } },
  { name: "deep.xmind", about: "two hundred levels", make: () => xmind({ rootTopic: deep(200) }), expected: { refusal: "too_large" } },
  {
    name: "wide.xmind",
    about: "more topics than are read",
    make: () => xmind({ rootTopic: topic("多", ...Array.from({ length: 20_001 }, () => topic("一"))) }),
    expected: { refusal: "too_large" },
  },
  {
    name: "broken.xmind",
    about: "JSON that ends early",
    make: () => makeZip({ "content.json": '[{"rootTopic":' }),
    expected: { refusal: "corrupt" },
  },
  {
    name: "free.mm",
    about: "FreeMind with character references, formatted topics and a note",
    make: () =>
      Buffer.from(
        '<map version="0.9.0"><node TEXT="&#x603b;&#x9898;"><node TEXT="&#20998;&#39064;" LINK="https://example.org/"><node><richcontent TYPE="NODE"><html><head/><body><p>第一<b>行</b></p><p>第二行</p></body></html></richcontent><richcontent TYPE="NOTE"><html><body><p>备注</p></body></html></richcontent></node></node></node></map>',
      ),
    expected: {
      pages: 1,
      words: ["总题", "分题", "第一行", "第二行", "备注"],
      check: ({ pages }) => expect(pages[0]?.links).toHaveLength(1),
    },
  },
  {
    name: "gbk.mm",
    about: "FreeMind in GBK",
    make: () => encode('<?xml version="1.0" encoding="GBK"?><map><node TEXT="春眠不觉晓"/></map>', "gbk"),
    expected: { words: ["春眠不觉晓"] },
  },
  { name: "page.mm", about: "another XML file", make: () => Buffer.from("<html><body/></html>"), expected: { refusal: "corrupt" } },
  {
    name: "entities.mm",
    about: "entities that multiply",
    make: () =>
      Buffer.from('<!DOCTYPE map [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><map><node TEXT="&b;"/></map>'),
    expected: { refusal: "corrupt" },
  },
  {
    name: "outline.opml",
    about: "an outline with a title, notes and formatted text",
    make: () =>
      Buffer.from(
        '<?xml version="1.0"?><opml version="2.0"><head><title>读书笔记</title></head><body><outline text="第一章" _note="第一行&#10;第二行"><outline text="&lt;b&gt;要点&lt;/b&gt;"/></outline><outline text="订阅" type="rss" xmlUrl="https://example.org/feed"/></body></opml>',
      ),
    expected: { pages: 1, words: ["读书笔记", "第一章", "第一行", "第二行", "• 要点", "订阅"], absentWords: ["<b>"] },
  },
]
