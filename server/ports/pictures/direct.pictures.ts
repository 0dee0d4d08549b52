import { drawPicture } from "./picture-drawing"
import type { PicturesPort } from "./pictures.port"

/** The fake: decodes in the calling process, as only tests may. */
export const directPictures = (): PicturesPort => ({ redraw: (file, how) => drawPicture(file, how) })
