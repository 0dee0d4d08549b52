/** Closes a native dialog on a click outside, if the browser supports `closedby`; React's types lack the attribute. */
export const closedByPress = { closedby: "any" } as const
