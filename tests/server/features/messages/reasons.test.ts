import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MessageItem } from '#contract/messages/message-shapes.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { RecordChange } from '#server/kernel/changes.ts';
import { refusalOf } from '#tests/support/engine.ts';
import { type MessageWorld, startMessageWorld } from '#tests/support/message-world.ts';

let on: MessageWorld;
beforeAll(async () => {
  on = await startMessageWorld();
});
afterAll(() => on.close());

/** What the receipts of a plan say of their reasons to whoever reads in a language. */
async function reasons(plan: number, locale: Locale): Promise<(string | null)[]> {
  const page = await on.world.call({ ...on.world.atmb, locale }, 'MessageQuery/Page', { plan });
  return (page as { items: MessageItem[] }).items.map(({ error }) => error);
}

test('why a message failed is read in the language of its reader, on the receipts and in what is announced', async () => {
  const announced: RecordChange[] = [];
  const stop = on.world.feed.subscribe((change) => void announced.push(change));
  await on.onlyGateway({
    kind: 'directory',
    address: 'many',
    direction: 'out',
    originator: 'ZUUUZPZX',
    addressees: Array.from({ length: 21 }, (_, i) => `ZUUU${String.fromCharCode(65 + i)}PZX`),
  });
  const plan = await on.file();
  await on.approve(plan);
  await on.server().sender.tick();
  expect(await reasons(plan, 'zh-Hans')).toEqual(['收电地址 22 个，最多 21 个']);
  expect(await reasons(plan, 'en')).toEqual(['22 addressees; 21 at most']);

  const messages = announced.find(({ message }) => message?.type === 'planMessage.failed')?.message;
  expect(messages).toMatchObject({
    content: 'B10QA 的 FPL 报未能发出：收电地址 22 个，最多 21 个',
    contentEn: 'The FPL of B10QA could not be sent: 22 addressees; 21 at most',
    message: '',
  });
  stop();

  // Kept before reasons were kept in English.
  await on.world.sql.updateTable('planMessage').set({ errorEn: null }).where('plan', '=', plan).execute();
  expect(await reasons(plan, 'en')).toEqual(['收电地址 22 个，最多 21 个']);

  await on.world.call(on.world.atmb, 'MessageQuery/RetryMessageQuery', { all: true });
  expect(await reasons(plan, 'zh-Hans')).toEqual([null]);
  expect(await reasons(plan, 'en')).toEqual([null]);
  await on.clear();
});

test('what comes in and waits says why in both languages', async () => {
  const receive = (text: string) => on.world.call(on.world.atmb, 'MessageQuery/Receive', { text });
  const { id } = (await receive('(DEP-B99ZZ-ZUGH0205-ZUGH-DOF/261121)')) as { id: number };
  expect(await on.message(id)).toMatchObject({
    error: '没有与之相符的飞行计划',
    errorEn: 'No plan fits it',
  });
});

test('a refused text names its error in the language of whoever wrote it', async () => {
  const text = '(DLA-B10QA-ZUGH2500-ZUGH-DOF/261121)';
  const refusal = await refusalOf(on.world.call(on.world.atmb, 'MessageQuery/SendMessageQuery', { text }));
  expect(textIn(refusal.text, 'en')).toBe('The message is invalid: A time of four digits, UTC, 0000 to 2359');
  expect(textIn(refusal.text, 'zh-Hans')).toMatch(/^报文有误：[^{$a-z]+0000/);
});
