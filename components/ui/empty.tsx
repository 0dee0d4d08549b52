import type { ComponentProps } from "react"
import { EmptyState } from "./empty-state"
import { ShelfDrawing } from "./shelf-drawing"

type Props = Omit<ComponentProps<typeof EmptyState>, "drawing"> & { searched?: boolean }

/** An empty state: the shelf drawing, a sentence and one action. */
export const Empty = ({ searched = false, ...frame }: Props) => <EmptyState {...frame} drawing={<ShelfDrawing books={searched} />} />
