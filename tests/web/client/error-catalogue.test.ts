import { expect, test, vi } from 'vitest';
import { countedStatus, isNotFinish, messageSeconds, sayingOf } from '#web/client/error-catalogue.ts';
import { rawMessage } from '#web/client/raw-message.ts';
import { detourPromptOf } from '#web/features/notices/detour.ts';

// The page's own modules read its cookies when they are loaded.
vi.stubGlobal('document', { cookie: '' });
const { RequestError } = await import('#web/client/http.ts');

/** Specification §8, line by line. */

test.each([
  [
    'a message alone',
    new RequestError('计划不存在', { statusCode: 500 }),
    { kind: 'message', message: '计划不存在' },
  ],
  [
    'no message at all',
    new RequestError('', { statusCode: 502 }),
    { kind: 'message', message: 'shell.error.unknown' },
  ],
  [
    'message and details',
    new RequestError('您的请求无效!', { statusCode: 400, details: '在验证过程中发现以下错误.' }),
    { kind: 'notification', message: '您的请求无效!', details: '在验证过程中发现以下错误.' },
  ],
  ['NotFinish', new RequestError('NotFinish', { statusCode: 500 }), { kind: 'notFinish' }],
  [
    'NotFinish with another status is a message like any other',
    new RequestError('NotFinish', { statusCode: 400 }),
    { kind: 'message', message: 'NotFinish' },
  ],
  ['401', new RequestError('当前用户没有登录到系统！', { statusCode: 401 }), { kind: 'signIn' }],
  ['50008', new RequestError('x', { statusCode: 500, code: '50008' }), { kind: 'signIn' }],
  ['50012', new RequestError('x', { statusCode: 500, code: '50012' }), { kind: 'signIn' }],
  ['50014', new RequestError('x', { statusCode: 500, code: '50014' }), { kind: 'signIn' }],
  [
    'no answer: the raw message beneath',
    new RequestError('shell.error.noAnswer', {
      statusCode: 0,
      code: 'noAnswer',
      details: rawMessage(new TypeError('Failed to fetch')),
    }),
    { kind: 'notification', message: 'shell.error.noAnswer', details: 'Failed to fetch' },
  ],
  ['anything thrown', new Error('boom'), { kind: 'message', message: 'boom' }],
  ['not even an error', null, { kind: 'message', message: 'shell.error.unknown' }],
])('%s', (_, error, saying) => {
  expect(sayingOf(error)).toEqual(saying);
});

test('a refusal stays for five seconds; only the 500 is NotFinish', () => {
  expect(messageSeconds).toBe(5);
  expect(isNotFinish(new Error('NotFinish'))).toBe(false);
});

test.each([
  [500, { code: 50008 }, 401],
  [200, { code: 50012 }, 401],
  [403, { error: { code: 50014 } }, 401],
  [500, { error: { code: 0 } }, 500],
  [401, null, 401],
  [500, 'text', 500],
])('status %d with %j counts as %d', (status, body, counted) => {
  expect(countedStatus(status, body)).toBe(counted);
});

test.each([
  ['detour.applied', '/situation/dynamic'],
  ['detour.accepted', '/navigation/editNavPlan?id=7'],
])('%s offers its jump', (type, path) => {
  expect(detourPromptOf({ type, id: 7 })?.path).toBe(path);
});

test('other messages ask nothing', () => {
  expect(detourPromptOf({ type: 'plan.approve', id: 7 })).toBeNull();
});
