ALTER TABLE "advertisement" ADD COLUMN "height_desktop" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "advertisement" ADD COLUMN "height_phone" integer DEFAULT 0 NOT NULL;