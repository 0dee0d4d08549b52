/** The picture in pixels, for screens of phones. */
const [width, height, margin] = [750, 1_200, 50]
const coverBox = { top: margin, width: width - 2 * margin, height: 690 }
const codeSize = 190
const lineHeight = 58
const maxLines = 3
const family = `-apple-system, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif`

/** Breaks a text into at most `most` lines; the last one ends in an ellipsis if something is left out. */
export const linesOf = (text: string, measure: (line: string) => number, limit: number, most = maxLines): string[] => {
  const lines: string[] = []
  let line = ""
  for (const char of text.replace(/\s+/g, " ").trim()) {
    if (measure(line + char) <= limit) {
      line += char
      continue
    }
    if (lines.length === most - 1) {
      while (line && measure(`${line}…`) > limit) line = [...line].slice(0, -1).join("")
      return [...lines, `${line}…`]
    }
    lines.push(line)
    line = char === " " ? "" : char
  }
  return line ? [...lines, line] : lines
}

const loaded = (src: string): Promise<HTMLImageElement> =>
  new Promise((done, fail) => {
    const image = new Image()
    image.onload = () => done(image)
    image.onerror = () => fail(new Error("no picture"))
    image.src = src
  })

/** The same picture on this host: a canvas with a picture of another origin cannot be saved. */
const ownAddress = (cover: string): string => {
  const { pathname, search } = new URL(cover, location.origin)
  return `${location.origin}${pathname}${search}`
}

type Picture = { title: string; site: string; cover: string; code: () => SVGElement | null }

const drawCover = (canvas: CanvasRenderingContext2D, image: HTMLImageElement) => {
  const { top, width: wide, height: high } = coverBox
  const scale = Math.min(wide / image.naturalWidth, high / image.naturalHeight)
  const [w, h] = [image.naturalWidth * scale, image.naturalHeight * scale]
  canvas.shadowColor = "rgba(0, 0, 0, 0.2)"
  canvas.shadowBlur = 24
  canvas.fillStyle = "#ffffff"
  canvas.fillRect((width - w) / 2, top + (high - h) / 2, w, h)
  canvas.shadowColor = "transparent"
  canvas.drawImage(image, (width - w) / 2, top + (high - h) / 2, w, h)
}

/** Draws cover, title, name of the site and QR code as a PNG. Rejects if the browser cannot. */
export const drawPicture = async ({ title, site, cover, code }: Picture): Promise<Blob> => {
  const element = document.createElement("canvas")
  element.width = width
  element.height = height
  const canvas = element.getContext("2d")
  const svg = code()
  if (!canvas || !svg) throw new Error("no canvas")
  canvas.fillStyle = "#f5f6f3"
  canvas.fillRect(0, 0, width, height)
  const image = cover ? await loaded(ownAddress(cover)).catch(() => null) : null
  if (image) drawCover(canvas, image)
  canvas.fillStyle = "#ffffff"
  canvas.fillRect(0, 790, width, height - 790)
  canvas.fillStyle = "#1f2421"
  canvas.font = `600 42px ${family}`
  canvas.textBaseline = "top"
  const lines = linesOf(title, (line) => canvas.measureText(line).width, width - 2 * margin)
  for (const [at, line] of lines.entries()) canvas.fillText(line, margin, 820 + at * lineHeight)
  const markup = new XMLSerializer().serializeToString(svg)
  const drawnCode = await loaded(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`)
  canvas.drawImage(drawnCode, width - margin - codeSize, height - margin / 2 - codeSize, codeSize, codeSize)
  canvas.fillStyle = "#5d665f"
  canvas.font = `30px ${family}`
  const room = width - 3 * margin - codeSize
  const [name = ""] = linesOf(site, (line) => canvas.measureText(line).width, room, 1)
  canvas.fillText(name, margin, height - 130)
  canvas.fillText("扫码阅读", margin, height - 84)
  return new Promise((done, fail) => element.toBlob((blob) => (blob ? done(blob) : fail(new Error("no blob"))), "image/png"))
}
