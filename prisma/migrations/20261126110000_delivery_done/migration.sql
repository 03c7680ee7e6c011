-- Who receives deliveries ticks off what is done.
ALTER TABLE "Delivery" ADD COLUMN "doneAt" TIMESTAMPTZ(3);
