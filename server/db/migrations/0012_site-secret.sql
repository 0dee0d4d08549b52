CREATE TABLE "site_secret" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"fingerprint" varchar(32) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
