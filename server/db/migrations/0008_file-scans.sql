CREATE TABLE "file_scan" (
	"sha256" char(64) PRIMARY KEY NOT NULL,
	"engine" varchar(255) DEFAULT '' NOT NULL,
	"signature" varchar(255) DEFAULT '' NOT NULL,
	"scanned_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "file_scan_scanned" ON "file_scan" USING btree ("scanned_at");