import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { askAgainAfterFirstAnswer } from '#web/client/first-answer.ts';

test('what changes while the first answer is under way is asked for once more', async () => {
  const client = new QueryClient();
  askAgainAfterFirstAnswer(client);
  const answers: ((state: string) => void)[] = [];
  const queryKey = ['plan', 7];
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  });
  const stop = observer.subscribe(() => {});
  await expect.poll(() => answers.length).toBe(1);
  void client.invalidateQueries({ queryKey });
  answers[0]?.('submitted');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.('taken up');
  await expect.poll(() => client.getQueryData(queryKey)).toBe('taken up');
  await expect.poll(() => client.isFetching()).toBe(0);
  expect(answers).toHaveLength(2);
  stop();
});

test('a first answer during which nothing changed is asked for once', async () => {
  const client = new QueryClient();
  askAgainAfterFirstAnswer(client);
  let asked = 0;
  const queryKey = ['plan', 8];
  const observer = new QueryObserver(client, { queryKey, queryFn: async () => ++asked });
  const stop = observer.subscribe(() => {});
  await expect.poll(() => client.getQueryData(queryKey)).toBe(1);
  expect(client.isFetching()).toBe(0);
  stop();
});
