import sharp from "sharp"
import { COVER_WIDTH, type Cover } from "./cover-webp"
import { escapeXml } from "./svg"
import { layTitle } from "./title-lines"

/** The content of a generated cover. Colours are CSS colours that we choose; the aspect ratio is that of the page. */
export type TitleCover = { title: string; author: string; spine: string; tint: string; width: number; height: number }

const SERIF = "'Noto Serif CJK SC','Source Han Serif SC','Songti SC',SimSun,serif"
const SANS = "'Noto Sans CJK SC','Source Han Sans SC','PingFang SC','Microsoft YaHei',sans-serif"
/** Height divided by width: from a slide to a sheet of paper. */
const RATIO = { least: 0.5, most: 297 / 210 }
const SPINE = 30
const LEFT = SPINE + 34
const RIGHT = 34

/** The two seed leaves of the logo, 17 units wide, standing on the line y = 7. */
const LEAVES = "M8 7C2.800 7.300 .1 4.600 0 0c5-.3 7.900 2.200 8 7ZM9.200 7C14.400 7.300 17.100 4.600 17.200 0c-5-.3-7.900 2.200-8 7Z"

/** Returns the cover as SVG, 420 units wide. */
export function titleCoverSvg({ title, author, spine, tint, width, height }: TitleCover): { svg: string; height: number } {
  const ratio = width > 0 && height > 0 ? Math.min(RATIO.most, Math.max(RATIO.least, height / width)) : RATIO.most
  const tall = Math.round(COVER_WIDTH * ratio)
  const upright = tall >= COVER_WIDTH
  const top = upright ? Math.round(tall * 0.15) : Math.round(tall * 0.12)
  const { lines, size } = layTitle(title, COVER_WIDTH - LEFT - RIGHT, upright ? tall * 0.5 : tall * 0.56)
  const leading = Math.round(size * 1.34)
  const text = lines
    .map(
      (line, at) => `<text x="${LEFT}" y="${top + Math.round(size * 0.88) + at * leading}" font-size="${size}">${escapeXml(line)}</text>`,
    )
    .join("")
  const below = top + lines.length * leading + (upright ? 20 : 8)
  const by = author
    ? `<text x="${LEFT}" y="${below + 44}" font-family="${SANS}" font-size="22" fill="#465048">${escapeXml(author)}</text>`
    : ""
  const foot = tall - (upright ? 44 : 30)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${COVER_WIDTH} ${tall}" width="${COVER_WIDTH}" height="${tall}">
<path fill="${tint}" d="M0 0H${COVER_WIDTH}V${tall}H0Z"/><path fill="${spine}" d="M0 0H${SPINE}V${tall}H0Z"/>
<path fill="#fff" opacity=".28" d="M${SPINE - 5} 0h1.500V${tall}h-1.500Z"/><path fill="#191f1a" opacity=".07" d="M${SPINE} 0h5V${tall}h-5Z"/>
<g font-family="${SERIF}" font-weight="700" fill="#191f1a">${text}</g><path fill="${spine}" d="M${LEFT} ${below}h52v4h-52Z"/>${by}
<path fill="#191f1a" opacity=".14" d="M${LEFT} ${foot}H${COVER_WIDTH - RIGHT}v1.500H${LEFT}Z"/>
<path fill="#7db343" transform="translate(${COVER_WIDTH - RIGHT - 60} ${foot - 21.5}) scale(3.100)" d="${LEAVES}"/></svg>`
  return { svg, height: tall }
}

/** Renders the cover as a WebP, 420 px wide. */
export async function drawTitleCover(input: TitleCover): Promise<Cover> {
  const { svg, height } = titleCoverSvg(input)
  const webp = await sharp(Buffer.from(svg), { density: 144 })
    .resize(COVER_WIDTH, height, { fit: "fill" })
    .webp({ quality: 82, effort: 4 })
    .toBuffer()
  return { webp, width: COVER_WIDTH, height, faint: false }
}
