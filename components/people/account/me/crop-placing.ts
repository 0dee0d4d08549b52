/** The image's position behind the window: offset in CSS pixels, zoom, rotation in degrees. */
export type Placing = { crop: { x: number; y: number }; zoom: number; rotation: number }

export const centred: Placing = { crop: { x: 0, y: 0 }, zoom: 1, rotation: 0 }
export const maxZoom = 4

/** Returns the position rotated by 90° and centred; the angle stays between −180 and 179 degrees. */
export const turnedRight = (placing: Placing): Placing => ({
  ...placing,
  rotation: ((placing.rotation + 90 + 540) % 360) - 180,
  crop: centred.crop,
})
