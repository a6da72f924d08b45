import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usccCheckCharacter } from '#domain/record/formats.ts';
import { pdf } from '#tests/support/example-files.ts';
import { violationsInBoth } from './support/axe.ts';
import { dialog } from './support/dialog.ts';
import { type Product, startProduct } from './support/product.ts';
import { settled } from './support/settled.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.close();
});

const stamp = String(Date.now()).slice(-6);
const first17 = `91510100MA${stamp}0`;
const company = {
  name: `启航通航${stamp}`,
  uscc: first17 + usccCheckCharacter(first17),
  legalRepresentative: '陈启航',
  contact: '林岚',
};
const userName = `qihang${stamp}`;
const password = 'Wing-2026!';
const registration = `B-${String(10 + (Number(stamp) % 89))}QH`;

/** A page without its optimizing compilers takes its time to prove work, and chance adds to it. */
const worked = { timeout: 75_000 };

const fill = (page: Page, id: string, text: string) => page.locator(`#${id}`).fill(text);
const noViolations = async (page: Page) => expect(await violationsInBoth(page)).toEqual([]);
/** Nothing of the page is wider than its window. */
const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

async function fillCompany(page: Page, change: Partial<typeof company> & { phone?: string } = {}) {
  const { phone = '028-85702345', ...values } = { ...company, ...change };
  for (const [field, text] of Object.entries(values)) await fill(page, `reg-company_${field}`, text);
  await fill(page, 'reg-company_phone', phone);
}

/** Signs in as the company's first user, where the page that is there leads to it. */
async function signIn(page: Page) {
  await page.locator('#login-name').fill(userName);
  await page.locator('#login-password').fill(password);
  await page.keyboard.press('Enter');
}

test('a company registers in three steps; what is wrong is said at its field, and nothing typed is lost', async () => {
  const page = await product.visit();
  await page.goto(`${product.address}/login`);
  await page.goto(`${product.address}/reg`);
  await fillCompany(page, { uscc: `${first17}0` === company.uscc ? `${first17}1` : `${first17}0` });
  await page.getByRole('button', { name: '下一步' }).click();
  await page.locator('[role=alert]', { hasText: '统一社会信用代码' }).first().waitFor();
  await fill(page, 'reg-company_uscc', company.uscc);
  await noViolations(page);
  await page.getByRole('button', { name: '下一步' }).click();

  await fill(page, 'reg-user_userName', 'operator');
  await fill(page, 'reg-user_phoneNumber', `139${stamp}00`.padEnd(11, '1').slice(0, 11));
  await fill(page, 'reg-password', 'abcdefgh');
  await fill(page, 'reg-repeat', 'abcdefghi');
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByText('两次输入的密码应一致！').waitFor();
  await fill(page, 'reg-password', password);
  await fill(page, 'reg-repeat', password);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await page.getByText('已登记，工作人员会致电此号码告知验证码').waitFor();
  await noViolations(page);
  await page.getByRole('button', { name: '下一步' }).click();

  await page.getByRole('heading', { name: '用户注册与服务协议' }).waitFor();
  await page.getByRole('button', { name: '提交注册' }).click();
  await page.getByText('请阅读并同意注册协议。').waitFor();
  await page.getByRole('checkbox').check();
  await noViolations(page);
  await page.getByRole('button', { name: '提交注册' }).click();
  // The name is taken: back to its step, where all else is still there. Before it answers, the server asks for some work.
  const name = page.locator('#reg-user_userName');
  await name.waitFor(worked);
  await page.getByText('该值已被使用。').first().waitFor();
  await expect.poll(() => page.locator('#reg-password').inputValue()).toBe(password);
  await name.fill(userName);
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('button', { name: '提交注册' }).click();
  await page.getByText(`用用户名 ${userName} 和刚设置的密码登录即可`).waitFor(worked);
  await noViolations(page);
  await page.keyboard.press('Enter');
  await page.getByText('尚未提交认证').waitFor();
  expect(page.url()).toBe(`${product.address}/auth`);
  await page.close();
});

test('the staff see the code that was asked for', async () => {
  const codes = await product.api('admin', 'GET', '/api/records/phoneCode?_sort=id&_order=desc&_end=1');
  expect(codes.body[0].code).toMatch(/^\d{6}$/);
});

