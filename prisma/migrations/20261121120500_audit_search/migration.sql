-- Filters of the audit list, each with the order it is read in, and the words that are searched.
CREATE INDEX "AuditEvent_outcome_at_idx" ON "AuditEvent"("outcome", "at" DESC);

CREATE INDEX "AuditEvent_actorLogin_at_idx" ON "AuditEvent"("actorLogin", "at" DESC);

CREATE INDEX "AuditEvent_actorLogin_address_objectId_shareId_idx" ON "AuditEvent" USING GIN ("actorLogin" gin_trgm_ops, "address" gin_trgm_ops, "objectId" gin_trgm_ops, "shareId" gin_trgm_ops);
