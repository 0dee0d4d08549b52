ALTER TABLE "advertisement" ADD COLUMN "content_b" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "advertisement" ADD COLUMN "daily_limit" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "advertisement" ADD COLUMN "impressions" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "advertisement" ADD COLUMN "clicks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "advertisement" ADD COLUMN "impressions_b" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "advertisement" ADD COLUMN "clicks_b" integer DEFAULT 0 NOT NULL;