import { setTimeout as pause } from "node:timers/promises"
import { gunzipSync } from "node:zlib"
import { maxPages } from "./poppler.mjs"

const patienceMs = 30 * 60_000
/** Matches a page that is a single picture because the converter could not render it as text and lines. */
const onePicture = /^<svg[^>]*>(<rect[^>]*\/>)?<image [^>]*\/><\/svg>$/

/**
 * Uploads one file through the API and reads its pages in order, each as soon as it is available. Times are in seconds since the upload was
 * acknowledged. `failed` is the reason if there are no pages to read.
 */
export async function uploadAndRead(client, { path, title }) {
  const { id: attachment_id, size } = await client.upload(path)
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  const {
    document: [{ uuid }],
  } = await client.call("POST", "/document", { document: [{ attachment_id, title }] })
  /** @type {{ size: number, pages: number, first: number | null, ten: number | null, all: number | null, bytes: number, rasters: number }} */
  const measurement = { size, pages: 0, first: null, ten: null, all: null, bytes: 0, rasters: 0 }
  const images = []
  for (let page = 1, last = 1; page <= last; page++) {
    const image = await pageImage(client, uuid, page, started)
    if (typeof image === "string") return { ...measurement, failed: image }
    images.push(image)
    if (page === 1) {
      measurement.first = seconds()
      last = await readablePages(client, uuid)
    }
    if (page === 10) measurement.ten = seconds()
  }
  measurement.all = seconds()
  // Unpacked only now: earlier it would take CPU time from the converter.
  const bytesOf = (some) => some.reduce((sum, image) => sum + image.length, 0)
  const beginning = images.slice(0, maxPages)
  return {
    ...measurement,
    pages: images.length,
    bytes: bytesOf(images),
    beginningBytesPerPage: bytesOf(beginning) / beginning.length,
    rasters: images.filter(isRaster).length,
  }
}

/**
 * Returns the bytes of a page once it is rendered (until then the server holds the request or answers 202), or the reason why it will not
 * be rendered.
 */
async function pageImage(client, uuid, page, started) {
  for (;;) {
    const { status, body } = await client.bytes(`/view/page/${uuid}/${page}.gzip.svg`)
    if (status === 200) return body
    const document = await client.call("GET", `/document?uuid=${uuid}`)
    if (document.status === 3 || document.convert_error) return document.convert_error || "转换失败"
    if (status !== 202) return `第 ${page} 页的应答是 ${status}`
    if (performance.now() - started > patienceMs) return "半小时内没有转换完"
    await pause(20)
  }
}

/** Returns the number of pages, which is available shortly after the first page is rendered. */
async function readablePages(client, uuid) {
  for (;;) {
    const { pages, preview } = await client.call("GET", `/document?uuid=${uuid}`)
    if (pages > 0) return preview || pages
    await pause(20)
  }
}

function isRaster(image) {
  try {
    return onePicture.test(gunzipSync(image).toString("utf8"))
  } catch {
    return false
  }
}
