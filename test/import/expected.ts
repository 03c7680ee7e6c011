export type Expected = {
  now: string;
  accounts: {
    login: string;
    password: string | null;
    source: string;
    state: string;
    admin: boolean;
    email: string | null;
    oldId: string;
    created: string;
    subject?: string;
    lenient?: boolean;
  }[];
  aliases: {
    id: string;
    name: string | null;
    owner: string;
    enabled: boolean;
    validityMs?: number;
    members?: string[];
  }[];
  shares: ExpectedShare[];
  notImportable: { kind: string; id: string; reason: string; mention: string[] }[];
  warnings: { mention: string[]; optional?: boolean }[];
};
export type ExpectedShare = {
  linkId: string | null;
  /** Set when it differs from `linkId`. */
  oldId?: string;
  shareId?: string;
  validityMs?: number;
  timeToleranceMs?: number;
  owner: string;
  name?: string | null;
  description?: string | null;
  descriptionHas?: string[];
  state: string;
  enabled: boolean;
  views: number;
  maxViews: number;
  publishUntil: string | null;
  publishedAt?: string | null;
  alias?: string | null;
  password: string | null;
  wrongPasswords: string[];
  newLinkId?: boolean;
  files: {
    id: string;
    name: string | null;
    path: string | null;
    size: number;
    sha256: string;
    mime: string | null;
  }[];
};
