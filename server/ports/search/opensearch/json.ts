/** A JSON object of the OpenSearch API. */
export type Json = { [name: string]: unknown }
