ALTER TABLE "document" ADD COLUMN "quality" integer GENERATED ALWAYS AS (round(1000 * (case when recommend_at is null then 0 else 3 end
  + 0.8 * ln(1 + greatest(download_count, 0)::double precision) + 0.4 * ln(1 + greatest(view_count, 0)::double precision)
  + 0.3 * ln(1 + greatest(favorite_count, 0)::double precision) + case when score > 0 then (score - 300) / 200.0 else 0 end
  + 0.25 * extract(epoch from created_at - timestamptz '2000-01-01 00:00:00+00') / 31557600))::integer) STORED;--> statement-breakpoint
CREATE INDEX "document_by_quality" ON "document" USING btree ("quality","id","status","ext","price","is_vip","language") WHERE "document"."deleted_at" is null;