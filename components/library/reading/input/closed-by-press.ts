/** Closes a native dialog by a press beside it, where the browser supports `closedby`; React's types lack the attribute. */
export const closedByPress = { closedby: "any" } as const
