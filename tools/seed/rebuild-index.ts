import { openDatabase } from "../../server/db/client"
import { rebuildIndex } from "../../server/modules/library/search/indexing.usecases"
import { createSearch } from "../../server/ports/search/create-search"
import { directAnalyser } from "../../server/ports/search/direct-analyser"

type Options = { url: string; engine: string | undefined; alias: string }

/** Builds the search index from the rows, as the site's job does. `url` is the address of the database, `engine` that of OpenSearch. */
export const rebuildFrom = async ({ url, engine, alias }: Options): Promise<void> => {
  const connection = { connectionString: url }
  const fail = (error: Error) => {
    throw error
  }
  const database = openDatabase({ ...connection, statement_timeout: 0 }, fail)
  const search = createSearch({ url: engine, alias, connection, analyser: directAnalyser(), onError: fail })
  try {
    await rebuildIndex({ search, database }, () => false)
  } finally {
    await search.close()
    await database.close()
  }
}
