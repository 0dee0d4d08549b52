CREATE TABLE "document_content" (
	"document_id" bigint PRIMARY KEY NOT NULL,
	"content" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "document_content" ADD CONSTRAINT "document_content_document_id_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."document"("id") ON DELETE cascade ON UPDATE no action;