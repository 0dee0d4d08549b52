ALTER TABLE "share_link" ADD COLUMN "pays" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "share_link" ADD COLUMN "paid_visits" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "share_visit" ADD COLUMN "paid" boolean DEFAULT false NOT NULL;