-- AlterTable
ALTER TABLE "Share" ADD COLUMN     "e2ee" TEXT;

-- CreateTable
CREATE TABLE "SealedManifest" (
    "shareId" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "bytes" BYTEA,
    "sealedKey" BYTEA,

    CONSTRAINT "SealedManifest_pkey" PRIMARY KEY ("shareId")
);

-- CreateTable
CREATE TABLE "InboxSeal" (
    "aliasId" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "publicKey" BYTEA NOT NULL,
    "wrappedKey" BYTEA NOT NULL,
    "salt" BYTEA NOT NULL,
    "iterations" INTEGER NOT NULL,

    CONSTRAINT "InboxSeal_pkey" PRIMARY KEY ("aliasId")
);

-- AddForeignKey
ALTER TABLE "SealedManifest" ADD CONSTRAINT "SealedManifest_shareId_fkey" FOREIGN KEY ("shareId") REFERENCES "Share"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InboxSeal" ADD CONSTRAINT "InboxSeal_aliasId_fkey" FOREIGN KEY ("aliasId") REFERENCES "Alias"("id") ON DELETE CASCADE ON UPDATE CASCADE;

