import { expect } from "vitest"
import type { Specimen } from "../specimen"
import { printed } from "./layouts"
import { makeSlides, textShape } from "./slides-file"

const TOP = [900_000, 600_000, 5_000_000, 900_000]
const MIDDLE = [900_000, 2_400_000, 5_000_000, 900_000]
const LOW = [900_000, 4_200_000, 5_000_000, 900_000]

/** One click effect of a shape: an entrance (`entr`) or an exit (`exit`). */
const effect = (id: number, shape: number, kind: "entr" | "exit", visible: string): string =>
  `<p:par><p:cTn id="${id}" fill="hold"><p:stCondLst><p:cond delay="indefinite"/></p:stCondLst><p:childTnLst><p:par><p:cTn id="${id + 1}" fill="hold"><p:stCondLst><p:cond delay="0"/></p:stCondLst><p:childTnLst><p:par><p:cTn id="${id + 2}" presetID="1" presetClass="${kind}" presetSubtype="0" fill="hold" nodeType="clickEffect"><p:stCondLst><p:cond delay="0"/></p:stCondLst><p:childTnLst><p:set><p:cBhvr><p:cTn id="${id + 3}" dur="1" fill="hold"><p:stCondLst><p:cond delay="0"/></p:stCondLst></p:cTn><p:tgtEl><p:spTgt spid="${shape}"/></p:tgtEl><p:attrNameLst><p:attrName>style.visibility</p:attrName></p:attrNameLst></p:cBhvr><p:to><p:strVal val="${visible}"/></p:to></p:set></p:childTnLst></p:cTn></p:par></p:childTnLst></p:cTn></p:par></p:childTnLst></p:cTn></p:par>`
const timing = (effects: string): string =>
  `<p:timing><p:tnLst><p:par><p:cTn id="1" dur="indefinite" restart="never" nodeType="tmRoot"><p:childTnLst><p:seq concurrent="1" nextAc="seek"><p:cTn id="2" dur="indefinite" nodeType="mainSeq"><p:childTnLst>${effects}</p:childTnLst></p:cTn><p:prevCondLst><p:cond evt="onPrev" delay="0"><p:tgtEl><p:sldTgt/></p:tgtEl></p:cond></p:prevCondLst><p:nextCondLst><p:cond evt="onNext" delay="0"><p:tgtEl><p:sldTgt/></p:tgtEl></p:cond></p:nextCondLst></p:seq></p:childTnLst></p:cTn></p:par></p:tnLst></p:timing>`

const DIAGRAM = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
const MAIN = "http://schemas.openxmlformats.org/drawingml/2006/main"
const DRAWN = "http://schemas.microsoft.com/office/drawing/2008/diagram"
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

const steps = ["调研", "设计", "上线"]
const point = (id: string, words: string): string =>
  `<dgm:pt modelId="${id}"><dgm:prSet/><dgm:spPr/><dgm:t><a:bodyPr/><a:lstStyle/><a:p><a:r><a:rPr lang="zh-CN"/><a:t>${words}</a:t></a:r></a:p></dgm:t></dgm:pt>`
const drawnStep = (words: string, index: number): string =>
  `<dsp:sp modelId="{${index}}"><dsp:nvSpPr><dsp:cNvPr id="0" name=""/><dsp:cNvSpPr/></dsp:nvSpPr><dsp:spPr><a:xfrm><a:off x="${index * 2_000_000}" y="500000"/><a:ext cx="1700000" cy="900000"/></a:xfrm><a:prstGeom prst="roundRect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="3366CC"/></a:solidFill></dsp:spPr><dsp:txBody><a:bodyPr anchor="ctr"/><a:lstStyle/><a:p><a:pPr algn="ctr"/><a:r><a:rPr lang="zh-CN" sz="2000"><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill></a:rPr><a:t>${words}</a:t></a:r></a:p></dsp:txBody></dsp:sp>`

