DROP INDEX "audit_user";--> statement-breakpoint
DROP INDEX "audit_call";--> statement-breakpoint
DROP INDEX "security_event_user";--> statement-breakpoint
DROP INDEX "security_event_type";--> statement-breakpoint
DROP INDEX "security_event_time";--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "objects" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "changes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "user_agent" varchar(512) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "request" varchar(64) DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_time" ON "audit" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_ip" ON "audit" USING btree ("ip","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_objects" ON "audit" USING gin ("objects");--> statement-breakpoint
CREATE INDEX "security_event_ip" ON "security_event" USING btree ("ip","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_user" ON "audit" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_call" ON "audit" USING btree ("call","created_at","id");--> statement-breakpoint
CREATE INDEX "security_event_user" ON "security_event" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "security_event_type" ON "security_event" USING btree ("type","created_at","id");--> statement-breakpoint
CREATE INDEX "security_event_time" ON "security_event" USING btree ("created_at","id");--> statement-breakpoint
-- The log is not emptied either, and what happened to accounts is never written over; it goes by its age and with its account.
CREATE TRIGGER "audit_not_emptied" BEFORE TRUNCATE ON "audit" FOR EACH STATEMENT EXECUTE FUNCTION "rows_are_only_added"();
--> statement-breakpoint
CREATE TRIGGER "security_event_not_changed" BEFORE UPDATE OR TRUNCATE ON "security_event" FOR EACH STATEMENT EXECUTE FUNCTION "rows_are_only_added"();
