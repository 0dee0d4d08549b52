ALTER TABLE "article" ADD COLUMN "source" varchar(128) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "article" ADD COLUMN "source_url" varchar(1024) DEFAULT '' NOT NULL;