CREATE TABLE "profile_change" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"signature" varchar(255) DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "profile_change_created" ON "profile_change" USING btree ("created_at");