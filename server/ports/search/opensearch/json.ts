/** A JSON object of the engine's language. */
export type Json = { [name: string]: unknown }
