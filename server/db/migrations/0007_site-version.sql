CREATE TABLE "site_version" (
	"version" varchar(64) PRIMARY KEY NOT NULL,
	"last_step" bigint NOT NULL,
	"first_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "permission" ADD COLUMN "retired_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE TABLE "blob_work" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sha256" varchar(64) NOT NULL,
	"kind" varchar(8) NOT NULL,
	"key" varchar(255) DEFAULT '' NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "blob_work_sha256" ON "blob_work" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "blob_work_until" ON "blob_work" USING btree ("until");