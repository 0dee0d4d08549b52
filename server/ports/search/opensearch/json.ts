/** A JSON object of the OpenSearch API. */
export type OpenSearchJson = { [name: string]: unknown }
