import { expect, test } from 'vitest';
import type { ChangeMessage } from '#contract/hub.ts';
import { wordsOf } from '#web/client/message-words.ts';

const message: ChangeMessage = {
  type: 'plan.stepOverdue',
  resource: 'plan',
  id: 7,
  title: '审批超时',
  titleEn: 'Approval overdue',
  content: 'FP1 的审批步骤已超过时限',
  contentEn: 'The waiting step of FP1 is past its time limit',
  message: '请尽快',
  unit: null,
  actualNum: null,
  state: 2,
  by: null,
  at: '2026-11-26T00:00:00.000Z',
};

test('a message is said in the language of the screen, and what a person wrote as they wrote it', () => {
  expect(wordsOf(message, 'zh-Hans')).toEqual({
    title: '审批超时',
    content: 'FP1 的审批步骤已超过时限',
    message: '请尽快',
    unit: null,
  });
  expect(wordsOf(message, 'en')).toEqual({
    title: 'Approval overdue',
    content: 'The waiting step of FP1 is past its time limit',
    message: '请尽快',
    unit: null,
  });
});

test('what was said in Chinese only is still said', () => {
  const { titleEn: _, contentEn: __, ...chinese } = message;
  expect(wordsOf(chinese, 'en')).toMatchObject({ title: '审批超时', content: 'FP1 的审批步骤已超过时限' });
});
