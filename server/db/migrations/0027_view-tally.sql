CREATE TABLE "view_tally" (
	"kind" smallint NOT NULL,
	"content_id" bigint NOT NULL,
	"day" integer NOT NULL,
	"times" integer NOT NULL,
	CONSTRAINT "view_tally_kind_content_id_day_pk" PRIMARY KEY("kind","content_id","day")
);
