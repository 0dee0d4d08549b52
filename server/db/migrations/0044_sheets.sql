ALTER TABLE "document" ADD COLUMN "blocks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "document" ADD COLUMN "block_preview" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversion" ADD COLUMN "blocks" integer DEFAULT 0 NOT NULL;