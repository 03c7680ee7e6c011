-- CreateTable
CREATE TABLE "Notice" (
    "id" TEXT NOT NULL,
    "shareId" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Notice_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Notice_dueAt_idx" ON "Notice"("dueAt");

-- CreateIndex
CREATE INDEX "Notice_accountId_idx" ON "Notice"("accountId");

-- CreateIndex
CREATE UNIQUE INDEX "Notice_shareId_accountId_key" ON "Notice"("shareId", "accountId");

-- AddForeignKey
ALTER TABLE "Notice" ADD CONSTRAINT "Notice_shareId_fkey" FOREIGN KEY ("shareId") REFERENCES "Share"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Notice" ADD CONSTRAINT "Notice_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
