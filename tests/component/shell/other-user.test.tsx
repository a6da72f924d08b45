import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { admin, mount, userOf } from '#tests/component/support/mount.tsx';
import { gone, seen } from '#tests/component/support/ui.ts';
import { queryClient } from '#web/client/query-client.ts';
import { currentUser } from '#web/client/session.ts';

/** Ends the answer that a screen waits for. */
let answer: ((text: string) => void)[] = [];

function Orders() {
  const { data } = useQuery({
    queryKey: ['orders'],
    queryFn: () => new Promise<string>((resolve) => answer.push(resolve)),
  });
  return <p>{data ?? 'waits'}</p>;
}

const become = (userId: number) => currentUser.set(userOf({ ...admin, userId }));

test.each([
  ['what is shown', true],
  ['what is still being asked', false],
])('for another user %s is asked again at once, and nothing of the last one stays', async (_, isAnswered) => {
  answer = [];
  become(71);
  await mount(
    <QueryClientProvider client={queryClient}>
      <Orders />
    </QueryClientProvider>,
  );
  await expect.poll(() => answer.length).toBe(1);
  if (isAnswered) {
    answer[0]?.('those of 71');
    await seen(page.getByText('those of 71'));
  }
  become(72);
  await expect.poll(() => answer.length).toBe(2);
  await gone(page.getByText('those of 71'));
  answer[0]?.('those of 71');
  answer[1]?.('those of 72');
  await seen(page.getByText('those of 72'));
});
