ALTER TABLE "user_vip" ADD COLUMN "reminded_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "user_vip_expired" ON "user_vip" USING btree ("expired_at");