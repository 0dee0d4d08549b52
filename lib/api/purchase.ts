import type { ErrorCode } from "../contract/error-code"

/** The code of a download that must be bought first. Its type checks it against the contract's list, which browsers do not load. */
export const purchaseRequired: typeof ErrorCode.purchaseRequired = 19
