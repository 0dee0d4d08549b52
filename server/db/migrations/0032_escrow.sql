ALTER TABLE "ledger_account" DROP CONSTRAINT "ledger_account_balance";--> statement-breakpoint
ALTER TABLE "ledger_account" ADD CONSTRAINT "ledger_account_balance" CHECK (("ledger_account"."user_id" is null and "ledger_account"."name" <> 'escrow') or "ledger_account"."balance" >= 0);--> statement-breakpoint
-- What refunds under way have taken went to the site at once; it is held for them from now on.
CREATE TEMPORARY TABLE "held" ON COMMIT DROP AS
SELECT "refund"."id", 'refund-held:' || "refund"."refund_no" AS "key", "entry"."account_id", "entry"."amount"
FROM "order_refund" "refund"
JOIN "ledger_transaction" "posted" ON "posted"."key" = 'refund:' || "refund"."refund_no"
JOIN "ledger_entry" "entry" ON "entry"."transaction_id" = "posted"."id"
JOIN "ledger_account" "account" ON "account"."id" = "entry"."account_id" AND "account"."user_id" IS NULL
WHERE "refund"."status" = 1;--> statement-breakpoint
INSERT INTO "ledger_account" ("name", "balance") SELECT 'escrow', sum("amount") FROM "held" HAVING count(*) > 0;--> statement-breakpoint
INSERT INTO "ledger_transaction" ("key", "kind", "remark") SELECT "key", 'refund', '处理中的退款' FROM "held" ORDER BY "id";--> statement-breakpoint
INSERT INTO "ledger_entry" ("transaction_id", "account_id", "amount", "balance")
SELECT "event"."id", "held"."account_id", -"held"."amount", 0 FROM "held" JOIN "ledger_transaction" "event" USING ("key");--> statement-breakpoint
INSERT INTO "ledger_entry" ("transaction_id", "account_id", "amount", "balance")
SELECT "event"."id", "account"."id", "held"."amount", sum("held"."amount") OVER (ORDER BY "held"."id")
FROM "held" JOIN "ledger_transaction" "event" USING ("key") JOIN "ledger_account" "account" ON "account"."name" = 'escrow'
ORDER BY "held"."id";--> statement-breakpoint
SET CONSTRAINTS ALL IMMEDIATE;
