CREATE TABLE "file_notice" (
	"document_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "file_notice_document_id_user_id_pk" PRIMARY KEY("document_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "document" ADD COLUMN "lost_sha256" varchar(64) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "document" ADD COLUMN "file_missing" boolean GENERATED ALWAYS AS (left(sha256, 32) = repeat('0', 32) or sha256::text = lost_sha256) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "file_notice_user" ON "file_notice" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "document_file_missing" ON "document" USING btree ("id") WHERE "document"."file_missing";