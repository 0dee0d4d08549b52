-- codes of the kind before cannot be turned into these; their owners make new ones
DELETE FROM "recovery_code";--> statement-breakpoint
DROP INDEX "recovery_code_digest";--> statement-breakpoint
ALTER TABLE "recovery_code" ADD COLUMN "selector" varchar(4) NOT NULL;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD COLUMN "hash" varchar(255) DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_code_selector" ON "recovery_code" USING btree ("user_id","selector");--> statement-breakpoint
ALTER TABLE "recovery_code" DROP COLUMN "digest";