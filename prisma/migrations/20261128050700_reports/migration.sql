-- CreateTable
CREATE TABLE "Report" (
    "id" TEXT NOT NULL,
    "shareId" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "address" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "closedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Report_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Report_shareId_closedAt_idx" ON "Report"("shareId", "closedAt");

-- CreateIndex
CREATE INDEX "Report_closedAt_createdAt_idx" ON "Report"("closedAt", "createdAt");

-- AddForeignKey
ALTER TABLE "Report" ADD CONSTRAINT "Report_shareId_fkey" FOREIGN KEY ("shareId") REFERENCES "Share"("id") ON DELETE CASCADE ON UPDATE CASCADE;

