import type { Page } from 'playwright-core';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { violationsOf } from './axe.ts';
import type { Product } from './product.ts';

const stamp = Date.now().toString(36);
/** Users of this run alone: a look at a running product leaves them there. */
export const named = (name: string) => `${name}_${stamp}`;
/** The password that an administrator gives, and the one that its user chose. */
export const given = 'Given-by-1-admin';
export const own = 'My-own-one-2';

export async function fillSignIn(page: Page, userName: string, password: string): Promise<void> {
  await page.fill('#login-name', userName);
  await page.fill('#login-password', password);
  await page.keyboard.press('Enter');
}

export const rulesFound = async (page: Page) =>
  (await violationsOf(page)).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);

/** Users whose passwords are their own, made at the front door. */
export function ownAccounts(product: Product) {
  async function idOf(
    resource: string,
    field: string,
    value: string,
  ): Promise<{ id: number; version: number }> {
    const { body } = await product.api('admin', 'GET', `/api/records/${resource}?${field}=${value}`);
    return body[0];
  }

  async function makeUser(userName: string, roles: string[]): Promise<number> {
    const ids = await Promise.all(roles.map(async (role) => (await idOf('role', 'name', role)).id));
    const company = roles.includes('OM') ? (await idOf('user', 'userName', 'operator')).id : null;
    const made = await product.api('admin', 'POST', '/api/records/user', {
      userName,
      name: userName,
      isActive: true,
      roles: ids,
      ...(company === null ? {} : { company: await companyOf(company) }),
    });
    await reset(made.body.id);
    return made.body.id;
  }

  async function companyOf(userId: number): Promise<number> {
    return (await product.api('admin', 'GET', `/api/records/user/${userId}`)).body.company;
  }

  const reset = (userId: number) =>
    product.api('admin', 'POST', '/api/services/app/User/ResetPassword', {
      adminPassword: demoPassword,
      userId,
      newPassword: given,
    });

  async function post(path: string, body: object, token?: string) {
    const answer = await fetch(product.address + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    });
    return (await answer.json()).result;
  }

  const tokenOf = async (userNameOrEmailAddress: string, password: string): Promise<string> =>
    (await post('/api/TokenAuth/Authenticate', { userNameOrEmailAddress, password })).accessToken;

  /** A user whose password is their own. */
  async function makeSettled(userName: string, roles: string[]): Promise<number> {
    const id = await makeUser(userName, roles);
    const token = await tokenOf(userName, given);
    await post('/api/services/app/User/ChangePassword', { currentPassword: given, newPassword: own }, token);
    return id;
  }

  async function signIn(page: Page, userName: string, path = '/account'): Promise<void> {
    await page.goto(`${product.address}/login?redirect=${encodeURIComponent(path)}`);
    await fillSignIn(page, userName, own);
    await page.waitForURL(product.address + path);
  }

  return { idOf, makeUser, makeSettled, tokenOf, signIn };
}
