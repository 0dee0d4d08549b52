DROP INDEX "document_list";--> statement-breakpoint
DROP INDEX "document_by_view_count";--> statement-breakpoint
DROP INDEX "document_by_download_count";--> statement-breakpoint
DROP INDEX "document_by_favorite_count";--> statement-breakpoint
DROP INDEX "document_by_pages";--> statement-breakpoint
CREATE INDEX "document_of_ext" ON "document" USING btree ("ext","id","status") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_of_language" ON "document" USING btree ("language","id","status") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_list" ON "document" USING btree ("id","status","ext","price","is_vip","language") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_by_view_count" ON "document" USING btree ("view_count","id","status","ext","price","is_vip","language") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_by_download_count" ON "document" USING btree ("download_count","id","status","ext","price","is_vip","language") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_by_favorite_count" ON "document" USING btree ("favorite_count","id","status","ext","price","is_vip","language") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_by_pages" ON "document" USING btree ("pages","id","status","ext","price","is_vip","language") WHERE "document"."deleted_at" is null;