-- Ids are random, so each of their trigrams was a new entry of the index, and every small upload wrote a hundred of
-- them. They are found as a whole from here on; logins and addresses still by any part of them.
DROP INDEX "AuditEvent_actorLogin_address_objectId_shareId_idx";

CREATE INDEX "AuditEvent_actorLogin_address_idx" ON "AuditEvent" USING GIN ("actorLogin" gin_trgm_ops, "address" gin_trgm_ops);

CREATE INDEX "AuditEvent_objectId_idx" ON "AuditEvent"("objectId");
