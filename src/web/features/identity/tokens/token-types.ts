/** An API token as `ApiToken/GetList` tells it: never its secret. */
export interface ApiToken {
  id: number;
  name: string;
  prefix: string;
  permissions: string[];
  readOnly: boolean;
  createdAt: string;
  expiresAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
  state: 'living' | 'ended' | 'revoked';
}

export interface NewToken {
  secret: string;
  token: ApiToken;
}
