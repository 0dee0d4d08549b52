import type { ComponentProps } from "react"
import { EmptyFrame } from "./empty-frame"
import { ShelfDrawing } from "./shelf-drawing"

type Props = Omit<ComponentProps<typeof EmptyFrame>, "drawing"> & { searched?: boolean }

/** An empty state: the shelf drawing, a sentence and one action. */
export const Empty = ({ searched = false, ...frame }: Props) => <EmptyFrame {...frame} drawing={<ShelfDrawing books={searched} />} />
