-- Senders who give an address get their receipt by mail, once.
ALTER TABLE "Delivery" ADD COLUMN "mailedAt" TIMESTAMPTZ(3);
