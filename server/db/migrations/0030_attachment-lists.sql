CREATE INDEX "attachment_type" ON "attachment" USING btree ("type","id");--> statement-breakpoint
CREATE INDEX "attachment_banned" ON "attachment" USING btree ("id") WHERE not "attachment"."enable";