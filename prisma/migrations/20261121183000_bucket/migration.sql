-- DropTable
DROP TABLE "UploadPart";

-- AlterTable
ALTER TABLE "Removal" DROP COLUMN "storageUploadId";

-- AlterTable
ALTER TABLE "Upload" DROP COLUMN "storageUploadId";

-- CreateTable
CREATE TABLE "BucketUpload" (
    "fileId" TEXT NOT NULL,
    "uploadId" TEXT,
    "partBytes" BIGINT NOT NULL,
    "writer" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "BucketUpload_pkey" PRIMARY KEY ("fileId")
);

-- CreateTable
CREATE TABLE "BucketPart" (
    "fileId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "etag" TEXT NOT NULL,

    CONSTRAINT "BucketPart_pkey" PRIMARY KEY ("fileId","number")
);

-- CreateTable
CREATE TABLE "BucketTail" (
    "fileId" TEXT NOT NULL,
    "position" BIGINT NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "key" TEXT NOT NULL,

    CONSTRAINT "BucketTail_pkey" PRIMARY KEY ("fileId","position")
);

-- AddForeignKey
ALTER TABLE "BucketPart" ADD CONSTRAINT "BucketPart_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "BucketUpload"("fileId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BucketTail" ADD CONSTRAINT "BucketTail_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "BucketUpload"("fileId") ON DELETE CASCADE ON UPDATE CASCADE;
