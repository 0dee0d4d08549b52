import type { PictureUpload } from "./pictures"

/** The maximum number of images uploaded from one paste. */
const maxPictures = 50
/** Image formats by Word's name; others (vector formats) cannot be displayed. */
const kinds: Record<string, string> = { pngblip: "image/png", jpegblip: "image/jpeg" }

/** Returns the text of the RTF group that begins at `from`, without nested groups, and the position of its end. */
const groupAt = (rtf: string, from: number): { text: string; end: number } => {
  let depth = 0
  let text = ""
  let at = from
  for (const brace = /[{}]/g; ;) {
    brace.lastIndex = at
    const next = brace.exec(rtf)?.index ?? rtf.length
    if (depth === 1) text += rtf.slice(at, next)
    if (next >= rtf.length) return { text, end: next }
    depth += rtf[next] === "{" ? 1 : -1
    at = next + 1
    if (depth === 0) return { text, end: at }
  }
}

const pictureOf = (text: string): Blob | null => {
  const kind = /\\(pngblip|jpegblip)/.exec(text)?.[1]
  // the number of a control word is not part of the image data
  const hex = /[0-9a-f\s]{32,}$/i.exec(text.replace(/\\[a-z]+-?\d* ?/gi, "\\"))?.[0].replace(/\s+/g, "")
  if (!kind || !hex) return null
  return new Blob([Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))], { type: kinds[kind]! })
}

/** Returns the images of an RTF in order, without the copies for older programs; null for a format that browsers do not display. */
export const rtfPictures = (rtf: string): (Blob | null)[] => {
  const pictures: (Blob | null)[] = []
  for (let at = rtf.indexOf("{\\pict"); at >= 0; at = rtf.indexOf("{\\pict", at)) {
    const { text, end } = groupAt(rtf, at)
    if (!/\{\\nonshppict\s*$/.test(rtf.slice(Math.max(0, at - 20), at))) pictures.push(pictureOf(text))
    at = end
  }
  return pictures
}

const dataBlob = (address: string): Blob | null => {
  const [, type = "", base64, body = ""] = /^data:(image\/[\w.+-]+)[^,]*?(;base64)?,([^]*)$/i.exec(address) ?? []
  if (!type || !base64) return null
  try {
    return new Blob([Uint8Array.from(atob(body.replace(/\s+/g, "")), (letter) => letter.charCodeAt(0))], { type })
  } catch {
    return null
  }
}

const nameOf = ({ type }: Blob): string => `粘贴的图片.${type.slice(6).replace("jpeg", "jpg")}`

/** Removes Office elements and comments. Word's lists are paragraphs with a leading mark. */
const dropOfficeParts = (page: Document): void => {
  for (const gone of page.querySelectorAll("style, script, meta, link, title, xml, o\\:p")) gone.remove()
  const comments = page.createTreeWalker(page.body, NodeFilter.SHOW_COMMENT)
  const nodes: Node[] = []
  while (comments.nextNode()) nodes.push(comments.currentNode)
  for (const comment of nodes) (comment as Comment).remove()
}

/**
 * Uploads the embedded images of pasted HTML (`data:`, or Word's, which are in the RTF) to this site; web images keep their URLs
 * until the article is saved. Parsing runs no scripts. `failed`: the number of images whose upload failed.
 */
export const pastedHtml = async (
  html: string,
  rtf: string,
  send: (file: File) => Promise<PictureUpload>,
): Promise<{ html: string; failed: number }> => {
  const page = new DOMParser().parseFromString(html, "text/html")
  dropOfficeParts(page)
  const images = [...page.querySelectorAll("img")]
  const fromWord = images.filter((image) => /^file:/i.test(image.getAttribute("src") ?? ""))
  const brought = rtf ? rtfPictures(rtf) : []
  let failed = 0
  let sent = 0
  for (const image of images) {
    const address = image.getAttribute("src") ?? ""
    if (!/^(data|file):/i.test(address)) continue
    const blob = /^data:/i.test(address) ? dataBlob(address) : (brought[fromWord.indexOf(image)] ?? null)
    const reply = blob && sent < maxPictures ? await send(new File([blob], nameOf(blob), { type: blob.type })) : null
    if (reply && "url" in reply) {
      sent++
      image.setAttribute("src", reply.url)
    } else {
      failed++
      image.remove()
    }
  }
  return { html: page.body.innerHTML, failed }
}
