import { describe, expect, it } from 'vitest';
import { createTokens } from '#server/features/identity/tokens.ts';

const tokens = createTokens('a secret that is long enough for a test');
const issuedAt = new Date('2026-11-21T02:00:00Z');
const expiresAt = new Date('2026-11-22T02:00:00Z');
const issue = () =>
  tokens.issue({ sessionId: 's-1', userId: 7, name: 'operator', roles: ['OM'], issuedAt, expiresAt });

describe('tokens', () => {
  it('come back as the claims they were issued with, by either form', async () => {
    const { accessToken, encryptedAccessToken } = await issue();
    expect(await tokens.verify(accessToken, issuedAt)).toEqual({ sessionId: 's-1', userId: 7 });
    expect(await tokens.verifyEncrypted(encryptedAccessToken, issuedAt)).toEqual({
      sessionId: 's-1',
      userId: 7,
    });
    expect(encryptedAccessToken).not.toContain(accessToken);
  });

  it('end at their time, to the second', async () => {
    const { accessToken, encryptedAccessToken } = await issue();
    expect(await tokens.verify(accessToken, new Date(expiresAt.getTime() - 1000))).not.toBeNull();
    expect(await tokens.verify(accessToken, expiresAt)).toBeNull();
    expect(await tokens.verifyEncrypted(encryptedAccessToken, expiresAt)).toBeNull();
  });

  it('of another secret, altered, or unsigned are nobody', async () => {
    const { accessToken } = await issue();
    expect(await createTokens('another secret').verify(accessToken, issuedAt)).toBeNull();
    const [header, payload, signature] = accessToken.split('.');
    const forged = Buffer.from(JSON.stringify({ sub: '1', jti: 's-1' })).toString('base64url');
    expect(await tokens.verify(`${header}.${forged}.${signature}`, issuedAt)).toBeNull();
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    expect(await tokens.verify(`${none}.${payload}.`, issuedAt)).toBeNull();
    expect(await tokens.verifyEncrypted(accessToken, issuedAt)).toBeNull();
  });
});
