import type { Specimen } from "../specimen"
import { makeOfd } from "./ofd-builder"
import { image, media, red, withAnnotations } from "./sample-parts"

const composites = (units: ReadonlyArray<readonly [id: number, content: string]>): string =>
  `<CompositeGraphicUnits>${units.map(([id, content]) => `<CompositeGraphicUnit ID="${id}" Width="10" Height="10"><Content>${content}</Content></CompositeGraphicUnit>`).join("")}</CompositeGraphicUnits>`
const part = (id: number): string => `<CompositeObject Boundary="0 0 10 10" ResourceID="${id}"/>`

/** Files that are refused. */
export const refusals: Specimen[] = [
  {
    name: "composite-cycle.ofd",
    about: "composite objects that contain each other",
    make: () =>
      makeOfd({
        pages: [part(1)],
        resources: composites([
          [1, part(2)],
          [2, part(1)],
        ]),
      }),
    expected: { refusal: "cyclic" },
  },
  {
    name: "template-cycle.ofd",
    about: "a template that is its own template",
    make: () =>
      makeOfd({
        pages: [red],
        common: '<TemplatePage ID="50" BaseLoc="T.xml"/>',
        files: { "Doc_0/T.xml": '<Page><Template TemplateID="50"/></Page>' },
      }),
    expected: { refusal: "cyclic" },
  },
  {
    name: "annotation-cycle.ofd",
    about: "annotations that refer to their own list",
    make: () =>
      makeOfd({
        pages: [red],
        document: withAnnotations,
        files: { "Doc_0/Annots/Annotations.xml": '<Annotations><Page PageID="1"><FileLoc>Annotations.xml</FileLoc></Page></Annotations>' },
      }),
    expected: { refusal: "cyclic" },
  },
  {
    name: "explosion.ofd",
    about: "composite objects that multiply to a million",
    make: () => makeOfd({ pages: [part(1)], resources: composites([1, 2, 3, 4, 5, 6].map((id) => [id, part(id + 1).repeat(10)])) }),
    expected: { refusal: "memory" },
  },
  {
    name: "outside.ofd",
    about: "a picture outside of the archive",
    make: () => makeOfd({ pages: [image("0 0 9 9")], resources: media("../../../../etc/passwd") }),
    expected: { refusal: "outside" },
  },
  {
    name: "hollow.ofd",
    about: "ten thousand pages without content",
    make: () => {
      const pages = Array.from({ length: 10_000 }, (_, index) => `<Page ID="${index}" BaseLoc="Pages/Page_0/Content.xml"/>`)
      return makeOfd({
        pages: [red],
        files: { "Doc_0/Document.xml": `<Document><CommonData/><Pages>${pages.join("")}</Pages></Document>` },
      })
    },
    expected: { refusal: "hollow" },
  },
  {
    name: "encrypted.ofd",
    about: "an encrypted file",
    make: () => makeOfd({ pages: [red], files: { "Encryptions.xml": "<Encryptions/>" } }),
    expected: { refusal: "encrypted" },
  },
  {
    name: "damaged.ofd",
    about: "a document that is no XML",
    make: () => makeOfd({ pages: [red], files: { "Doc_0/Document.xml": Buffer.from("<Document><") } }),
    expected: { refusal: "corrupt" },
  },
  {
    name: "bomb.ofd",
    about: "a decompression bomb",
    make: () => makeOfd({ pages: [red], files: { "Doc_0/big.xml": new Uint8Array(3_000_000) } }),
    expected: { refusal: "too_large" },
  },
]
