-- One index for each order of the accounts' list, walked forwards or backwards.

-- CreateIndex
CREATE INDEX "Account_source_login_idx" ON "Account"("source", "login");

-- CreateIndex
CREATE INDEX "Account_state_login_idx" ON "Account"("state", "login");

-- CreateIndex
CREATE INDEX "Account_admin_login_idx" ON "Account"("admin", "login");

-- CreateIndex
CREATE INDEX "Account_loginCount_login_idx" ON "Account"("loginCount", "login");

-- CreateIndex: who never signed in comes before the first sign-in of all, not after the last.
CREATE INDEX "Account_lastLoginAt_login_idx" ON "Account"("lastLoginAt" NULLS FIRST, "login");

-- DropIndex
DROP INDEX "Account_createdAt_idx";

-- CreateIndex
CREATE INDEX "Account_createdAt_login_idx" ON "Account"("createdAt", "login");
