ALTER TABLE "report" ADD COLUMN "reporter_remark" varchar(255) DEFAULT '' NOT NULL;--> statement-breakpoint
-- until now one column held both: what nobody has handled is the reporter's own
UPDATE "report" SET "reporter_remark" = "remark", "remark" = '' WHERE NOT "status";
