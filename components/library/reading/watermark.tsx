"use client"

import { isAddress } from "@/lib/rules/address"
import { useReader } from "./use-reader"

/** Sides of one tile in px. */
const tile = { width: 260, height: 180 }
type Props = { id?: string }
const defaultId = "reader-watermark"

/**
 * The tile itself, once per reader; every page is filled with it. Vectors are printed where backgrounds are not. What is not drawn itself
 * fills nothing: paper, where the reader is hidden, needs a tile of its own.
 */
export const WatermarkTile = ({ id = defaultId }: Props) => {
  const watermark = useReader((state) => state.policy.watermark)
  if (!watermark) return null
  return (
    <svg className="watermark-tile" aria-hidden="true" focusable="false">
      <defs>
        <pattern id={id} patternUnits="userSpaceOnUse" width={tile.width} height={tile.height} patternTransform="rotate(-24)">
          {isAddress(watermark) ? (
            <image href={watermark} x="40" y="50" width={tile.width - 80} height={tile.height - 100} preserveAspectRatio="xMidYMid meet" />
          ) : (
            <text x={tile.width / 2} y={tile.height / 2} textAnchor="middle">
              {watermark}
            </text>
          )}
        </pattern>
      </defs>
    </svg>
  )
}

/** The site's watermark over whatever it is put into: not to be pressed, not read aloud. */
export const Watermark = ({ id = defaultId }: Props) => {
  const watermark = useReader((state) => state.policy.watermark)
  if (!watermark) return null
  return (
    <svg className="watermark" aria-hidden="true" focusable="false">
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}
