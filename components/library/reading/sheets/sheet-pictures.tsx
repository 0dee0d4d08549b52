import type { SheetPicture } from "@/lib/contract/types"

type Props = {
  pictures: readonly SheetPicture[]
  /** the upper left corner of the first cell */
  left: number
  top: number
  /** the image of a picture; undefined until its block is loaded */
  sourceOf: (block: number, number: number) => string | undefined
  /** whether they stay with the frozen rows */
  frozen?: boolean
}

/** The charts, pictures and shapes of a sheet, over its cells. */
export const SheetPictures = ({ pictures, left, top, sourceOf, frozen }: Props) => (
  <div className="book-pictures" data-frozen={frozen || undefined}>
    {pictures.map(({ number, block, x, y, width, height, clear }) => {
      const src = sourceOf(block, number)
      const box = { left: left + x, top: top + y, width, height }
      return src && <img key={number} src={src} alt="图表或图片" draggable={false} data-clear={clear || undefined} style={box} />
    })}
  </div>
)
