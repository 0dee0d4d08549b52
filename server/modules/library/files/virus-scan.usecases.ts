import type { Ctx } from "@/server/context"
import { hasBannedRow } from "./attachments.repository"
import { findSignature } from "./scans.repository"

export { findSignature, listSenders, listToScan, noteScan } from "./scans.repository"

/** Checks whether the scanner recognized something in this content and staff have not allowed it again. */
export const isQuarantined = async (ctx: Ctx, sha256: string): Promise<boolean> =>
  (await findSignature(ctx, sha256)) !== "" && (await hasBannedRow(ctx.db, sha256))
