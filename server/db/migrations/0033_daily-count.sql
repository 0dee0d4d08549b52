CREATE TABLE "daily_count" (
	"day" integer NOT NULL,
	"measure" varchar(16) NOT NULL,
	"value" bigint DEFAULT 0 NOT NULL,
	"counted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "daily_count_day_measure_pk" PRIMARY KEY("day","measure")
);
--> statement-breakpoint
CREATE INDEX "download_time" ON "download" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "conversion_created" ON "conversion" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "order_created" ON "order" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "order_paid" ON "order" USING btree ("paid_at") WHERE paid_at is not null;--> statement-breakpoint
CREATE INDEX "order_refund_done" ON "order_refund" USING btree ("done_at") WHERE status = 2;--> statement-breakpoint
CREATE INDEX "user_created" ON "user" USING btree ("created_at");