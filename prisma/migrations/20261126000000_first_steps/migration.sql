-- Admins are shown what is left to set up until they have done it, or hide the list.
ALTER TABLE "Account" ADD COLUMN "firstSteps" BOOLEAN NOT NULL DEFAULT true;
