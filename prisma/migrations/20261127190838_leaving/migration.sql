-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "keptAt" TIMESTAMPTZ(3),
ADD COLUMN     "leavesAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "Alias" ADD COLUMN     "heirId" TEXT;

-- CreateIndex
CREATE INDEX "Account_leavesAt_idx" ON "Account"("leavesAt");

