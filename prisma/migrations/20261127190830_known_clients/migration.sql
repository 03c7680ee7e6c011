-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "tellSignIn" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "KnownClient" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "endsAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "KnownClient_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "KnownClient_endsAt_idx" ON "KnownClient"("endsAt");

-- CreateIndex
CREATE INDEX "KnownClient_accountId_idx" ON "KnownClient"("accountId");

-- AddForeignKey
ALTER TABLE "KnownClient" ADD CONSTRAINT "KnownClient_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

