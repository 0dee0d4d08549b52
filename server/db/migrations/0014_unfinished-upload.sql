CREATE TABLE "unfinished_upload" (
	"id" char(32) PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"size" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "unfinished_upload_owner" ON "unfinished_upload" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "unfinished_upload_expiry" ON "unfinished_upload" USING btree ("expires_at");