-- Of what the owner of a share is told by mail: as the person wants it, and for a share otherwise.
ALTER TABLE "Account" ADD COLUMN "tellFirst" BOOLEAN NOT NULL DEFAULT false, ADD COLUMN "tellLimit" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "Share" ADD COLUMN "tellFirst" BOOLEAN, ADD COLUMN "tellLimit" BOOLEAN;

ALTER TABLE "Notice" ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'arrival';
DROP INDEX "Notice_shareId_accountId_key";
CREATE UNIQUE INDEX "Notice_shareId_accountId_kind_key" ON "Notice"("shareId", "accountId", "kind");
