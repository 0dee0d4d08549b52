"use client"

import { isAddress } from "@/lib/contract/address"
import { useReader } from "./use-reader"

/** Size of one tile in px. */
const tile = { width: 260, height: 180 }
type Props = { id?: string }
const defaultId = "reader-watermark"

/**
 * The watermark tile, rendered once per reader and used to fill every page. Vectors are printed, unlike CSS backgrounds. A tile that is not
 * rendered fills nothing: print, where the reader is hidden, needs a separate tile.
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

/** The site's watermark over its parent: ignores pointer events and screen readers. */
export const Watermark = ({ id = defaultId }: Props) => {
  const watermark = useReader((state) => state.policy.watermark)
  if (!watermark) return null
  return (
    <svg className="watermark" aria-hidden="true" focusable="false">
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}
