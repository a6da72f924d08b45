import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ArticleHit, ArticleView } from '#contract/government.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { seen } from '#tests/component/support/ui.ts';

/** Documents of authorities: what is in force, an article by its address, and search. */

const article: ArticleView = {
  id: 1,
  document: 1,
  code: 'order371',
  title: '通用航空飞行管制条例',
  titleEn: 'Order 371',
  edition: '2003',
  effectiveFrom: '2003-05-01',
  effectiveTo: null,
  isSummary: true,
  number: 16,
  chapter: '第三章',
  chapterEn: 'Chapter 3',
  heading: '时限',
  headingEn: 'Time limits',
  text: '前一日15时前申请。',
  textEn: 'Filed by 15:00 on the day before.',
};

test('a document is read by its address, its version and its summary said, and searched', async () => {
  server().add(
    'governmentDocument',
    {
      id: 1,
      code: 'order371',
      title: article.title,
      titleEn: article.titleEn,
      kind: 'law',
      edition: '2003',
      effectiveFrom: '2003-05-01',
      isSummary: true,
    },
    {
      id: 2,
      code: 'old',
      title: '旧规定',
      kind: 'circular',
      edition: '1',
      effectiveFrom: '1990-01-01',
      effectiveTo: '1999-12-31',
    },
  );
  server().add('documentArticle', { ...article, order: 160 });
  const { text: _, textEn: __, ...head } = article;
  const hit: ArticleHit = {
    ...head,
    zh: [
      { text: '前一日', hit: false },
      { text: '申请', hit: true },
    ],
    en: [],
  };
  server().call('Government', 'Search', () => ({ totalCount: 1, items: [hit] }));
  await open('/governmentInformation?document=order371&article=16', { locale: 'en' });
  await seen(page.getByText('Filed by 15:00 on the day before.'));
  await seen(page.getByText('Our own summary, not the official text.', { exact: false }));
  expect(page.getByText('旧规定').query()).toBeNull();
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search articles' }), '申请');
  await userEvent.keyboard('{Enter}');
  await seen(page.getByText('1 article', { exact: true }));
  expect(document.querySelector('mark')?.textContent).toBe('申请');
});
