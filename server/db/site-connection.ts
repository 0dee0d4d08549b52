import { Client, type PoolConfig } from "pg"

/**
 * How a process reaches the database. `session`: set if `DATABASE_URL` is a pooler that gives a connection to another client after each
 * transaction; connections of this address belong to one client. `prepare`: false if the pooler cannot keep named statements.
 */
export type SiteConnection = PoolConfig & { session?: PoolConfig; prepare?: boolean }

type Addresses = { DATABASE_URL?: string; DATABASE_LISTEN_URL?: string; DATABASE_PREPARE: boolean }

/** The name of connections through a pooler: it keeps them open when a process ends, so they must not name one. */
export const pooledName = "doujia pooled"

/** How long a statement may take (ms). A pooler accepts no such parameter of a connection, so its role has it (`setPooledRole`). */
export const statementMs = 60_000

/** The address for LISTEN, for locks that outlive a transaction, and for commands. */
export const sessionOf = (connection: SiteConnection): PoolConfig => connection.session ?? connection

export const isPooled = ({ session }: SiteConnection): boolean => session !== undefined

/** Returns the connection of a process of the site; `name` identifies the process in `pg_stat_activity`. */
export const siteConnection = ({ DATABASE_URL, DATABASE_LISTEN_URL, DATABASE_PREPARE }: Addresses, name: string): SiteConnection =>
  DATABASE_LISTEN_URL
    ? {
        connectionString: DATABASE_URL,
        application_name: pooledName,
        ...preparing(DATABASE_PREPARE),
        session: { ...sessionAddress(DATABASE_LISTEN_URL), application_name: name },
      }
    : { connectionString: DATABASE_URL, application_name: name, ...preparing(DATABASE_PREPARE) }

const preparing = (prepare: boolean) => (prepare ? {} : { prepare, Client: withoutNames(Client) })

/** The limit of the pooled role is not meant for migrations and commands. */
const sessionAddress = (url: string): PoolConfig => ({ connectionString: url, options: "-c statement_timeout=0" })

/** Returns the connection of a command: it needs sessions, and few of them. */
export const commandConnection = ({ DATABASE_URL, DATABASE_LISTEN_URL }: Omit<Addresses, "DATABASE_PREPARE">): PoolConfig =>
  DATABASE_LISTEN_URL ? sessionAddress(DATABASE_LISTEN_URL) : { connectionString: DATABASE_URL }

/** Sends named statements without their name, so that no server needs to remember them. */
export const withoutNames = (Base: typeof Client): typeof Client =>
  class extends Base {
    override query(...args: unknown[]): never {
      const [query] = args
      if (typeof query === "object" && query !== null && "name" in query && !("submit" in query)) args[0] = { ...query, name: undefined }
      return (super.query as (...all: unknown[]) => unknown)(...args) as never
    }
  }
