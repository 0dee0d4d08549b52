import sharp from "sharp"
import { makeAzw3, makeMobi } from "../mobi.fixture"
import { makeDocx, makeEpub, makeOle, makeXlsx } from "../office.fixture"
import { makePdf, textPage } from "../pdf.fixture"
import { type HostileFile, hostile, noise, truncated } from "./hostile-file"

const previewed =
  ".pdf .docx .pptx .ppsx .xlsx .odt .ods .odp .rtf .doc .dot .wps .ppt .pps .dps .xls .et .dotx .ott .xlt .xltx .ots .pot .potx .otp .epub .mobi .azw3 .jpg .png .gif .webp .tif .txt .md .csv .html .json .xml".split(
    " ",
  )

/** Correct magic bytes followed by noise. */
const disguised: ReadonlyArray<[ext: string, magic: Buffer, outcomes: HostileFile["outcomes"]]> = [
  [".pdf", Buffer.from("%PDF-1.7\n"), ["corrupt"]],
  [".docx", Buffer.from([0x50, 0x4b, 3, 4]), ["corrupt"]],
  [".epub", Buffer.from([0x50, 0x4b, 3, 4]), ["corrupt"]],
  [".doc", Buffer.from("d0cf11e0a1b11ae1", "hex"), ["corrupt", "encrypted", "shown"]],
  [".xls", Buffer.from("d0cf11e0a1b11ae1", "hex"), ["corrupt", "encrypted", "shown"]],
  [".rtf", Buffer.from("{\\rtf1 "), ["corrupt", "shown"]],
  [".jpg", Buffer.from([0xff, 0xd8, 0xff]), ["corrupt"]],
  [".png", Buffer.from("89504e470d0a1a0a", "hex"), ["corrupt"]],
  [".webp", Buffer.from("RIFF\x10\x10\0\0WEBPVP8 ", "latin1"), ["corrupt"]],
  [".tif", Buffer.from("II*\0", "latin1"), ["corrupt"]],
  [".mobi", Buffer.concat([Buffer.alloc(60), Buffer.from("BOOKMOBI")]), ["corrupt", "drm"]],
]

const picture = (): ReturnType<typeof sharp> => sharp(noise(200 * 200 * 3), { raw: { width: 200, height: 200, channels: 3 } })

/** Files that are damaged or have the wrong extension. */
export const brokenFiles: readonly HostileFile[] = [
  ...previewed.map((ext, index) => hostile(`noise named ${ext}`, `a${ext}`, "mismatch", () => noise(50_000, index + 1))),
  ...previewed.map((ext) => hostile(`nothing named ${ext}`, `a${ext}`, "empty", () => Buffer.alloc(0))),
  ...disguised.map(([ext, magic, outcomes]) =>
    hostile(`noise that begins like ${ext}`, `a${ext}`, outcomes, () => Buffer.concat([magic, noise(1_000)])),
  ),
  hostile("text named .docx", "a.docx", "is_text", () => Buffer.from("this is not a document")),
  hostile("a web page named .pdf", "a.pdf", "web_page", () => Buffer.from("<html><script>alert(1)</script></html>")),
  hostile("half a PDF", "a.pdf", ["corrupt", "shown"], () => truncated(makePdf([textPage("x"), textPage("y")]))),
  hostile("half a .docx", "a.docx", "corrupt", () => truncated(makeDocx(["x"]))),
  hostile("half a .xlsx", "a.xlsx", "corrupt", () => truncated(makeXlsx([["x"]]))),
  hostile("half an .epub", "a.epub", "corrupt", () => truncated(makeEpub(["<p>x</p>"]))),
  hostile("half an old document", "a.doc", "corrupt", () => truncated(makeOle("WordDocument"), 0.3)),
  hostile("half a .mobi", "a.mobi", ["corrupt", "shown"], () => truncated(makeMobi("<p>正文</p>".repeat(2000)))),
  hostile("half an .azw3", "a.azw3", "corrupt", () => truncated(makeAzw3(["<p>正文</p>".repeat(2000)]))),
  hostile("half a .png", "a.png", "corrupt", async () => truncated(await picture().png().toBuffer())),
  hostile("half a .jpg", "a.jpg", "corrupt", async () => truncated(await picture().jpeg().toBuffer())),
  hostile("half a .tif", "a.tif", "corrupt", async () => truncated(await picture().tiff().toBuffer())),
  hostile("half a .webp", "a.webp", "corrupt", async () => truncated(await picture().webp().toBuffer())),
  hostile("an SVG, which is a program", "a.svg", "unsupported", () =>
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  ),
]
