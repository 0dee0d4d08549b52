import { createHmac } from "node:crypto"
import { foldWords } from "@/server/ports/search/fold"

type Visit = { visitor: string; hour: number; type: number; keywords: string }

/** Identifies a visitor's query in one hour (hours since 1970). Letter case, width and spaces make no other query. */
export const visitHash = (secret: Uint8Array, { visitor, hour, type, keywords }: Visit): string =>
  createHmac("sha256", secret)
    .update(["search", visitor, hour, type, ...foldWords(keywords)].join(" "))
    .digest("hex")
    .slice(0, 32)
