CREATE TABLE "import_file" (
	"key" char(64) PRIMARY KEY NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"size" bigint NOT NULL,
	"modified_at" timestamp (3) with time zone NOT NULL,
	"sha256" char(64) NOT NULL,
	"document_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
