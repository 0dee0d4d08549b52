import { drawPicture } from "./picture-drawing"
import type { PicturesPort } from "./pictures.port"

/** The fake: decodes in the calling process, which is only acceptable in tests. */
export const directPictures = (): PicturesPort => ({ redraw: (file, how) => drawPicture(file, how) })
