import { useQuery } from '@tanstack/react-query';
import { Empty, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { TextHit } from '#contract/government.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import { Failure } from '#web/ui/failure.tsx';
import type { Reading } from './reading-state.ts';

interface Props {
  reading: Reading;
  day: string;
  change: (change: Partial<Reading>) => void;
}

const most = 50;

/** Articles with the words, of the texts in force on the day, best first. */
export function SearchResults({ reading, day, change }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const english = locale === 'en';
  const { data, error, refetch } = useQuery({
    queryKey: ['government', 'search', reading.words, day],
    queryFn: () => callService('Government', 'Search', { query: reading.words, day, most }),
  });
  if (error) return <Failure title={t('government.failed')} error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (data.items.length === 0)
    return <Empty description={t('government.notFound', { words: reading.words })} />;
  return (
    <section className="government-results" aria-label={t('government.results')}>
      <p className="cw-soft" aria-live="polite">
        {t('government.found', { count: data.totalCount })}
        {data.totalCount > data.items.length && ` ${t('government.shown', { count: data.items.length })}`}
      </p>
      <ol>
        {data.items.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              className="cw-link"
              onClick={() => change({ document: one.code, article: one.number, words: '' })}
            >
              {nameIn({ name: one.title, nameEn: one.titleEn }, locale)} ·{' '}
              {t('government.article', { number: one.number })} {(english && one.headingEn) || one.heading}
            </button>
            {(english ? [one.en, one.zh] : [one.zh, one.en])
              .filter((parts) => parts.length > 0)
              .slice(0, 1)
              .map((parts) => (
                <Marked key={one.id} parts={parts} />
              ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Marked({ parts }: { parts: TextHit[] }) {
  return (
    <p>
      {parts.map(({ text, hit }, index) =>
        hit ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their places
          <mark key={index}>{text}</mark>
        ) : (
          text
        ),
      )}
    </p>
  );
}