const smartArt = (): Buffer => {
  const part = (root: string, content: string): string => `<dgm:${root} xmlns:dgm="${DIAGRAM}" xmlns:a="${MAIN}">${content}</dgm:${root}>`
  const kind = "application/vnd.openxmlformats-officedocument.drawingml"
  const override = (name: string, type: string): string => `<Override PartName="/ppt/diagrams/${name}1.xml" ContentType="${type}+xml"/>`
  return makeSlides(
    [
      {
        shapes: `${textShape(2, "流程", TOP)}<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="d"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="1000000" y="2000000"/><a:ext cx="6000000" cy="3000000"/></p:xfrm><a:graphic><a:graphicData uri="${DIAGRAM}"><dgm:relIds xmlns:dgm="${DIAGRAM}" r:dm="d1" r:lo="d2" r:qs="d3" r:cs="d4"/></a:graphicData></a:graphic></p:graphicFrame>`,
        relations: [
          ["d1", `${OFFICE}/diagramData`, "../diagrams/data1.xml"],
          ["d2", `${OFFICE}/diagramLayout`, "../diagrams/layout1.xml"],
          ["d3", `${OFFICE}/diagramQuickStyle`, "../diagrams/quickStyle1.xml"],
          ["d4", `${OFFICE}/diagramColors`, "../diagrams/colors1.xml"],
          ["d5", "http://schemas.microsoft.com/office/2007/relationships/diagramDrawing", "../diagrams/drawing1.xml"],
        ],
      },
    ],
    {
      "ppt/diagrams/data1.xml": part(
        "dataModel",
        `<dgm:ptLst><dgm:pt modelId="0" type="doc"><dgm:prSet/><dgm:spPr/></dgm:pt>${steps.map((words, index) => point(String(index + 1), words)).join("")}</dgm:ptLst><dgm:cxnLst>${steps.map((_, index) => `<dgm:cxn modelId="${index + 11}" srcId="0" destId="${index + 1}" srcOrd="${index}" destOrd="0"/>`).join("")}</dgm:cxnLst><dgm:bg/><dgm:whole/><dgm:extLst><a:ext uri="${DRAWN}"><dsp:dataModelExt xmlns:dsp="${DRAWN}" relId="d5" minVer="http://schemas.openxmlformats.org/drawingml/2006/diagram"/></a:ext></dgm:extLst>`,
      ),
      "ppt/diagrams/layout1.xml": part("layoutDef", "<dgm:layoutNode/>"),
      "ppt/diagrams/quickStyle1.xml": part("styleDef", ""),
      "ppt/diagrams/colors1.xml": part("colorsDef", ""),
      "ppt/diagrams/drawing1.xml": `<dsp:drawing xmlns:dsp="${DRAWN}" xmlns:a="${MAIN}"><dsp:spTree><dsp:nvGrpSpPr><dsp:cNvPr id="0" name=""/><dsp:cNvGrpSpPr/></dsp:nvGrpSpPr><dsp:grpSpPr/>${steps.map(drawnStep).join("")}</dsp:spTree></dsp:drawing>`,
    },
    ["data:diagramData", "layout:diagramLayout", "quickStyle:diagramStyle", "colors:diagramColors"]
      .map((pair) => pair.split(":"))
      .map(([name = "", type = ""]) => override(name, `${kind}.${type}`))
      .join("") + override("drawing", "application/vnd.ms-office.drawingml.diagramDrawing"),
  )
}

/** Slides: what is on them, what belongs to the speaker, and what is hidden. */
export const slideSpecimens: readonly Specimen[] = [
  printed("SmartArt.pptx", "a diagram of three steps, as PowerPoint stores its picture", smartArt, {
    pages: 1,
    words: ["流程", ...steps],
  }),
  printed(
    "隐藏页.pptx",
    "a hidden slide and a hidden shape are published nowhere, not even in the contents",
    () =>
      makeSlides([
        { shapes: textShape(2, "第一张", TOP) + textShape(3, "HIDDENSHAPE", MIDDLE).replace('id="3"', 'id="3" hidden="1"') },
        { shapes: textShape(2, "HIDDENSLIDE", TOP), attributes: ' show="0"', notes: "HIDDENNOTES" },
        { shapes: textShape(2, "第三张", TOP) },
      ]),
    {
      pages: 2,
      words: ["第一张", "第三张"],
      absentWords: ["HIDDENSLIDE", "HIDDENNOTES", "HIDDENSHAPE"],
      check: ({ outline }) => expect(JSON.stringify(outline)).not.toContain("HIDDEN"),
    },
  ),
  printed(
    "备注.pptx",
    "notes of the speaker and comments of reviewers are not published",
    () => makeSlides([{ shapes: textShape(2, "讲给大家", TOP), notes: "NOTESSECRET", comment: "COMMENTSECRET" }]),
    { pages: 1, words: ["讲给大家"], absentWords: ["NOTESSECRET", "COMMENTSECRET", "审阅人"] },
  ),
  printed(
    "动画.pptx",
    "shapes that come in by a click are on the slide",
    () =>
      makeSlides([
        {
          shapes: textShape(2, "一直在", TOP) + textShape(3, "点击后出现", MIDDLE, "FFEECC") + textShape(4, "最后出现", LOW, "CCFFEE"),
          timing: timing(effect(3, 3, "entr", "visible") + effect(10, 4, "entr", "visible")),
        },
      ]),
    { pages: 1, words: ["一直在", "点击后出现", "最后出现"] },
  ),
]
