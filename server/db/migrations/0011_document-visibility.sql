CREATE TABLE "document_group" (
	"document_id" bigint NOT NULL,
	"group_id" bigint NOT NULL,
	CONSTRAINT "document_group_document_id_group_id_pk" PRIMARY KEY("document_id","group_id")
);
--> statement-breakpoint
DROP INDEX "document_list";--> statement-breakpoint
DROP INDEX "document_by_quality";--> statement-breakpoint
DROP INDEX "document_by_view_count";--> statement-breakpoint
DROP INDEX "document_by_download_count";--> statement-breakpoint
DROP INDEX "document_by_favorite_count";--> statement-breakpoint
DROP INDEX "document_by_pages";--> statement-breakpoint
DROP INDEX "document_of_ext";--> statement-breakpoint
DROP INDEX "document_of_language";--> statement-breakpoint
DROP INDEX "document_by_comment_count";--> statement-breakpoint
DROP INDEX "document_by_score";--> statement-breakpoint
DROP INDEX "document_by_size";--> statement-breakpoint
DROP INDEX "document_by_price";--> statement-breakpoint
DROP INDEX "document_by_recommend_at";--> statement-breakpoint
DROP INDEX "document_by_created_at";--> statement-breakpoint
DROP INDEX "document_by_updated_at";--> statement-breakpoint
DROP INDEX "document_status";--> statement-breakpoint
ALTER TABLE "category" ADD COLUMN "document_visibility" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "document" ADD COLUMN "visibility" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "group" ADD COLUMN "document_visibility" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "document_group" ADD CONSTRAINT "document_group_document_id_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."document"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_group" ADD CONSTRAINT "document_group_group_id_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_group_group" ON "document_group" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "document_list" ON "document" USING btree ("id","status","ext","price","is_vip","language","visibility") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_by_quality" ON "document" USING btree ("quality","id","status","ext","price","is_vip","language","visibility") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_by_view_count" ON "document" USING btree ("view_count","id","status","ext","price","is_vip","language","visibility") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_by_download_count" ON "document" USING btree ("download_count","id","status","ext","price","is_vip","language","visibility") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_by_favorite_count" ON "document" USING btree ("favorite_count","id","status","ext","price","is_vip","language","visibility") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_by_pages" ON "document" USING btree ("pages","id","status","ext","price","is_vip","language","visibility") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_of_ext" ON "document" USING btree ("ext","id","status","visibility") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_of_language" ON "document" USING btree ("language","id","status","visibility") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_by_comment_count" ON "document" USING btree ("comment_count","id","status","visibility") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_by_score" ON "document" USING btree ("score","id","status","visibility") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_by_size" ON "document" USING btree ("size","id","status","visibility") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_by_price" ON "document" USING btree ("price","id","status","visibility") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_by_recommend_at" ON "document" USING btree ("recommend_at","id","status","visibility") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_by_created_at" ON "document" USING btree ("created_at","id","status","visibility") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_by_updated_at" ON "document" USING btree ("updated_at","id","status","visibility") WHERE "document"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "document_status" ON "document" USING btree ("status","id","visibility") WHERE "document"."deleted_at" is null;