-- Owner and members choose whether a mail tells them; what one sender brings within a quarter of an hour is one mail.
ALTER TABLE "Alias" ADD COLUMN "told" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "AliasMember" ADD COLUMN "told" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "Delivery" ADD COLUMN "senderKey" TEXT;
