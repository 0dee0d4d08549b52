import sharp from "sharp"

/** Scale of a screenshot on the sheet: sheet pixels per CSS pixel. */
const scale = 0.4
const gap = 16
const label = 28
const grounds = { light: "#c9cec5", dark: "#2b302c" }

/**
 * Writes the screenshots of a screen side by side, one row per theme. @param {string} file @param {{ theme: string, width: number, picture:
 * Buffer }[]} shots
 */
export async function composeSheet(file, shots) {
  const layers = []
  let [top, across] = [0, 0]
  for (const theme of new Set(shots.map((shot) => shot.theme))) {
    let [left, tall] = [gap, 0]
    const row = []
    for (const { width, picture } of shots.filter((shot) => shot.theme === theme)) {
      const { data, info } = await sharp(picture)
        .resize({ width: Math.round(width * scale) })
        .toBuffer({ resolveWithObject: true })
      const ink = theme === "dark" ? "#e7ebe6" : "#191f1a"
      const name = `<svg xmlns="http://www.w3.org/2000/svg" width="${info.width}" height="${label}"><text x="0" y="20" font-size="15" font-family="sans-serif" fill="${ink}">${width} ${theme}</text></svg>`
      row.push({ input: Buffer.from(name), left, top }, { input: data, left, top: top + label })
      left += info.width + gap
      tall = Math.max(tall, info.height)
    }
    const ground = {
      create: {
        width: left,
        height: tall + label + gap,
        channels: /** @type {const} */ (3),
        background: theme === "dark" ? grounds.dark : grounds.light,
      },
    }
    layers.push({ input: await sharp(ground).png().toBuffer(), left: 0, top }, ...row)
    top += tall + label + gap
    across = Math.max(across, left)
  }
  const sheet = sharp({ create: { width: across, height: top, channels: 3, background: grounds.light } })
  await sheet.composite(layers).jpeg({ quality: 84 }).toFile(file)
}
