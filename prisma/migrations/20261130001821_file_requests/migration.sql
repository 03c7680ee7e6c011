-- CreateTable
CREATE TABLE "RequestRound" (
    "id" TEXT NOT NULL,
    "aliasId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "message" TEXT NOT NULL DEFAULT '',
    "dueDay" TEXT NOT NULL,
    "repeat" TEXT,
    "anchorDay" INTEGER NOT NULL,
    "asksAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "RequestRound_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RequestSlot" (
    "id" TEXT NOT NULL,
    "roundId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "hint" TEXT NOT NULL DEFAULT '',
    "groups" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "endings" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "maxFiles" INTEGER,
    "needed" BOOLEAN NOT NULL DEFAULT true,
    "example" TEXT,

    CONSTRAINT "RequestSlot_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "FileRequest" (
    "id" TEXT NOT NULL,
    "roundId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "language" TEXT,
    "timezone" TEXT,
    "message" TEXT NOT NULL DEFAULT '',
    "dueDay" TEXT NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "linkHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "openedAt" TIMESTAMPTZ(3),
    "sentAt" TIMESTAMPTZ(3),
    "refusal" TEXT,
    "completeAt" TIMESTAMPTZ(3),
    "stoppedAt" TIMESTAMPTZ(3),
    "reminded" INTEGER NOT NULL DEFAULT 0,
    "mailedAt" TIMESTAMPTZ(3),
    "remindAt" TIMESTAMPTZ(3),

    CONSTRAINT "FileRequest_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RequestCell" (
    "requestId" TEXT NOT NULL,
    "slotId" TEXT NOT NULL,
    "shareId" TEXT,
    "earlier" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "receivedAt" TIMESTAMPTZ(3),
    "decision" TEXT,
    "reason" TEXT,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "RequestCell_pkey" PRIMARY KEY ("requestId","slotId")
);

-- CreateIndex
CREATE INDEX "RequestRound_aliasId_createdAt_idx" ON "RequestRound"("aliasId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "RequestRound_asksAt_idx" ON "RequestRound"("asksAt");

-- CreateIndex
CREATE INDEX "RequestSlot_roundId_position_idx" ON "RequestSlot"("roundId", "position");

-- CreateIndex
CREATE UNIQUE INDEX "FileRequest_linkHash_key" ON "FileRequest"("linkHash");

-- CreateIndex
CREATE INDEX "FileRequest_roundId_name_id_idx" ON "FileRequest"("roundId", "name", "id");

-- CreateIndex
CREATE INDEX "FileRequest_roundId_completeAt_idx" ON "FileRequest"("roundId", "completeAt");

-- CreateIndex
CREATE INDEX "FileRequest_key_createdAt_idx" ON "FileRequest"("key", "createdAt");

-- CreateIndex
CREATE INDEX "FileRequest_remindAt_idx" ON "FileRequest"("remindAt");

-- CreateIndex
CREATE UNIQUE INDEX "FileRequest_roundId_key_key" ON "FileRequest"("roundId", "key");

-- CreateIndex
CREATE INDEX "RequestCell_shareId_idx" ON "RequestCell"("shareId");

-- CreateIndex
CREATE INDEX "RequestCell_slotId_idx" ON "RequestCell"("slotId");

-- AddForeignKey
ALTER TABLE "RequestRound" ADD CONSTRAINT "RequestRound_aliasId_fkey" FOREIGN KEY ("aliasId") REFERENCES "Alias"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RequestSlot" ADD CONSTRAINT "RequestSlot_roundId_fkey" FOREIGN KEY ("roundId") REFERENCES "RequestRound"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FileRequest" ADD CONSTRAINT "FileRequest_roundId_fkey" FOREIGN KEY ("roundId") REFERENCES "RequestRound"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RequestCell" ADD CONSTRAINT "RequestCell_requestId_fkey" FOREIGN KEY ("requestId") REFERENCES "FileRequest"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RequestCell" ADD CONSTRAINT "RequestCell_slotId_fkey" FOREIGN KEY ("slotId") REFERENCES "RequestSlot"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RequestCell" ADD CONSTRAINT "RequestCell_shareId_fkey" FOREIGN KEY ("shareId") REFERENCES "Share"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What has been begun and isn't known to have arrived, and what has arrived and is gone.
CREATE INDEX "RequestCell_begun" ON "RequestCell"("requestId") WHERE "receivedAt" IS NULL AND "shareId" IS NOT NULL;
CREATE INDEX "RequestCell_gone" ON "RequestCell"("requestId") WHERE "receivedAt" IS NOT NULL AND "shareId" IS NULL;
