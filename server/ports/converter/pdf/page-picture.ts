/** An encoded image (base64). `pngCopy` re-encodes a WebP for the self-check, since librsvg reads no WebP. */
export type EncodedPicture = { mime: "image/webp" | "image/jpeg"; data: string; pngCopy: (() => Promise<string>) | null }
