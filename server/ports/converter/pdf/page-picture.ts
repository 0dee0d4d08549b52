/** An encoded image (base64) and, for WebP, how to get its PNG twin: librsvg, which the self-check uses, reads no WebP. */
export type Picture = { mime: "image/webp" | "image/jpeg"; data: string; twin: (() => Promise<string>) | null }
