CREATE TABLE "paused_job" (
	"name" varchar(64) PRIMARY KEY NOT NULL,
	"paused_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "document" ADD COLUMN "convert_first" boolean DEFAULT false NOT NULL;