-- Files that have not fully arrived: few, however many a share has. Lists count them, and show incomplete shares alone.
CREATE INDEX "File_shareId_incoming_idx" ON "File" ("shareId") WHERE "state" = 'incoming';
