CREATE TABLE "download_link" (
	"id" uuid PRIMARY KEY NOT NULL,
	"resumable_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "download_link_end" ON "download_link" USING btree ("resumable_until");