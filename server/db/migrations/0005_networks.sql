DROP INDEX "download_ip";--> statement-breakpoint
DROP INDEX "code_ip";--> statement-breakpoint
ALTER TABLE "download" ADD COLUMN "network" varchar(64) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "search_record" ADD COLUMN "network" varchar(64) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "code" ADD COLUMN "network" varchar(64) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "code" ADD COLUMN "neighbourhood" varchar(64) DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "download_network" ON "download" USING btree ("network","created_at");--> statement-breakpoint
CREATE INDEX "code_neighbourhood" ON "code" USING btree ("neighbourhood","created_at");--> statement-breakpoint
UPDATE "download" SET "network" = "ip" WHERE "created_at" > now() - interval '1 day';--> statement-breakpoint
UPDATE "code" SET "network" = "ip" WHERE "created_at" > now() - interval '1 day';
