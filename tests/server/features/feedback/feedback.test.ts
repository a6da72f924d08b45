import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageOf } from '#tests/support/audit-world.ts';
import { type Row, rowsOf } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

async function askQuestion(question: string): Promise<number> {
  const answer = await server.call('operator', 'POST', '/api/records/feedback', { question });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return (answer.body as Row).id;
}
const feedback = (user: string, call: string, body: object) =>
  server.call(user, 'POST', `/api/services/app/Feedback/${call}`, body);
const one = async (id: number) =>
  (await server.call('operator', 'GET', `/api/records/feedback/${id}`)).body as Row;

test('an answer stands at the question, and whoever asked finds a reminder in their language', async () => {
  const id = await askQuestion('批复后能改航线吗？');
  expect((await feedback('operator', 'Answer', { id, answer: '可以' })).status).toBe(403);
  expect((await feedback('admin', 'Answer', { id, answer: '' })).status).toBe(400);
  expect((await feedback('admin', 'Answer', { id, answer: ' 请用变更申请。 ' })).status).toBe(200);
  expect(await one(id)).toMatchObject({
    state: 'answered',
    answer: '请用变更申请。',
    answeredBy: expect.any(Number),
    answeredAt: expect.stringMatching(/Z$/),
  });
  const reminders = JSON.stringify(await server.service('operator', 'Reminder/GetList', {}, 'GET'));
  expect(reminders).toContain('您的反馈已答复：批复后能改航线吗？');
  // Said again, it is the newer answer that stands.
  expect((await feedback('admin', 'Answer', { id, answer: '见帮助。' })).status).toBe(200);
  expect(await one(id)).toMatchObject({ state: 'answered', answer: '见帮助。' });
});

test('what is closed keeps its answer, takes no other, and nobody but its keepers closes it', async () => {
  const id = await askQuestion('如何导出？');
  await feedback('admin', 'Answer', { id, answer: '列表右上角。' });
  expect((await feedback('operator', 'Close', { id })).status).toBe(403);
  expect((await feedback('admin', 'Close', { id })).status).toBe(200);
  expect(await one(id)).toMatchObject({ state: 'closed', answer: '列表右上角。' });
  const late = await feedback('admin', 'Answer', { id, answer: '再答' });
  expect([late.status, messageOf(late)]).toEqual([500, '该反馈已关闭，不能再答复。']);
  expect((await feedback('admin', 'Close', { id: 999_999 })).status).toBe(404);
  const { rows } = await rowsOf(server, 'operator', 'feedback', 'state=closed');
  expect(rows.map((row) => row.id)).toContain(id);
});
