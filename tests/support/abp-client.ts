import { expect } from 'vitest';

export interface Envelope<T> {
  result: T;
  targetUrl: null;
  success: boolean;
  error: { code: number; message: string; details: string | null; validationErrors: object[] | null } | null;
  unAuthorizedRequest: boolean;
  __abp: true;
}

export interface UserDto {
  id: number;
  userName: string;
  name: string;
  surname: string;
  emailAddress: string;
  isActive: boolean;
  fullName: string;
  lastLoginTime: string | null;
  creationTime: string;
  roleNames: string[];
}

export interface RoleDto {
  id: number;
  name: string;
  displayName: string;
  normalizedName: string;
  description: string | null;
  grantedPermissions: string[];
}

/**
 * A client as those that are generated for ABP: camelCase in JSON, PascalCase in the query, the headers that they all
 * send, and nothing of ours. It knows only what wire.md §1 to §3 says. As for abp-ng2-module and its likes, what is no
 * envelope is an error. `own`: headers in place of the usual ones.
 */
export function abpClient(address: string, culture = 'zh-Hans', own: Record<string, string> = {}) {
  let token: string | null = null;
  async function ask<T>(
    verb: string,
    path: string,
    body?: object,
  ): Promise<{ status: number } & Envelope<T>> {
    const response = await fetch(address + path, {
      method: verb,
      headers: {
        'Content-Type': 'application/json-patch+json',
        Accept: 'text/plain',
        '.AspNetCore.Culture': `c=${culture}|uic=${culture}`,
        ...(Object.keys(own).length === 0 ? { 'Abp.TenantId': 'null' } : own),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(response.headers.get('content-type')).toContain('application/json');
    const envelope = (await response.json()) as Envelope<T>;
    expect(envelope.__abp).toBe(true);
    return { status: response.status, ...envelope };
  }
  const app = '/api/services/app';
  return {
    ask,
    signOut: () => {
      token = null;
    },
    get: <T>(call: string, query: Record<string, string | number | boolean> = {}) =>
      ask<T>(
        'GET',
        `${app}/${call}?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`,
      ),
    post: <T>(call: string, body: object) => ask<T>('POST', `${app}/${call}`, body),
    put: <T>(call: string, body: object) => ask<T>('PUT', `${app}/${call}`, body),
    remove: (call: string, id: number) => ask<null>('DELETE', `${app}/${call}?Id=${id}`),
    async signIn(userNameOrEmailAddress: string, password: string) {
      const answer = await ask<{
        accessToken: string;
        encryptedAccessToken: string;
        expireInSeconds: number;
      }>('POST', '/api/TokenAuth/Authenticate', { userNameOrEmailAddress, password, rememberClient: false });
      if (answer.success) token = answer.result.accessToken;
      return answer;
    },
  };
}
