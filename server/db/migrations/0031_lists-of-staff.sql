DROP INDEX "search_record_time";--> statement-breakpoint
CREATE INDEX "attachment_words" ON "attachment" USING gin (lower("name" || ' ' || "description") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "search_record_total" ON "search_record" USING btree ("total","id");--> statement-breakpoint
CREATE INDEX "search_record_spent" ON "search_record" USING btree ("spend_time","id");--> statement-breakpoint
CREATE INDEX "search_record_time" ON "search_record" USING btree ("created_at","id");