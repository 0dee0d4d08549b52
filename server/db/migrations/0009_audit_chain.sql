CREATE TABLE "audit_head" (
	"id" smallint PRIMARY KEY NOT NULL,
	"last_id" bigint DEFAULT 0 NOT NULL,
	"hash" varchar(64) DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "previous" varchar(64) DEFAULT '' NOT NULL;