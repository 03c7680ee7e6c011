-- Who has not yet opened what came through an alias. What is there already counts as read.
CREATE TABLE "Unread" (
  "accountId" TEXT NOT NULL,
  "shareId" TEXT NOT NULL,
  CONSTRAINT "Unread_pkey" PRIMARY KEY ("accountId", "shareId")
);

CREATE INDEX "Unread_shareId_idx" ON "Unread" ("shareId");

ALTER TABLE "Unread" ADD CONSTRAINT "Unread_accountId_fkey"
  FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Unread" ADD CONSTRAINT "Unread_shareId_fkey"
  FOREIGN KEY ("shareId") REFERENCES "Share" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
