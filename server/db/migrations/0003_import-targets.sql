ALTER TABLE "import_row" ADD COLUMN "target_id" bigint;--> statement-breakpoint
ALTER TABLE "import_row" ADD COLUMN "base" jsonb;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "password_rehashed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "import_row" SET "target_id" = "id" WHERE "target" IS NULL;
