DROP INDEX "article_category_category";--> statement-breakpoint
DROP INDEX "article_user";--> statement-breakpoint
DROP INDEX "document_list";--> statement-breakpoint
DROP INDEX "document_recommend";--> statement-breakpoint
CREATE INDEX "article_by_view_count" ON "article" USING btree ("view_count","id","status") WHERE "article"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "article_by_favorite_count" ON "article" USING btree ("favorite_count","id","status") WHERE "article"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "article_by_comment_count" ON "article" USING btree ("comment_count","id","status") WHERE "article"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "article_by_created_at" ON "article" USING btree ("created_at","id","status") WHERE "article"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "article_notice" ON "article" USING btree ("notice","id","status") WHERE "article"."notice" > 0;--> statement-breakpoint
CREATE INDEX "document_by_view_count" ON "document" USING btree ("view_count","id","status") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_by_download_count" ON "document" USING btree ("download_count","id","status") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_by_favorite_count" ON "document" USING btree ("favorite_count","id","status") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_by_comment_count" ON "document" USING btree ("comment_count","id","status") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_by_pages" ON "document" USING btree ("pages","id","status") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_by_score" ON "document" USING btree ("score","id","status") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_by_size" ON "document" USING btree ("size","id","status") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_by_price" ON "document" USING btree ("price","id","status") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_by_created_at" ON "document" USING btree ("created_at","id","status") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_by_updated_at" ON "document" USING btree ("updated_at","id","status") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "article_category_category" ON "article_category" USING btree ("category_id","article_id");--> statement-breakpoint
CREATE INDEX "article_user" ON "article" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "document_list" ON "document" USING btree ("id","status") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_recommend" ON "document" USING btree ("recommend_at","id","status") WHERE "document"."recommend_at" is not null;