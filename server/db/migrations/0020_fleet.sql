CREATE TABLE "ledger_checkpoint" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"entry_id" bigint DEFAULT 0 NOT NULL,
	"entries" bigint DEFAULT 0 NOT NULL,
	"sum" bigint DEFAULT 0 NOT NULL,
	"candidate_id" bigint DEFAULT 0 NOT NULL,
	"candidate_xid" bigint DEFAULT 0 NOT NULL,
	"total" bigint DEFAULT 0 NOT NULL,
	"faults" integer DEFAULT 0 NOT NULL,
	"checked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "site_folder" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"mark" varchar(32) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cdn_purge" (
	"target" varchar(64) PRIMARY KEY NOT NULL,
	"accepted" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"error" varchar(512) DEFAULT '' NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "unfinished_upload" ADD COLUMN "length" bigint;--> statement-breakpoint
ALTER TABLE "unfinished_upload" ADD COLUMN "file_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "unfinished_upload" ADD COLUMN "md5" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "unfinished_upload" ADD COLUMN "attachment_id" bigint;--> statement-breakpoint
ALTER TABLE "unfinished_upload" ADD COLUMN "holder" varchar(36) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "unfinished_upload" ADD COLUMN "held_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "unfinished_upload" ADD COLUMN "release_wanted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "cdn_purge_due" ON "cdn_purge" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "cdn_purge_created" ON "cdn_purge" USING btree ("created_at");