-- Who forgot a password is found by an address, in whatever letters it was typed.
CREATE INDEX "Account_email_lower_idx" ON "Account" (lower("email"));
