import { sql } from "drizzle-orm"
import { bigint, check, index, pgTable, uniqueIndex, varchar } from "drizzle-orm/pg-core"
import { createdAt, line, primaryId, reference } from "../../../db/columns"

/**
 * An account of credits. A user's account and `escrow` cannot go below zero; the site's other accounts (`name`) issue credits and take them
 * back.
 */
export const ledgerAccountTable = pgTable(
  "ledger_account",
  {
    id: primaryId(),
    user_id: bigint("user_id", { mode: "number" }),
    name: varchar("name", { length: 32 }),
    balance: bigint("balance", { mode: "number" }).notNull().default(0),
    created_at: createdAt(),
  },
  (table) => [
    uniqueIndex("ledger_account_user").on(table.user_id),
    uniqueIndex("ledger_account_name").on(table.name),
    check("ledger_account_owner", sql`(${table.user_id} is null) <> (${table.name} is null)`),
    check("ledger_account_balance", sql`(${table.user_id} is null and ${table.name} <> 'escrow') or ${table.balance} >= 0`),
  ],
)

/** A business event that moved credits. `key` identifies it, so it is posted only once. */
export const ledgerTransactionTable = pgTable(
  "ledger_transaction",
  {
    id: primaryId(),
    key: varchar("key", { length: 128 }).notNull(),
    kind: varchar("kind", { length: 32 }).notNull(),
    remark: line("remark"),
    created_at: createdAt(),
  },
  (table) => [uniqueIndex("ledger_transaction_key").on(table.key)],
)

/** The effect of a transaction on one account. The entries of a transaction sum to zero; none is ever changed or deleted (triggers). */
export const ledgerEntryTable = pgTable(
  "ledger_entry",
  {
    id: primaryId(),
    transaction_id: reference("transaction_id").references(() => ledgerTransactionTable.id),
    account_id: reference("account_id").references(() => ledgerAccountTable.id),
    amount: bigint("amount", { mode: "number" }).notNull(),
    /** of the account, after this entry */
    balance: bigint("balance", { mode: "number" }).notNull(),
    created_at: createdAt(),
  },
  (table) => [
    index("ledger_entry_account").on(table.account_id, table.id),
    index("ledger_entry_day").on(table.account_id, table.created_at),
    index("ledger_entry_transaction").on(table.transaction_id),
    check("ledger_entry_amount", sql`${table.amount} <> 0`),
  ],
)
