import type { Analyser } from "./analyser"
import { createOpenSearch } from "./opensearch.search"
import { createPostgresSearch, type SearchConnection, type SearchStandby } from "./postgres.search"
import type { SearchPort } from "./search.port"

type Options = {
  url: string | undefined
  alias: string
  connection: SearchConnection
  connections?: number
  standby?: SearchStandby
  analyser: Analyser
  onError: (error: Error) => void
}

/** Uses OpenSearch if an address is configured (SEARCH_URL), otherwise the site's PostgreSQL. */
export const createSearch = ({ url, alias, connection, connections, standby, analyser, onError }: Options): SearchPort =>
  url ? createOpenSearch({ url, alias, analyser }) : createPostgresSearch({ connection, connections, standby, analyser, onError })
