-- AlterTable
ALTER TABLE "Share" ADD COLUMN     "coverId" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "Share_coverId_key" ON "Share"("coverId");

-- AddForeignKey
ALTER TABLE "Share" ADD CONSTRAINT "Share_coverId_fkey" FOREIGN KEY ("coverId") REFERENCES "File"("id") ON DELETE SET NULL ON UPDATE CASCADE;
