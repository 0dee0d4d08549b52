import { makeZip } from "@/server/ports/converter/testing/office.fixture"

const OASIS = "urn:oasis:names:tc:opendocument:xmlns"
const namespaces = [
  ...["office", "style", "text", "draw", "table", "presentation"].map(
    (name) => `xmlns:${name}="${OASIS}:${name === "draw" ? "drawing" : name}:1.0"`,
  ),
  `xmlns:fo="${OASIS}:xsl-fo-compatible:1.0" xmlns:svg="${OASIS}:svg-compatible:1.0" xmlns:smil="${OASIS}:smil-compatible:1.0"`,
  `xmlns:anim="${OASIS}:animation:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"`,
  'office:version="1.2"',
].join(" ")

/** Room for the heads and feet of a text. */
const furniture =
  '<style:header-style><style:header-footer-properties fo:min-height="1cm" fo:margin-bottom="0.3cm"/></style:header-style><style:footer-style><style:header-footer-properties fo:min-height="1cm" fo:margin-top="0.3cm"/></style:footer-style>'

/** Parts of an OpenDocument, each as the XML inside its element. */
export type OpenDocumentParts = {
  body: string
  /** Styles of the body. */
  automatic?: string
  /** Size and direction of its pages, and the elements `style:header` and `style:footer`. */
  page: string
  master?: string
  /** Its embedded fonts. */
  faces?: string
  /** Pictures and fonts by their names in the package. */
  files?: Record<string, Uint8Array>
}

/** Makes a text (.odt) or a presentation (.odp). Pages have the master page `Standard`. */
export function makeOpenDocument(
  type: "text" | "presentation",
  { body, automatic = "", page, master = "", faces = "", files = {} }: OpenDocumentParts,
): Buffer {
  const kind = `application/vnd.oasis.opendocument.${type}`
  const part = (root: string, content: string): string =>
    `<?xml version="1.0" encoding="UTF-8"?><office:${root} ${namespaces}>${content}</office:${root}>`
  const entry = (name: string, media: string): string =>
    `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="${media}"/>`
  const fonts = faces && `<office:font-face-decls>${faces}</office:font-face-decls>`
  const names = ["content.xml", "styles.xml"].map((name) => entry(name, "text/xml"))
  const others = Object.keys(files).map((name) => entry(name, ""))
  return makeZip({
    mimetype: kind,
    "META-INF/manifest.xml": `<?xml version="1.0" encoding="UTF-8"?><manifest:manifest xmlns:manifest="${OASIS}:manifest:1.0" manifest:version="1.2">${entry("/", kind)}${names.join("")}${others.join("")}</manifest:manifest>`,
    "content.xml": part(
      "document-content",
      `${fonts}<office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:${type}>${body}</office:${type}></office:body>`,
    ),
    "styles.xml": part(
      "document-styles",
      `${fonts}<office:automatic-styles><style:page-layout style:name="layout"><style:page-layout-properties ${page}/>${type === "text" ? furniture : ""}</style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="layout">${master}</style:master-page></office:master-styles>`,
    ),
    ...files,
  })
}
