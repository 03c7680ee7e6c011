-- CreateTable
CREATE TABLE "SlotExample" (
    "slotId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "SlotExample_pkey" PRIMARY KEY ("slotId")
);

-- AddForeignKey
ALTER TABLE "SlotExample" ADD CONSTRAINT "SlotExample_slotId_fkey" FOREIGN KEY ("slotId") REFERENCES "RequestSlot"("id") ON DELETE CASCADE ON UPDATE CASCADE;

