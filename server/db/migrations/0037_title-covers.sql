ALTER TABLE "document" ADD COLUMN "title_cover" varchar(16) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversion" ADD COLUMN "cover" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "conversion_unseen_cover" ON "conversion" USING btree ("created_at") WHERE "conversion"."cover" = 0;