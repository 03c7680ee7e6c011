-- AlterTable
ALTER TABLE "RequestRound" ADD COLUMN     "proof" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "RequestCode" (
    "requestId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RequestCode_pkey" PRIMARY KEY ("requestId")
);

-- AddForeignKey
ALTER TABLE "RequestCode" ADD CONSTRAINT "RequestCode_requestId_fkey" FOREIGN KEY ("requestId") REFERENCES "FileRequest"("id") ON DELETE CASCADE ON UPDATE CASCADE;

