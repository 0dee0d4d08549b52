ALTER TABLE "order" ADD COLUMN "fen" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "benefits" jsonb;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "payment_no" varchar(64) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "remark" varchar(255) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "income" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "refund_fen" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "refund_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "refunded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "order_payment_no" ON "order" USING btree ("payment_type","payment_no") WHERE payment_no <> '';--> statement-breakpoint
CREATE INDEX "order_overdue" ON "order" USING btree ("closed_at") WHERE status = 1;--> statement-breakpoint
CREATE UNIQUE INDEX "user_vip_order" ON "user_vip" USING btree ("order_no") WHERE order_no <> '';--> statement-breakpoint
ALTER TABLE "order" ADD CONSTRAINT "order_amounts" CHECK ("order"."amount" >= 0 and "order"."coupon_amount" >= 0 and "order"."fen" >= 0 and "order"."income" >= 0);--> statement-breakpoint
ALTER TABLE "order" ADD CONSTRAINT "order_refunds" CHECK ("order"."refund_fen" between 0 and "order"."fen" and "order"."refund_amount" between 0 and greatest("order"."amount", "order"."quantity"));