ALTER TABLE "document" ADD COLUMN "draw_in_review" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- what waits for its review without pages is drawn from now on
UPDATE "document" SET "draw_in_review" = true WHERE "status" = 6 AND "converted_pages" = 0 AND "deleted_at" IS NULL;
