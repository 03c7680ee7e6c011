-- Deliveries have a number, and senders a receipt.
ALTER TABLE "Alias" ADD COLUMN "deliveries" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "AliasForm" ADD COLUMN "changeHours" INTEGER NOT NULL DEFAULT 24;
ALTER TABLE "Delivery" ADD COLUMN "number" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "Delivery" ADD COLUMN "receiptHash" TEXT;
ALTER TABLE "Delivery" ADD COLUMN "seenAt" TIMESTAMPTZ(3);
CREATE UNIQUE INDEX "Delivery_receiptHash_key" ON "Delivery" ("receiptHash");
