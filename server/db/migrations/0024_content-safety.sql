CREATE TABLE "safety_check" (
	"kind" integer NOT NULL,
	"object_id" bigint NOT NULL,
	"digest" varchar(64) DEFAULT '' NOT NULL,
	"provider" varchar(16) NOT NULL,
	"level" integer NOT NULL,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" varchar(255) DEFAULT '' NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "safety_check_kind_object_id_pk" PRIMARY KEY("kind","object_id")
);
--> statement-breakpoint
CREATE INDEX "safety_check_time" ON "safety_check" USING btree ("checked_at");--> statement-breakpoint
CREATE INDEX "safety_check_failed" ON "safety_check" USING btree ("checked_at") WHERE "safety_check"."level" = 0;