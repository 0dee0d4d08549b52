CREATE TABLE "article_visit" (
	"article_id" bigint NOT NULL,
	"visitor" char(32) NOT NULL,
	"hour" integer NOT NULL,
	CONSTRAINT "article_visit_article_id_visitor_hour_pk" PRIMARY KEY("article_id","visitor","hour")
);
--> statement-breakpoint
ALTER TABLE "article" ADD COLUMN "notice" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "article_visit_hour" ON "article_visit" USING btree ("hour");