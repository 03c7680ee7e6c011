-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "color" TEXT,
ADD COLUMN     "displayName" TEXT,
ADD COLUMN     "nameKey" TEXT,
ADD COLUMN     "senderLine" TEXT,
ADD COLUMN     "sourceName" TEXT;

-- CreateTable
CREATE TABLE "AccountPicture" (
    "accountId" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "webp" BYTEA NOT NULL,

    CONSTRAINT "AccountPicture_pkey" PRIMARY KEY ("accountId")
);

-- CreateIndex
CREATE UNIQUE INDEX "AccountPicture_address_key" ON "AccountPicture"("address");

-- CreateIndex
CREATE INDEX "Account_nameKey_idx" ON "Account"("nameKey");

-- AddForeignKey
ALTER TABLE "AccountPicture" ADD CONSTRAINT "AccountPicture_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