test('signed in with the account just made, the applicant adds papers and an aircraft, on a phone too, and submits; refused, they correct', async () => {
  const page = await product.visit({ phone: true });
  await page.goto(`${product.address}/auth`);
  await page.getByRole('link', { name: '去登录' }).click();
  await signIn(page);
  await page.getByText('尚未提交认证').waitFor();
  expect(page.url()).toBe(`${product.address}/auth`);
  await page.locator('[data-step=papers][data-done=false]').waitFor();
  await page.locator('[data-step=firstPlan]', { hasText: '认证通过后办理' }).waitFor();
  // Without its licence it is not taken, and the dialog says which file is missing.
  await page.locator('[data-act=submit]').click();
  await dialog(page).locator('.ant-btn-primary').click();
  await dialog(page).getByText('请上传附件，类别为“营业执照”').first().waitFor();
  await dialog(page).getByRole('button', { name: '取消' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByText('提交前须上传：营业执照').waitFor();
  await page.locator('.cw-files input[type=file]').setInputFiles({
    name: '营业执照.pdf',
    mimeType: 'application/pdf',
    buffer: pdf(stamp),
  });
  await page.locator('.cw-file', { hasText: '营业执照.pdf' }).waitFor();
  await noViolations(page);
  expect(await fits(page)).toBe(true);

  await page.locator('.start-steps').getByRole('link', { name: '航空器' }).click();
  await page.getByText('还没有航空器').waitFor();
  await noViolations(page);
  await page.getByRole('link', { name: '录入航空器' }).click();
  await page.locator('#field_registration').fill(registration);
  await noViolations(page);
  await page.locator('#field_type').click();
  await page.locator('#field_type').fill('C172');
  await page.locator('.ant-select-item-option', { hasText: 'C172' }).first().click();
  await page.locator('#field_serialNumber').fill(`SN-${stamp}`);
  await page.locator('#field_airworthinessNumber').fill(`AC-${stamp}`);
  await page.locator('#field_airworthinessExpiry').fill('2031-05-01');
  await page.keyboard.press('Tab');
  expect(await fits(page)).toBe(true);
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByRole('heading', { name: registration }).waitFor();
  await noViolations(page);
  await page.getByRole('navigation').getByRole('link', { name: '飞行员', exact: true }).click();
  await page.getByText('还没有飞行员').waitFor();
  await noViolations(page);
  await page.getByRole('link', { name: '录入飞行员' }).click();
  await page.locator('#field_name').waitFor();
  await noViolations(page);
  expect(await fits(page)).toBe(true);

  await page.getByRole('link', { name: '资质认证' }).click();
  await page.locator('[data-step=papers][data-done=true]').waitFor();
  await page.locator('[data-step=aircraft][data-done=true]').waitFor();
  await page.locator('[data-act=submit]').click();
  await dialog(page).locator('.ant-btn-primary').click();
  await page.getByText('已提交，正在受理').waitFor();

  const admin = await product.as('admin');
  const { body } = await product.api('admin', 'GET', `/api/records/company?uscc=${company.uscc}`);
  const id: number = body[0].id;
  await admin.goto(`${product.address}/permission/examine?id=${id}`);
  await admin.getByText(/注册手机 \d{11} 未经验证码验证/).waitFor();
  await admin.locator('[data-act=reject]:enabled').click();
  await dialog(admin).locator('textarea').fill('请补充地址');
  await dialog(admin).locator('.ant-btn-primary').click();
  await dialog(admin).waitFor({ state: 'detached' });

  await page.reload();
  await page.getByText('意见：请补充地址').waitFor();
  await page.getByRole('button', { name: '补充或修改' }).click();
  await page.locator('.ant-drawer input[id$=_address]').fill('四川省广汉市三星堆路 1 号');
  await page.locator('.ant-drawer').getByRole('button', { name: '保存' }).click();
  await page.locator('.ant-drawer').waitFor({ state: 'detached' });
  await page.locator('[data-act=submit]').click();
  await dialog(page).locator('.ant-btn-primary').click();
  await page.getByText('已提交，正在受理').waitFor();

  // The certification page opens sign-in by itself once it hears of the approval: leave it first.
  await page.getByRole('navigation').getByRole('link', { name: '飞行员', exact: true }).click();
  await page.getByText('还没有飞行员').waitFor();
  await admin.goto(`${product.address}/permission/examine?id=${id}`);
  await admin.locator('[data-act=approve]:enabled').click();
  await dialog(admin).locator('.ant-btn-primary').click();
  await dialog(admin).waitFor({ state: 'detached' });
  await page.reload();
  await page.waitForURL(/\/login$/);
  await page.getByText('贵单位认证已通过').waitFor();
  await noViolations(page);
  await page.close();
  await admin.close();
});

test('the applicant signs in, is certified, and their first aircraft is accepted', async () => {
  const page = await product.visit();
  await page.goto(`${product.address}/login`);
  await signIn(page);
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.locator('.cw-certified', { hasText: '开始使用：2/5' }).click();
  await page.locator('[data-step=firstPlan]').getByRole('link', { name: '第一份计划' }).waitFor();
  await page.locator('[data-step=pilots][data-done=false]').waitFor();
  await noViolations(page);
  await page.goto(`${product.address}/aircraft`);
  // Signed in the user finds the same records on the screens of everyone.
  await page.waitForURL(/\/baseManage\/aircraftManage/);
  await page.getByText(registration).first().click();
  await page.locator('[data-act=submit]').click();
  await dialog(page).locator('.ant-btn-primary').click();
  await page.getByText('正在审核').first().waitFor();
  const auditor = await product.as('atmb');
  const { body } = await product.api('admin', 'GET', `/api/records/aircraft?registration=${registration}`);
  await auditor.goto(`${product.address}/baseManage/aircraftAudit?id=${body[0].id}`);
  await auditor.locator('[data-act=approve]:enabled').click();
  await dialog(auditor).locator('.ant-btn-primary').click();
  await dialog(auditor).waitFor({ state: 'detached' });
  const after = await product.api('admin', 'GET', `/api/records/aircraft/${body[0].id}`);
  expect(after.body.auditState).toBe(1);
  await page.close();
  await auditor.close();
});

test('a second device comes with a code and is let in once the numbers agree', async () => {
  const owner = await product.as('operator', { at: '/permission/bindCode' });
  await owner.getByRole('button', { name: '生成绑定码' }).click();
  await owner.locator('.bind-code').waitFor();
  await noViolations(owner);
  const code = (await settled(() => owner.locator('.bind-code').textContent())) ?? '';
  const device = await product.visit({ phone: true });
  await device.goto(`${product.address}/permission/bindCode?code=${code}`);
  await noViolations(device);
  await device.getByRole('button', { name: '请求登录' }).click();
  const number = await settled(() => device.locator('.bind-check').textContent());
  await owner.getByRole('alertdialog').waitFor();
  await expect.poll(() => owner.locator('.bind-check').textContent()).toBe(number);
  await noViolations(owner);
  await owner.getByRole('button', { name: '同意登录' }).click();
  await device.waitForURL((url) => !url.pathname.startsWith('/permission'));
  await owner.getByText('已登录，可在会话列表中查看和退出').waitFor();
  await device.close();
  await owner.close();
});

test('whoever is not signed in is led to sign in, and a ticket in an address is taken out of it', async () => {
  const page = await product.visit({ dark: true });
  for (const path of ['/pilot', '/aircraft', '/baseManage/addaircraft', '/pilotManage/pilotDetail?id=1']) {
    await page.goto(product.address + path);
    await page.getByText('请先登录').waitFor();
  }
  await page.goto(`${product.address}/auth`);
  await page.getByText('请登录查看申请', { exact: true }).waitFor();
  await noViolations(page);
  await page.goto(`${product.address}/auth?type=company&id=cwr_1.1.zzzzzz.${'a'.repeat(43)}`);
  await page.getByText('登录已失效').first().waitFor();
  expect(page.url()).toBe(`${product.address}/auth?type=company`);
  await page.close();
});

test('the screens stand in dark, in English and on a phone without an error', async () => {
  const dark = await product.as('admin', { dark: true, locale: 'en' });
  for (const [path, title] of [
    ['/permission/QRCode', 'QR codes'],
    ['/permission/authProtocol', 'Registration agreement'],
    ['/permission/static', 'Static page'],
    ['/permission/registration', 'Registration'],
    ['/permission/phoneCode', 'Phone code'],
  ] as const) {
    await dark.goto(product.address + path);
    await dark.locator('h1', { hasText: title }).waitFor();
    await dark.locator('.ant-skeleton').first().waitFor({ state: 'detached' });
    await noViolations(dark);
  }
  await dark.close();
  const visitor = await product.visit({ dark: true, phone: true, locale: 'en' });
  await visitor.goto(`${product.address}/reg`);
  await visitor.getByRole('heading', { name: 'Company registration' }).waitFor();
  await visitor.locator('#reg-company_name').waitFor();
  await noViolations(visitor);
  expect(await fits(visitor)).toBe(true);
  await visitor.close();
});

test('an administrator changes the agreement, and whoever registers reads it', async () => {
  const page = await product.as('admin', { at: '/permission/authProtocol' });
  const text = page.getByRole('textbox', { name: '中文协议' });
  const before = await settled(() => text.inputValue());
  await text.fill(`${before}\n\n# 附则${stamp}\n自公布之日起施行。`);
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('已保存，当前为第').waitFor();
  const { body } = await product.api('admin', 'GET', '/api/services/app/User/GetAuthProtocol');
  expect(body.result.value).toContain(`附则${stamp}`);
  await page.close();
  expect(product.errors).toEqual([]);
});

test('a new user is invited by one click, sets a password by the link, and is in', async () => {
  const made = await product.api('admin', 'POST', '/api/records/user', {
    userName: `invited${stamp}`,
    name: '周受邀',
    isActive: true,
    roles: [(await product.api('admin', 'GET', '/api/records/role?name=OM')).body[0].id],
  });
  const admin = await product.as('admin', { at: `/permission/user/${made.body.id}` });
  await admin.getByText('尚未登录，也未发送邀请。').waitFor();
  await admin.locator('.ant-alert').getByRole('button', { name: '邀请' }).click();
  await dialog(admin).locator('.invite-text').waitFor();
  await noViolations(admin);
  const link = await settled(() => dialog(admin).locator('.invite-text code').textContent());
  await admin.close();

  const page = await product.visit({ phone: true });
  await page.goto(link ?? '');
  await page.getByText(`周受邀，请为您的账号 invited${stamp} 设置密码。`).waitFor();
  expect(page.url()).toBe(`${product.address}/login`);
  await noViolations(page);
  await page.locator('#invitation-password').fill(password);
  await page.locator('#invitation-repeat').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.close();
  const again = await product.visit();
  await again.goto(link ?? '');
  await again.getByText('此邀请已使用过').waitFor();
  await again.close();
});
