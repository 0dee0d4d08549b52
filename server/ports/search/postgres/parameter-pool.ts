import { Pool, type PoolConfig } from "pg"

/** A pool that applies these parameters to each query of its own by a transaction, because a pooler forgets those of a session. */
export class ParameterPool extends Pool {
  constructor(
    config: PoolConfig,
    private readonly parameters: Readonly<Record<string, string>>,
  ) {
    super(config)
  }
  override query(...args: unknown[]): never {
    return this.inTransaction(args) as never
  }
  private async inTransaction(args: unknown[]): Promise<unknown> {
    const client = await this.connect()
    let broken: Error | undefined
    try {
      const local = Object.entries(this.parameters).map(([name, value]) => `set local ${name} = '${value}'`)
      await client.query(["begin", ...local].join("; "))
      const result = await (client.query as (...all: unknown[]) => Promise<unknown>).apply(client, args)
      await client.query("commit")
      return result
    } catch (error) {
      await client.query("rollback").catch((failed: Error) => (broken = failed))
      throw error
    } finally {
      client.release(broken)
    }
  }
}
