ALTER TABLE "document" ADD COLUMN "encoding" varchar(16) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversion" ADD COLUMN "encoding" varchar(16) DEFAULT '' NOT NULL;