-- AlterTable
ALTER TABLE "Upload" ADD COLUMN     "isPartial" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "JoinedPart" (
    "fileId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "partId" TEXT NOT NULL,
    "sizeBytes" BIGINT NOT NULL,

    CONSTRAINT "JoinedPart_pkey" PRIMARY KEY ("fileId","number")
);

-- CreateIndex
CREATE UNIQUE INDEX "JoinedPart_partId_key" ON "JoinedPart"("partId");

-- AddForeignKey
ALTER TABLE "JoinedPart" ADD CONSTRAINT "JoinedPart_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "File"("id") ON DELETE CASCADE ON UPDATE CASCADE;

