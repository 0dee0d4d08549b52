import type { ErrorCode } from "../contract/error-code"

/** The code of a download that must be bought first; checked against the contract's by its type, whose list browsers do not carry. */
export const purchaseRequired: typeof ErrorCode.purchaseRequired = 19
