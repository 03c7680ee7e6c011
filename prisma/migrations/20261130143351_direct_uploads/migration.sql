-- AlterTable
ALTER TABLE "BucketUpload" ADD COLUMN     "isDirect" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "SignedPart" (
    "fileId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,

    CONSTRAINT "SignedPart_pkey" PRIMARY KEY ("fileId","number")
);

-- AddForeignKey
ALTER TABLE "SignedPart" ADD CONSTRAINT "SignedPart_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "BucketUpload"("fileId") ON DELETE CASCADE ON UPDATE CASCADE;

