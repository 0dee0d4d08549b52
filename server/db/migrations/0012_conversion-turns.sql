ALTER TABLE "document" ADD COLUMN "convert_place" integer;--> statement-breakpoint
ALTER TABLE "document" ADD COLUMN "death_place" integer DEFAULT 0 NOT NULL;