CREATE TABLE "indexing_push" (
	"target" varchar(16) PRIMARY KEY NOT NULL,
	"after_at" timestamp (3) with time zone NOT NULL,
	"after_path" varchar(255) DEFAULT '' NOT NULL,
	"pushed" integer DEFAULT 0 NOT NULL,
	"pushed_at" timestamp (3) with time zone,
	"error" varchar(512) DEFAULT '' NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failed_at" timestamp (3) with time zone
);
