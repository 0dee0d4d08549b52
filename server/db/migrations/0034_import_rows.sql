CREATE TABLE "import_row" (
	"source" varchar(32) NOT NULL,
	"id" bigint NOT NULL,
	"digest" char(32) NOT NULL,
	"target" jsonb,
	CONSTRAINT "import_row_source_id_pk" PRIMARY KEY("source","id")
);
