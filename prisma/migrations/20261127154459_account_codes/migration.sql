-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "provenEmail" TEXT;

-- AlterTable
ALTER TABLE "Notice" ADD COLUMN     "address" TEXT,
ALTER COLUMN "shareId" DROP NOT NULL;

-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "isProgram" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "AccountCode" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "sha256" TEXT,
    "address" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endsAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "AccountCode_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "AccountCode_sha256_key" ON "AccountCode"("sha256");

-- CreateIndex
CREATE INDEX "AccountCode_accountId_kind_idx" ON "AccountCode"("accountId", "kind");

-- CreateIndex
CREATE INDEX "AccountCode_endsAt_idx" ON "AccountCode"("endsAt");

-- CreateIndex
CREATE INDEX "Account_provenEmail_idx" ON "Account"("provenEmail");

-- AddForeignKey
ALTER TABLE "AccountCode" ADD CONSTRAINT "AccountCode_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

