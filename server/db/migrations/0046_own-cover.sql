DROP INDEX "banner_list";--> statement-breakpoint
DROP INDEX "document_recommend";--> statement-breakpoint
DROP INDEX "friendlink_list";--> statement-breakpoint
ALTER TABLE "document" ADD COLUMN "own_cover" varchar(255) DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "banner_order" ON "banner" USING btree ("enable" DESC NULLS FIRST,"sort" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "document_by_recommend_at" ON "document" USING btree ("recommend_at","id","status") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "friendlink_order" ON "friendlink" USING btree ("enable" DESC NULLS FIRST,"sort" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "language_order" ON "language" USING btree ("enable" DESC NULLS FIRST,"sort" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "user_name" ON "user" USING btree ("username","id");