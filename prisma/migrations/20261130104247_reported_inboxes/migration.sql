-- AlterTable
ALTER TABLE "Report" ADD COLUMN     "about" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "aliasId" TEXT,
ALTER COLUMN "shareId" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "Report_aliasId_closedAt_idx" ON "Report"("aliasId", "closedAt");

-- AddForeignKey
ALTER TABLE "Report" ADD CONSTRAINT "Report_aliasId_fkey" FOREIGN KEY ("aliasId") REFERENCES "Alias"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Prisma has no checks.
ALTER TABLE "Report" ADD CONSTRAINT "Report_subject" CHECK (num_nonnulls("shareId", "aliasId") = 1);
